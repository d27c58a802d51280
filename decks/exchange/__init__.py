"""Import, export and checking of deck lists; PDFs."""
