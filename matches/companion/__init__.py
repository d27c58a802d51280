"""The companion: dragons, fights and power, noted during a game."""
