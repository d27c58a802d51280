"""Replays of finished games, and watching one that is being played: what an onlooker may know."""
