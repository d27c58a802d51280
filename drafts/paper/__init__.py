"""Paper drafts: the site deals for a table with real cards."""
