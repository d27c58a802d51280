"""A season of a group: its table of crystals, how it moved, who beats whom, and ratings; pure."""

from __future__ import annotations

from matches.seasons.count import Duel, Encounter, Season, Standing, season

__all__ = ["Duel", "Encounter", "Season", "Standing", "season"]
