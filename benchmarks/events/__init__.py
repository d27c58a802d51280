"""Load and speed of events: a whole day, and thousands of players who report at once."""
