"""The admin of the catalogue, its editing and the rulings."""

from __future__ import annotations

from cards.admin import catalogue, editing, rulings
