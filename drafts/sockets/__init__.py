"""WebSockets of draft tables."""
