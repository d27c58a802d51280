"""Commands of this floor."""

from __future__ import annotations
