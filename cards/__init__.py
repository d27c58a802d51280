"""The catalogue of cards: facts, search, rulings, sets, pictures, and the pages on which it is edited."""
