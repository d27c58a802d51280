"""Seasons of a group: standings over time, strengths, imports."""
