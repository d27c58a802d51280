"""What cards and peoples are worth, measured by playing: plans of games, and sums of what they brought."""
