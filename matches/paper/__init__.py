"""How papers of events and seasons are typeset: one sheet, its tables, and QR codes."""

from __future__ import annotations
