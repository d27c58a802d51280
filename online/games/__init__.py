"""Stored games: services that write, queries that read."""
