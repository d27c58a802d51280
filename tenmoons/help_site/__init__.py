"""The documents of `docs/` as pages of the site: shown, linked, searched; and the references written."""

from __future__ import annotations

from tenmoons.help_site.documents import Page, Section, shelves
from tenmoons.help_site.search import Found, Hit, find

__all__ = ["Found", "Hit", "Page", "Section", "find", "shelves"]
