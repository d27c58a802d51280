"""Rulings, errata and restricted lists: pages, API, loading."""

from __future__ import annotations
