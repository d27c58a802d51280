"""Template tags of games played at the site."""
