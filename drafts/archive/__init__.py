"""Finished drafts: log, statistics, proof of the shuffle."""
