"""The card catalogue: facts, search, rulings, sets, pictures, and the pages for editing them."""
