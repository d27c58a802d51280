"""What is left of a draft, pure: the log of a seat packet by packet, its export, and what cards were taken when."""
