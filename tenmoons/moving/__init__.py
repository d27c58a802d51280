"""Moving: exports matches, events, groups and drafts as files that another site can import."""
