"""Card tiles of a draft table: one immutable address per card and language."""
