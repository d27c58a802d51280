"""Pages of positions: the board as a picture, trying a position, rulings with their boards, lessons."""
