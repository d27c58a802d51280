"""Changes of an event since a version, so that responses stay small with two thousand players."""
