"""Demo content that shows what the site does."""
