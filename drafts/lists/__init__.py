"""Lists of cards to draft with: saved ones with their pages, and where a list is filled in from."""
