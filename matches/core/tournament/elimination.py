"""Single and double elimination: the tree, a player’s next match, names of rounds, the final ranking; pure."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from random import Random

from common.errors import Conflict
from common.sentence_tables import Sentence
from common.text import gettext_noop
from matches.core.tournament.stages import first_bracket_round

MAX_TREE_PLAYERS = 256
# An empty place in the tree: the opponent advances without a match.
BYE = 0
# The number of the match for third place, which is the last in the tree.
THIRD_PLACE = 0
# Maximum draws to keep players of a party apart in the first round.
MAX_SEED_DRAWS = 60
Player = int


class Branch(StrEnum):
    """The part of the tree a match is in."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class Source:
    """Source of a player: the seed (from 0), or the winner or loser of the match, with this number."""

    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """A match of the tree: its number from 1 (`THIRD_PLACE` for third place) and its round in its branch.

    `again` is the second final, which is only played if the undefeated player has lost the first final.
    """

    number: int
    branch: Branch
    round: int
    a: Source
    b: Source
    again: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A slot and its players (None: unknown); `real` if two meet. An undecided third place has winner `BYE`."""

    slot: BracketSlot
    a: Player | None
    b: Player | None
    winner: Player | None
    real: bool

    @property
    def ready(self) -> bool:
        return bool(self.a) and bool(self.b) and self.winner is None

    @property
    def loser(self) -> Player | None:
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a


def bracket_size(players: int) -> int:
    """Return the number of places in the tree, a power of two; raises `Conflict` for too few or too many players."""
    if players < 2:
        raise Conflict(gettext_noop("A round needs two players."))
    if players > MAX_TREE_PLAYERS:
        template = gettext_noop(
            "An elimination event can have at most %(most)s players. Play Swiss rounds with a playoff instead."
        )
        raise Conflict(template, {"most": MAX_TREE_PLAYERS})
    return 1 << (players - 1).bit_length()


def bracket_slots(size: int, *, double: bool, third: bool = False) -> tuple[BracketSlot, ...]:
    """Return the matches of a tree of `size` places, each after the matches that its players come from.

    With `third`, the losers of the semifinals meet; double elimination has no match for third place.

    >>> [len(bracket_slots(8, double=double)) for double in (False, True)]
    [7, 15]
    """
    slots: list[BracketSlot] = []

    def add(branch: Branch, round_: int, a: Source, b: Source, *, again: bool = False) -> int:
        slots.append(BracketSlot(len(slots) + 1, branch, round_, a, b, again))
        return len(slots)

    pairs = [(Source("seed", a), Source("seed", b)) for a, b in first_bracket_round(range(size))]
    rounds: list[list[int]] = []
    while pairs:
        rounds.append([add(Branch.WINNERS, len(rounds) + 1, a, b) for a, b in pairs])
        pairs = _pair_sources([Source("winner", number) for number in rounds[-1]])
    if double:
        last = _add_losers_bracket(rounds, add)
        first = add(Branch.FINAL, 1, Source("winner", rounds[-1][0]), last)
        add(Branch.FINAL, 2, Source("winner", first), Source("loser", first), again=True)
    elif third and size > 2:
        a, b = (Source("loser", number) for number in rounds[-2])
        slots.append(BracketSlot(THIRD_PLACE, Branch.THIRD, 1, a, b))
    return tuple(slots)


def _pair_sources(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    return list(zip(sources[::2], sources[1::2], strict=False))


def _add_losers_bracket(rounds: Sequence[Sequence[int]], add: Callable[[Branch, int, Source, Source], int]) -> Source:
    """Add the losers’ bracket; return the source of its winner, who plays the final.

    The losers of every other round enter in reverse order, so that two players don’t meet again soon.
    """
    alive = [Source("loser", number) for number in rounds[0]]
    count = 0
    for index, fallen in enumerate(rounds[1:]):
        count += 1
        alive = [Source("winner", add(Branch.LOSERS, count, a, b)) for a, b in _pair_sources(alive)]
        order = fallen[::-1] if index % 2 == 0 else fallen
        count += 1
        met = zip(alive, (Source("loser", number) for number in order), strict=True)
        alive = [Source("winner", add(Branch.LOSERS, count, a, b)) for a, b in met]
    return alive[0]


def draw_seeds(
    players: Sequence[Player], *, seed: int, apart: Collection[frozenset[Player]] = (), first: Sequence[Player] = ()
) -> list[Player]:
    """Return the players by their places in the tree: `first` in this order, then other players by lot.

    Up to `MAX_SEED_DRAWS` draws are made; the one with the fewest pairs of `apart` in round 1 is returned.

    >>> draw_seeds([1, 2, 3], seed=1, first=[3, 1])
    [3, 1, 2, 0]
    """
    rng, size = Random(seed), bracket_size(len(players))
    best: list[Player] = []
    fewest = size
    for _draw in range(MAX_SEED_DRAWS if apart else 1):
        drawn = sorted(set(players) - set(first))
        rng.shuffle(drawn)
        places = [*first, *drawn, *[BYE] * (size - len(players))]
        meetings = sum(frozenset((places[n], places[size - 1 - n])) in apart for n in range(size // 2))
        if meetings < fewest:
            best, fewest = places, meetings
    return best


def fill_bracket(
    slots: Iterable[BracketSlot], seeds: Sequence[Player], winners: Mapping[int, Player]
) -> tuple[BracketMatch, ...]:
    """Return the tree with its players; `winners` has the winner of each finished match by number.

    >>> [each.ready for each in fill_bracket(bracket_slots(4, double=False), [11, 12, 13, BYE], {})]
    [False, True, False]
    """
    tree: dict[int, BracketMatch] = {}
    # Whether a match will have a winner and a loser.
    comes: dict[Source, bool] = {Source("seed", n): player != BYE for n, player in enumerate(seeds)}
    for slot in slots:
        a, b = (_player_from_source(source, seeds, tree) for source in (slot.a, slot.b))
        real = comes[slot.a] and comes[slot.b]
        if slot.again and a is not None and a == tree[slot.a.number].a:
            real, b = False, BYE
        comes[Source("winner", slot.number)] = comes[slot.a] or comes[slot.b]
        comes[Source("loser", slot.number)] = real
        winner = winners.get(slot.number)
        if a is None or b is None:
            winner = None
        elif BYE in (a, b):
            winner = a or b
        tree[slot.number] = BracketMatch(slot, a, b, winner, real)
    return tuple(tree.values())


def first_matches(seeds: Sequence[Player]) -> list[BracketMatch]:
    """Return the first round of a tree with these places, in single or double elimination."""
    tree = fill_bracket(bracket_slots(len(seeds), double=False), seeds, {})
    return [match for match in tree if match.slot.round == 1]


def final_of(matches: Sequence[BracketMatch]) -> BracketMatch:
    return matches[-2] if matches[-1].slot.number == THIRD_PLACE else matches[-1]


def _player_from_source(source: Source, seeds: Sequence[Player], tree: Mapping[int, BracketMatch]) -> Player | None:
    if source.kind == "seed":
        return seeds[source.number]
    match = tree[source.number]
    return match.winner if source.kind == "winner" else match.loser


@dataclass(frozen=True, slots=True)
class UpcomingMatch:
    """The next match of a player that is not paired yet, and its earliest round of the event.

    While `opponent` is None, `source` is the match whose winner or loser is the opponent.
    """

    match: BracketMatch
    opponent: Player | None
    source: Source | None
    round: int


def upcoming_match(
    tree: Sequence[BracketMatch], player: Player, *, round_of: Mapping[int, int], last: int
) -> UpcomingMatch | None:
    """Return the next match of a player; None while a match of theirs is paired, and if no match follows.

    `round_of` has the round of the event for each paired match by its number; `last` is the newest round.
    """
    by_number = {match.slot.number: match for match in tree}
    mine = next((match for match in tree if match.real and match.winner is None and player in (match.a, match.b)), None)
    if mine is None or mine.slot.number in round_of:
        return None
    first = mine.a == player
    opponent = mine.b if first else mine.a
    source = None if opponent else _skip_bye_sources(by_number, mine.slot.b if first else mine.slot.a)
    return UpcomingMatch(mine, opponent or None, source, _earliest_round_of_match(by_number, mine, round_of, last))


def last_loss_by_player(tree: Sequence[BracketMatch]) -> dict[Player, BracketMatch]:
    """Return each player’s last lost match, in either bracket, but not the match for third place."""
    return {match.loser: match for match in tree if match.real and match.loser and match.slot.number != THIRD_PLACE}


def _skip_bye_sources(by_number: Mapping[int, BracketMatch], source: Source) -> Source:
    """Return the source of a player, following it back through byes."""
    match = by_number[source.number]
    if match.real:
        return source
    inner = match.slot.b if match.a == BYE else match.slot.a
    return source if inner.kind == "seed" else _skip_bye_sources(by_number, inner)


def _earliest_round_of_match(
    by_number: Mapping[int, BracketMatch], match: BracketMatch, round_of: Mapping[int, int], last: int
) -> int:
    if match.slot.number in round_of:
        return round_of[match.slot.number]
    before = [last]
    for player, source in ((match.a, match.slot.a), (match.b, match.slot.b)):
        if player is None:
            number = _skip_bye_sources(by_number, source).number
            before.append(_earliest_round_of_match(by_number, by_number[number], round_of, last))
    return 1 + max(before)


# Names of a round and of a single match in it, by the number of matches in the round.
_NAMES_BY_MATCH_COUNT = {
    1: (gettext_noop("Final"), gettext_noop("Final")),
    2: (gettext_noop("Semifinals"), gettext_noop("Semifinal")),
    4: (gettext_noop("Quarterfinals"), gettext_noop("Quarterfinal")),
}
_WINNERS_NAMES_BY_MATCH_COUNT = {
    1: (gettext_noop("Winners’ final"), gettext_noop("Winners’ final")),
    2: (gettext_noop("Winners’ semifinals"), gettext_noop("Winners’ semifinal")),
}
_BRANCH_NAMES = {
    Branch.WINNERS: gettext_noop("Winners’ bracket: no losses"),
    Branch.LOSERS: gettext_noop("Losers’ bracket: one loss"),
    Branch.FINAL: gettext_noop("Final"),
    Branch.THIRD: gettext_noop("Third-place match"),
}


def branch_name(branch: str) -> Sentence:
    return Sentence(_BRANCH_NAMES[Branch(branch)])


def name_of_numbered_round(number: int) -> Sentence:
    return Sentence(gettext_noop("Round %(number)s"), {"number": number})


def elimination_round_name(matches: int, *, single: bool = False) -> Sentence:
    """Return the name of a single-elimination round with this many matches, or with `single` of one match in it.

    >>> elimination_round_name(2).template, elimination_round_name(2, single=True).template
    ('Semifinals', 'Semifinal')
    """
    if matches in _NAMES_BY_MATCH_COUNT:
        return Sentence(_NAMES_BY_MATCH_COUNT[matches][single])
    return Sentence(gettext_noop("Round of %(players)s"), {"players": 2 * matches})


def name_of_bracket_round(slots: Sequence[BracketSlot], slot: BracketSlot, *, single: bool = False) -> Sentence:
    """Return the name of a match’s round in the tree; with `single`, the name of the match."""
    if slot.branch is Branch.THIRD:
        return branch_name(slot.branch)
    if slot.branch is Branch.FINAL:
        return Sentence(gettext_noop("Second final") if slot.again else gettext_noop("Final"))
    matches = sum(other.branch is slot.branch and other.round == slot.round for other in slots)
    if slots[-1].branch is not Branch.FINAL:
        return elimination_round_name(matches, single=single)
    if slot.branch is Branch.WINNERS:
        if matches in _WINNERS_NAMES_BY_MATCH_COUNT:
            return Sentence(_WINNERS_NAMES_BY_MATCH_COUNT[matches][single])
        return Sentence(gettext_noop("Winners’ round %(number)s"), {"number": slot.round})
    if slot.round == max(other.round for other in slots if other.branch is Branch.LOSERS):
        return Sentence(gettext_noop("Losers’ final"))
    return Sentence(gettext_noop("Losers’ round %(number)s"), {"number": slot.round})


def common_round_name(names: Iterable[Sentence], *, number: int) -> Sentence:
    """Return the name that a round’s matches share; if their names differ, “Round” and its `number`."""
    taken = list(names)
    same = bool(taken) and all(name == taken[0] for name in taken)
    return taken[0] if same else name_of_numbered_round(number)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The places `first` to `last`, shared by players who got equally far; `decided` once they are certain."""

    first: int
    last: int
    player: Player
    decided: bool = True

    @property
    def label(self) -> str:
        """Return the place as displayed: 1, or 3–4."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def final_ranking(matches: Sequence[BracketMatch], places: Sequence[tuple[int, Player]]) -> tuple[FinalPlace, ...]:
    """Return the final place of everybody, best first; empty without a tree.

    `places` is the table of the event as (place, player), best first. It decides the order of players who share a place
    because they went out in the same round of a branch, and of players outside the tree, who come last.

    >>> from matches.core.tournament.elimination import bracket_slots, fill_bracket
    >>> matches = fill_bracket(bracket_slots(2, double=False), [1, 2], {1: 2})
    >>> [(each.label, each.player) for each in final_ranking(matches, [(1, 1), (2, 2), (3, 3)])]
    [('1', 2), ('2', 1), ('3', 3)]
    """
    out: dict[Player, tuple[int, int]] = {}
    first, worst = 2, 1
    for group in _matches_that_eliminate(matches):
        last = first + len(group) - 1
        out |= {match.loser: (first, last) for match in group if match.loser}
        if any(match.winner is None for match in group):
            worst = last
        first = last + 1
    waiting: set[Player | None] = set()
    for match in (match for match in matches if match.slot.number == THIRD_PLACE and match.real):
        if match.winner and match.loser:
            out |= {match.winner: (3, 3), match.loser: (4, 4)}
        elif match.winner is None:
            waiting = {match.a, match.b}
    inside = {player for match in matches for player in (match.a, match.b) if player}
    still = [player for _place, player in places if player in inside and player not in out]
    ranking = [FinalPlace(1, worst, player, decided=worst == 1) for player in still]
    gone = sorted((out[player], index, player) for index, (_place, player) in enumerate(places) if player in out)
    ranking += [FinalPlace(*place, player, decided=player not in waiting) for place, _nth, player in gone]
    rest = [each for each in places if each[1] not in inside]
    return (*ranking, *_places_by_round(rest, after=len(inside))) if matches else ()


def _places_by_round(rest: Sequence[tuple[int, Player]], *, after: int) -> Iterator[FinalPlace]:
    for _place, group in groupby(rest, key=lambda each: each[0]):
        players = [player for _same, player in group]
        yield from (FinalPlace(after + 1, after + len(players), player) for player in players)
        after += len(players)


def _matches_that_eliminate(matches: Sequence[BracketMatch]) -> list[list[BracketMatch]]:
    """Return the matches whose losers are out, in one list for each round, the last round first."""
    double = any(match.slot.branch is Branch.FINAL for match in matches)
    second = any(match.slot.again and match.real and match.a for match in matches)
    groups: dict[tuple[bool, int], list[BracketMatch]] = {}
    for match in matches:
        final = match.slot.branch is Branch.FINAL
        goes_on = (double and match.slot.branch is Branch.WINNERS) or match.slot.number == THIRD_PLACE
        if match.real and not goes_on and (not final or match.slot.again == second):
            groups.setdefault((final, match.slot.round), []).append(match)
    return [groups[key] for key in sorted(groups, reverse=True)]
