"""Search over cards: pages and filters."""
