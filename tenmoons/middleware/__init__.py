"""Middleware of the site: HTTP caching, and forms that survive a log-in."""
