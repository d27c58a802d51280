"""Generated requests and files: whatever is sent, the site answers as documented."""
