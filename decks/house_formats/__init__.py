"""House formats: declared rules of a group of players."""
