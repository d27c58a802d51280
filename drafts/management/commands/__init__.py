"""Commands of drafts."""
