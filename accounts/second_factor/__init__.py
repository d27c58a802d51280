"""Two-step log-in: a code of an app or a passkey besides the password; required of staff."""
