"""Pictures of cards over HTTP: one address a card that names its content, so that a browser may keep it for good."""
