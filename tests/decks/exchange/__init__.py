"""Import and export of decks: formats, pages, papers."""
