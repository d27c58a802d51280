"""The grown-up shape on one machine: PostgreSQL, Redis, several web processes, worker and beat, watched over."""
