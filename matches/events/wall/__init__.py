"""The venue screen of an event: pages that fill a wall and turn by themselves."""

from __future__ import annotations
