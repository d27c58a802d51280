"""Pure parts of a game at the site: terms, a seat’s offers and view, clocks."""
