"""Two-step log-in: an app’s code or a passkey in addition to the password; required of staff."""
