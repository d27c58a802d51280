"""Stored games: services write them, queries read them."""
