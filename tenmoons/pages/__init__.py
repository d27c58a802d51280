"""Pages of the site as a whole: home, errors, the description of the API, the style guide."""
