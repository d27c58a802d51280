"""Changes of an event since a version, so that answers stay small where two thousand people play."""
