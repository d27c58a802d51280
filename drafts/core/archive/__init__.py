"""Archive of a draft: the log of a seat packet by packet, its export, and what cards were taken when; pure."""
