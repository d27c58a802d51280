"""The public calendar of the site: events that their organisers put there."""
