"""Groups of players: members, encounters, draft evenings."""
