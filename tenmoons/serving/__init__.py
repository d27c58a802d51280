"""Serving the site: the ASGI handler, the worker inside the web process, checks at the start."""
