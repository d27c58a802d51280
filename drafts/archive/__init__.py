"""Finished drafts: log, statistics, proof of the shuffle."""

from __future__ import annotations
