"""The numbered rules of `docs/rules.md`, as pages and findings link to them."""

from __future__ import annotations


def chapters() -> list[str]:
    """The chapters."""
    return []
