"""Games played at the site."""
