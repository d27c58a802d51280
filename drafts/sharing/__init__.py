"""Sharing a finished draft by link: pools, picks, and packets as questions."""
