"""References of `docs/reference/`, written from the code: `python -m tests.reference`."""
