"""Papers of an event: a poster, pairings by name, result slips, the board and the bracket."""
