"""House formats: rules declared by a group of players."""
