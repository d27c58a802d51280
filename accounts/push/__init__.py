"""Web push: devices that are notified while no page is open, each kind only if it was asked for."""
