"""Web push: notifications of chosen kinds, to devices with no page open."""
