"""Simulator: many drafts by bots in the background, and how cards do in them."""
