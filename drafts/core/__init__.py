"""Pure rules of drafts: engine, proof of the shuffle, archive; no Django."""

from __future__ import annotations
