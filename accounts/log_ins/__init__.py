"""Log-ins: the log of an account that its member sees."""
