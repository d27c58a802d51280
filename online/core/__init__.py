"""Pure parts of a game at the site: terms, what a seat is offered and sees, clocks."""
