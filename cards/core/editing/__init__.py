"""Editing the catalogue: its completeness, and tables that hold only what they change. Pure, no Django."""
