"""The companion's notes of a game: parsed and replayed; pure."""
