"""Pictures drawn from the facts of a card: facts in, SVG out. Pure; the same facts always give the same picture."""
