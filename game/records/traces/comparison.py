"""Comparison: how far the engine agrees with a recorded game."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Comparison:
    """Comparison of one game: steps compared, steps there were to compare, and the first difference if any."""

    game: str
    steps: int = 0
    comparable: int = 0
    total: int = 0
    dead_ends: int = 0
    listed: str = ""  # the listed reading that ended the comparison
    difference: str = ""
    at: int = -1
    cards: Counter[str] = field(default_factory=Counter)

    @property
    def agrees(self) -> bool:
        """Whether every step before the first listed difference agrees."""
        return not self.difference
