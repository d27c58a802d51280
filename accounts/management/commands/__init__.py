"""Commands about accounts."""

from __future__ import annotations
