"""What the desk says to everybody in an event."""

from __future__ import annotations
