"""Requests to other sites: to addresses that are checked and pinned, and in a few threads at most."""
