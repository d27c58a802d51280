"""Benchmarks, each against something else in the same run: `python -m benchmarks.NAME`. Never part of the tests."""
