"""Events: registration, rounds, results, standings, display and exports."""
