"""Watching a draft by a secret link: everyone’s picks, with a delay that the host chooses."""
