"""Pure parts of the catalogue: facts, search, rulings, tables; no Django."""

from __future__ import annotations
