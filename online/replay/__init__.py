"""Replays of finished games, and watching a running game: what an onlooker may know."""
