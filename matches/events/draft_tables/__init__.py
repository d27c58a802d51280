"""The draft tables of an event."""
