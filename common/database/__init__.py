"""Database: statements that are written once a process."""
