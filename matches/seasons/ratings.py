"""Ratings with their uncertainty, the one place that knows openskill; pure."""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuce, PlackettLuceRating

# Below this many matches a rating says next to nothing.
FEW = 10


def ratings(results: Iterable[tuple[str, str, str]]) -> dict[str, tuple[float, float]]:
    """(rating, uncertainty) of everybody in results of (a, b, winner; empty for a draw) in the order of play.

    >>> found = ratings([("Roland", "Elinor", "Roland")])
    >>> found["Roland"][0] > found["Elinor"][0]
    True
    """
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for a, b, winner in results:
        one, other = known.setdefault(a, model.rating()), known.setdefault(b, model.rating())
        ranks = [0.0, 0.0] if not winner else [0.0, 1.0] if winner == a else [1.0, 0.0]
        [[known[a]], [known[b]]] = model.rate([[one], [other]], ranks=ranks)
    return {name: (round(one.mu, 1), round(one.sigma, 1)) for name, one in known.items()}
