"""Help with building: choosing a deck out of a pool of cards."""

from __future__ import annotations

from decks.building.complete import complete_from_pool

__all__ = ["complete_from_pool"]
