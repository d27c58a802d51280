"""Rulings, errata and restricted lists: pages, API, loading."""
