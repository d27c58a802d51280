"""Pages on the results of simulated games."""
