"""One file that holds the whole site, whichever database it is in: `docs/operations.md`, "Backup and moving house"."""
