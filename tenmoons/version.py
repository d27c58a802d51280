"""Version of the site, defined only here."""

__version__ = "1.0.0"
