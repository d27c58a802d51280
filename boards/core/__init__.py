"""Positions without the site: their text, legal and illegal actions, rulings as scenes."""
