"""Database: statements that are compiled once per process."""
