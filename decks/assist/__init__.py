"""Help with a deck: repair, completion, odds, statistics."""
