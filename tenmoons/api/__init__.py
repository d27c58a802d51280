"""The API of the whole site: its description, examples, headers and idempotency."""
