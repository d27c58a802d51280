"""A page of an event to lay over a video stream."""
