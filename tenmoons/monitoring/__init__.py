"""Watching the site: who asked for what (never by name), how long it took, what broke. `docs/operations.md`."""
