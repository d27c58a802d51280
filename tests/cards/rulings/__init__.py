"""Rulings: the book, its tables, pages, search and languages."""
