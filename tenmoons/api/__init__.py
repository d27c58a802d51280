"""What the site adds to every answer of the API."""
