"""The log of log-ins that everybody sees of their own account."""
