"""`manage.py doctor`: checks a running site and gives advice."""
