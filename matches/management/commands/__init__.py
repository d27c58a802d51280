"""The cores of matches, reachable without a web server."""
