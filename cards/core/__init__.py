"""Pure parts of the catalogue: facts, search, rulings, tables; no Django."""
