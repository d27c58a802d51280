"""My account: what a person has, what is kept about them, leaving."""
