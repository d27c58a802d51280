"""The catalogue of cards and the ways to find one."""
