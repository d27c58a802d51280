"""Rounds of an event: planning the next one."""
