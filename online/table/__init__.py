"""The table of a game: page, actions and view of a seat."""
