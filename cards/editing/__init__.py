"""Editing the catalogue: form, upload, completeness, undo."""

from __future__ import annotations
