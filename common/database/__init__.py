"""Database: statements that are written once a process, and rows that are made before a lock is taken."""
