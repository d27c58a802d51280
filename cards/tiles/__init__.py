"""Card tiles of a draft table: one immutable URL per card and language."""
