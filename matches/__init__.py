"""Matches: crystal matches, the companion, groups, events, pairing, standings, seasons."""
