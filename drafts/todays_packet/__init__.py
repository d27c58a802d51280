"""Today's packet: what people would take of it, counted without knowing who they are."""
