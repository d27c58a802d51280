"""Pictures drawn from a card’s facts, as SVG. Pure; the same facts always give the same picture."""
