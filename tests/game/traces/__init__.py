"""Recorded games of an independent program, replayed and compared step by step."""
