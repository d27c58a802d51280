"""The table of a game in a browser, against the real site."""
