"""The cores of matches, available without a web server."""
