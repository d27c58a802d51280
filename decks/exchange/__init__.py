"""Import, export and checking of deck lists; PDFs."""

from __future__ import annotations
