"""One deck: reading, writing, presenting."""
