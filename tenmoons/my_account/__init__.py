"""A person's own pages: what they have, what is kept about them, leaving."""
