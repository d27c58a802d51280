"""Players of an event: entering, changing, merging and penalties, for the organiser."""
