"""Made-up requests and files: whatever is sent, the site answers as it says it does."""
