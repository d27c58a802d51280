"""Log-ins: the log of them that everybody sees of their own account."""
