"""Positions without the site: their text, what may be done in them and why not, rulings as scenes."""
