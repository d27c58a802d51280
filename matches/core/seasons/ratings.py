"""Ratings with their uncertainty, by openskill; pure."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from matches.core.seasons.encounters import Encounter

# Below this many matches a rating is marked as unreliable.
MIN_RATED_MATCHES = 10


class Rating(NamedTuple):
    """A rating; the true strength lies within twice the uncertainty with a probability of 95 %."""

    value: float
    uncertainty: float

    @property
    def low(self) -> float:
        return round(self.value - 2 * self.uncertainty, 1)

    @property
    def high(self) -> float:
        return round(self.value + 2 * self.uncertainty, 1)


def ratings_by_match(played: Iterable[Encounter]) -> dict[str, tuple[Rating, ...]]:
    """Return each player's rating after each of their matches; `played` is in the order of play.

    >>> found = ratings_by_match([Encounter("Roland", "Elinor", 5, 3, "Roland")])
    >>> found["Roland"][-1].value > found["Elinor"][-1].value
    True
    """
    from openskill.models import PlackettLuce, PlackettLuceRating  # slow to load

    model = PlackettLuce()
    known = defaultdict[str, PlackettLuceRating](model.rating)
    courses: dict[str, list[Rating]] = {}
    for match in played:
        ranks = [0.0, 0.0] if not match.winner else [0.0, 1.0] if match.winner == match.a else [1.0, 0.0]
        [[known[match.a]], [known[match.b]]] = model.rate([[known[match.a]], [known[match.b]]], ranks=ranks)
        for name in (match.a, match.b):
            courses.setdefault(name, []).append(Rating(round(known[name].mu, 1), round(known[name].sigma, 1)))
    return {name: tuple(course) for name, course in courses.items()}
