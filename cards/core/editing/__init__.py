"""Keeping the catalogue true: what is still wanted, and tables that say only what they change. Pure, no Django."""
