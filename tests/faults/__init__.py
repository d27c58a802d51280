"""The fault kit: what a site has acknowledged survives whatever dies (`python -m tests.faults`, `make faults`)."""
