"""Rounds of an event: planning, rows, the clock, and days of league matches."""
