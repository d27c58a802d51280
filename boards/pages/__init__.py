"""Pages of positions: the board, trying a position, rulings on boards, lessons."""
