"""Picks: what a seat sends, how those that come together are written together, and picks in advance."""
