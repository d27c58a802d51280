"""Monitoring: request log, metrics, health checks, error counts and the status page (`docs/operations.md`)."""
