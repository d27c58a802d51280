"""Help with building: where a deck starts, and filling it from a pool of cards."""

from __future__ import annotations

from decks.building.complete import complete_from_pool
from decks.building.start import fill, start_deck

__all__ = ["complete_from_pool", "fill", "start_deck"]
