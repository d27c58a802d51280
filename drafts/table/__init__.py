"""A draft table: picks, clocks, host actions, pages and API."""
