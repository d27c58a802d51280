"""Real PostgreSQL and Redis from the development wheels, for tests, benchmarks and `make cluster`."""
