"""The files of an event, by name: for its page and the API."""
