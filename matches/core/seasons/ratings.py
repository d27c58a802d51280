"""Ratings with their uncertainty, the one place that knows openskill; pure."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from matches.core.seasons.encounters import Encounter

# Below this many matches a rating says next to nothing.
MIN_RATED_MATCHES = 10


class Rating(NamedTuple):
    """A rating and how uncertain it is: the true strength lies within twice the uncertainty, 19 times in 20."""

    value: float
    uncertainty: float

    @property
    def low(self) -> float:
        """The careful end."""
        return round(self.value - 2 * self.uncertainty, 1)

    @property
    def high(self) -> float:
        """The kind end."""
        return round(self.value + 2 * self.uncertainty, 1)


def rating_courses(played: Iterable[Encounter]) -> dict[str, tuple[Rating, ...]]:
    """Everybody's rating after each of their matches, which come in the order of play; a draw moves both together.

    >>> found = rating_courses([Encounter("Roland", "Elinor", 5, 3, "Roland")])
    >>> found["Roland"][-1].value > found["Elinor"][-1].value
    True
    """
    from openskill.models import PlackettLuce, PlackettLuceRating  # loaded with the first table of ratings

    model = PlackettLuce()
    known = defaultdict[str, PlackettLuceRating](model.rating)
    courses: dict[str, list[Rating]] = {}
    for match in played:
        ranks = [0.0, 0.0] if not match.winner else [0.0, 1.0] if match.winner == match.a else [1.0, 0.0]
        [[known[match.a]], [known[match.b]]] = model.rate([[known[match.a]], [known[match.b]]], ranks=ranks)
        for name in (match.a, match.b):
            courses.setdefault(name, []).append(Rating(round(known[name].mu, 1), round(known[name].sigma, 1)))
    return {name: tuple(course) for name, course in courses.items()}
