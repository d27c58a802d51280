"""`manage.py doctor`: looks a running site over and says what to do."""
