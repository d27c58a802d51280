"""Archive of a draft: logs, their export, reviews and pick statistics; pure."""
