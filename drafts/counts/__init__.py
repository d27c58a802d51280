"""Counts of cards: over the drafts of the site, those with a list, or those of bots (`drafts.simulator`)."""
