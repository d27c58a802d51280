"""Shared parts of the API: reading a body, errors, lists, headers and the description."""
