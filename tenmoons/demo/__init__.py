"""Made-up content that shows what the site does."""
