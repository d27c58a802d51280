"""Pure rules of decks: legality, text formats, building, odds, collections; no Django."""
