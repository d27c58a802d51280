"""The venue screen of an event: pages that fill a wall and turn by themselves."""
