"""Lists of cards to draft with: saved lists with their pages, and the sources to fill a list from."""
