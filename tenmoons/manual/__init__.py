"""The documents of `docs/` as pages of the site: shown, linked, searched; and the references written."""

from __future__ import annotations

from tenmoons.manual.finding import Found, Hit, find
from tenmoons.manual.pages import Page, Section, shelves

__all__ = ["Found", "Hit", "Page", "Section", "find", "shelves"]
