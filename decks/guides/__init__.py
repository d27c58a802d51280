"""Guides to a deck: how to play it, in Markdown, once a language its author writes."""
