"""My account: a person’s data, what is stored about them, deleting it."""
