"""Pure rules of matches: scoring, pairing, standings, tournaments, seasons; no Django."""
