"""Tests of the search language."""
