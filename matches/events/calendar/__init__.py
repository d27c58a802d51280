"""The site’s public calendar, to which organisers add their events."""
