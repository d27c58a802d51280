"""Version of the site: the one place that says it."""

__version__ = "1.0.0"
