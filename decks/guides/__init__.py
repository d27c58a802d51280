"""Guides to decks: how to play one, in Markdown, one per language."""
