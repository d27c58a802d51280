"""Pages on what the games of the engine have shown."""
