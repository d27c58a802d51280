"""Measuring what cards are worth: the tables of evidence that ship with the site come from here."""
