"""Simulator: many drafts of bots in the background, and how cards do in them."""
