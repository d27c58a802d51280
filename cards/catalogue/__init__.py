"""The catalogue in the database: reading, loading, change log."""
