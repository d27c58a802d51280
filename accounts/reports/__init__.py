"""Reports: visitors report abusive content, moderators hide it."""
