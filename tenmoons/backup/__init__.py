"""Backup: the whole site in one file, for SQLite and PostgreSQL alike (`docs/operations.md`)."""
