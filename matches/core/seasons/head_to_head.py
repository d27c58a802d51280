"""Head to head of two players: matches, games, crystals, and decks; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from matches.core.seasons.encounters import Encounter


@dataclass(frozen=True, slots=True)
class HeadToHeadRecord:
    """Two players against each other: matches won by each, draws, known games won by each, crystals."""

    a: str
    b: str
    won_a: int
    won_b: int
    drawn: int
    games_a: int
    games_b: int
    crystals_a: int
    crystals_b: int

    @property
    def met(self) -> int:
        return self.won_a + self.won_b + self.drawn

    def swapped(self) -> HeadToHeadRecord:
        crystals = self.crystals_b, self.crystals_a
        return HeadToHeadRecord(
            self.b, self.a, self.won_b, self.won_a, self.drawn, self.games_b, self.games_a, *crystals
        )


@dataclass(frozen=True, slots=True)
class DeckWinCount:
    """Matches played and won with a deck; `label` is its people or its name."""

    label: str
    matches: int
    won: int


def all_head_to_heads(played: Sequence[Encounter]) -> tuple[HeadToHeadRecord, ...]:
    """Return every pair that has met, by name."""
    pairs: dict[tuple[str, str], list[Encounter]] = {}
    for encounter in played:
        pairs.setdefault((min(encounter.a, encounter.b), max(encounter.a, encounter.b)), []).append(encounter)
    return tuple(head_to_head(a, b, pairs[a, b]) for a, b in sorted(pairs))


def head_to_head(a: str, b: str, played: Sequence[Encounter]) -> HeadToHeadRecord:
    """Count the matches of two players in `played`.

    >>> head_to_head("Roland", "Elinor", [Encounter("Elinor", "Roland", 5, 2, "Elinor")]).crystals_a
    2
    """
    encounters = encounters_between(a, b, played)
    won = Counter(encounter.winner for encounter in encounters)
    games = Counter(bout.winner for encounter in encounters for bout in encounter.bouts)
    crystals = (
        sum(encounter.crystals_a for encounter in encounters),
        sum(encounter.crystals_b for encounter in encounters),
    )
    return HeadToHeadRecord(a, b, won[a], won[b], won[""], games[a], games[b], *crystals)


@dataclass(frozen=True, slots=True)
class CrossCell:
    """Cell of a cross-table: the row’s player against `opponent`; `duel` is None if they have not met."""

    opponent: str
    duel: HeadToHeadRecord | None


def cross_table(
    names: Sequence[str], duels: Sequence[HeadToHeadRecord]
) -> tuple[tuple[str, tuple[CrossCell | None, ...]], ...]:
    """Return a row of cells for each name; None on the diagonal.

    >>> met = head_to_head("Elinor", "Roland", [Encounter("Elinor", "Roland", 5, 2, "Elinor")])
    >>> rows = dict(cross_table(["Roland", "Elinor"], [met]))
    >>> rows["Roland"][1].duel.won_b, rows["Elinor"][0].duel.won_a, rows["Elinor"][1]
    (1, 1, None)
    """
    by_pair = {(record.a, record.b): record for record in duels}
    by_pair |= {(record.b, record.a): record.swapped() for record in duels}
    return tuple(
        (name, tuple(None if name == other else CrossCell(other, by_pair.get((name, other))) for other in names))
        for name in names
    )


def encounters_between(a: str, b: str, played: Sequence[Encounter]) -> tuple[Encounter, ...]:
    """Return the matches of two players, each with the first player as side a."""
    return tuple(encounter.seen_from(a) for encounter in played if {encounter.a, encounter.b} == {a, b})


def wins_by_deck(name: str, played: Sequence[Encounter]) -> tuple[DeckWinCount, ...]:
    """Count a player’s matches with each people or, if that is unknown, each deck name, most played first.

    If a player uses two decks in a match, both count. Matches without known decks are left out.
    """
    matches: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for own_view in (encounter.seen_from(name) for encounter in played if encounter.has_player(name)):
        for label in {deck.people or deck.name for deck, _theirs in own_view.deck_pairs} - {""}:
            matches[label] += 1
            won[label] += own_view.winner == name
    return tuple(
        DeckWinCount(label, matches[label], won[label]) for label in sorted(matches, key=lambda x: (-matches[x], x))
    )
