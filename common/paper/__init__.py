"""Shared parts of PDF papers: the sheet, tables, fonts and QR codes."""
