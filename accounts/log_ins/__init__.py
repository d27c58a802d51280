"""Log-ins: the log that members see of their own account."""
