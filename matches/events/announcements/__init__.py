"""Announcements of the organisers to everybody in an event."""
