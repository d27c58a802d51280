"""Requests to other sites: to checked and pinned addresses, in a limited number of threads."""
