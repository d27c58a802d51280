"""What every operation of the API shares: reading a body, errors, lists, headers and the description."""
