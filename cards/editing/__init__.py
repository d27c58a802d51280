"""Editing the catalogue: form, upload, completeness, undo."""
