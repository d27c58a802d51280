"""Papers of an event to print: a poster, pairings by name, result slips, standings and the bracket."""
