"""Papers of decks, events and seasons: one sheet, its tables, and QR codes."""
