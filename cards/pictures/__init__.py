"""Pictures of cards over HTTP: one URL per card that names its content, so that browsers can cache it for good."""
