"""The players of an event, as the desk sees them."""

from __future__ import annotations
