"""The companion: dragons, fights and power noted while a game is played."""
