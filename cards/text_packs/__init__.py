"""Private packs of card texts and pictures."""
