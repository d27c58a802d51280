"""How strong a kept deck is: games in the background, with progress and an end at any time."""
