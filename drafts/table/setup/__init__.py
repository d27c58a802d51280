"""Opening a table: the form, what a set-up comes to, and practice outside the rules."""
