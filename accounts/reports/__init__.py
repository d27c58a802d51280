"""Reports: what visitors found abusive among the things that others made, and what staff hid because of it."""
