"""Web push: devices that are told what happens while no page is open, each kind only if it was asked for."""

from __future__ import annotations
