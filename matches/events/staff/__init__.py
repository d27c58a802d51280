"""Staff of an event: judges and scorekeepers, and the links that make them."""
