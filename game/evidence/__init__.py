"""Evidence: what cards and peoples are worth, measured by playing."""
