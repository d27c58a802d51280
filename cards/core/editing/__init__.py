"""Editing the catalogue: its completeness, and tables with only the values to change. Pure, no Django."""
