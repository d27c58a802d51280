"""Counts of cards over the site’s drafts, drafts with a list, or simulated drafts (`drafts.simulator`)."""
