"""Sets and factions of a game whose cards name them."""
