"""Shared screen: the page for a television, and the names round a table as a drawing."""
