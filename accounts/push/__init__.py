"""Web push: notifications of the kinds that somebody chose, to devices with no page open."""
