"""The pass draft: a table of two to six, live, with bots in empty seats and no dealer."""
