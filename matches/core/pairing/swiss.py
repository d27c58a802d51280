"""Swiss pairing: its input and result; pure.

The aims in order: no pair to keep apart, no rematch, the right bye, close scores (the smallest sum of squared
differences), few earlier meetings, then chance. `best_pairing` compares all pairings of the field.
`matches.core.pairing.large_field` pairs a large field within its score groups and proves that no pairing is better; if
it can’t, the whole field is compared. At the end, the player of each pair with fewer starts is to start.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from common.errors import Invalid
from common.text import gettext_noop
from matches.core.pairing.field import APART, Entrant, Entrants, Meetings, PlayerId, best_pairing, random_rank_of
from matches.core.pairing.large_field import best_pairing_of_large_field

MAX_PAIRING_POINTS = 1_000_000
# Up to this many players, all pairings are compared, which takes up to a fifth of a second.
MAX_WHOLE_FIELD_PLAYERS = 160


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A paired round, the top of the standings first. `rematches` are pairings of players who have met before.

    `starters` has the player who starts, for each pairing: the player with fewer starts, or else by lot.
    """

    pairings: tuple[tuple[PlayerId, PlayerId], ...]
    bye: PlayerId | None
    rematches: tuple[tuple[PlayerId, PlayerId], ...]
    starters: tuple[PlayerId, ...] = ()


def pair_round(
    entrants: Iterable[Entrant],
    *,
    seed: int,
    fixed: Sequence[tuple[PlayerId, PlayerId]] = (),
    apart: Collection[frozenset[PlayerId]] = (),
) -> PairedRound:
    """Pair everybody who has not dropped; the order of entrants has no effect, and a seed always gives the same round.

    Fixed pairs stay. If the number of players is odd, the lowest of the players with the fewest byes has the bye,
    unless giving it to another player avoids a rematch. Pairs of `apart` meet only if it can’t be avoided. Raises
    `Invalid` for contradictions in entrants or fixed pairs.

    >>> field = [Entrant("Roland", 3, ("Elinor",)), Entrant("Elinor", 3, ("Roland",)), Entrant("Mira"), Entrant("Otto")]
    >>> pair_round(field, seed=1).rematches
    ()
    """
    everybody = tuple(entrants)
    _check_entrants(everybody)
    active = {entrant.id: entrant for entrant in everybody if not entrant.dropped}
    met = _count_meetings(everybody)
    settled = _check_fixed_pairs(fixed, active)
    free = sorted((entrant for entrant in active.values() if entrant.id not in settled), key=_entrant_id_sort_key)
    matched = _pair_unpaired(Entrants.from_entrants(free, met=met + Counter(dict.fromkeys(apart, APART)), seed=seed))
    bye = next((pair[0] for pair in matched if len(pair) == 1), None)
    pairs = [tuple(pair) for pair in fixed] + [pair for pair in matched if len(pair) == 2]
    placed = sorted((_stronger_first(active[a], active[b]) for a, b in pairs), key=_table_sort_key)
    pairings = tuple((a.id, b.id) for a, b in placed)
    rematches = tuple(pair for pair in pairings if met[frozenset(pair)])
    return PairedRound(pairings, bye, rematches, tuple(_player_to_start(a, b, seed) for a, b in placed))


def _pair_unpaired(free: Entrants) -> list[tuple[PlayerId, ...]]:
    """Return the best pairing of the free players as tuples of ids; a tuple of one is the bye."""
    pairs = best_pairing_of_large_field(free) if len(free.ids) > MAX_WHOLE_FIELD_PLAYERS else None
    return [tuple(free.ids[i] for i in pair) for pair in (best_pairing(free) if pairs is None else pairs)]


def _player_to_start(a: Entrant, b: Entrant, seed: int) -> PlayerId:
    """Return the player with fewer starts; if equal, the lot decides."""
    return min(
        (a, b), key=lambda entrant: (entrant.starts, random_rank_of(entrant.id, seed), *_entrant_id_sort_key(entrant))
    ).id


def _check_entrants(entrants: Sequence[Entrant]) -> None:
    seen: set[PlayerId] = set()
    for entrant in entrants:
        if entrant.id in seen:
            raise Invalid(gettext_noop("Player %(id)s is listed twice."), {"id": entrant.id})
        seen.add(entrant.id)
        if entrant.id in entrant.opponents:
            raise Invalid(gettext_noop("Player %(id)s can’t be their own opponent."), {"id": entrant.id})
        if entrant.byes < 0 or entrant.starts < 0:
            raise Invalid(gettext_noop("Player %(id)s can’t have had %(byes)s byes."), _entrant_params(entrant))
        if not abs(entrant.points) <= MAX_PAIRING_POINTS:
            raise Invalid(gettext_noop("Player %(id)s can’t have %(points)s points."), _entrant_params(entrant))


def _entrant_params(entrant: Entrant) -> dict[str, object]:
    return {"id": entrant.id, "byes": entrant.byes, "points": entrant.points}


def _check_fixed_pairs(fixed: Sequence[tuple[PlayerId, PlayerId]], active: dict[PlayerId, Entrant]) -> set[PlayerId]:
    settled: set[PlayerId] = set()
    for pair in fixed:
        for player in pair:
            if player not in active:
                template = gettext_noop("A fixed pairing includes %(id)s, who isn’t playing this round.")
                raise Invalid(template, {"id": player})
            if player in settled:
                raise Invalid(gettext_noop("Player %(id)s is in the fixed pairings twice."), {"id": player})
            settled.add(player)
    return settled


def _count_meetings(entrants: Iterable[Entrant]) -> Meetings:
    """Count how often each two players have met. Of their two counts, the higher is used."""
    meetings: Meetings = Counter()
    for entrant in entrants:
        for opponent, times in Counter(entrant.opponents).items():
            pair = frozenset((entrant.id, opponent))
            meetings[pair] = max(meetings[pair], times)
    return meetings


def _entrant_id_sort_key(entrant: Entrant) -> tuple[str, PlayerId]:
    return type(entrant.id).__name__, entrant.id


def _stronger_first(a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
    first, second = sorted((a, b), key=lambda entrant: (-entrant.points, *_entrant_id_sort_key(entrant)))
    return first, second


def _table_sort_key(pair: tuple[Entrant, Entrant]) -> tuple[object, ...]:
    return -pair[0].points, -pair[1].points, *_entrant_id_sort_key(pair[0])
