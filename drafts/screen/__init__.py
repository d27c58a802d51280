"""Shared screen: the draft’s page for a television."""
