"""WebSockets of games."""
