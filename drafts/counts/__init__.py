"""Counts of cards over all drafts of the site, and over drafts of bots (`drafts.simulator`)."""
