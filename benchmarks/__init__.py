"""Speed, measured in one run beside something else: `python -m benchmarks.NAME`. Never part of the tests."""
