"""Tags of the draft pages."""
