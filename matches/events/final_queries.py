"""Queries of the end of an event with a cut: final ranking and bracket."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.core.tournament.elimination import Branch, TreeMatch, placed, went_out
from matches.core.tournament.final_ranking import Duel, FinalPlace, final_ranking
from matches.core.tournament.round_names import RoundName, knockout_round, tree_round
from matches.events.read_models import EventView, PairingView, RoundView
from matches.models import Registration, Round


@dataclass(frozen=True, slots=True)
class Final:
    """A row of the final ranking: the place and the player."""

    place: FinalPlace
    player: Registration


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A column of the bracket: its tables in order, or in a round not yet paired the names known of each match."""

    tables: tuple[PairingView, ...]
    number: int
    to_come: tuple[tuple[str, str], ...] = ()

    @property
    def players(self) -> int:
        """How many play in it."""
        return 2 * len(self.tables)

    @property
    def name(self) -> RoundName:
        """Final, semifinals and so on."""
        return knockout_round(len(self.tables) or len(self.to_come))


def cut_rounds(view: EventView) -> tuple[RoundView, ...]:
    """The rounds of the cut."""
    return tuple(round_ for round_ in view.rounds if round_.row.stage == Round.Stage.CUT)


def final_places(view: EventView) -> tuple[Final, ...]:
    """Everybody's final place, best first; empty while there is no cut."""
    if view.tree:
        return _placed_in_tree(view)
    cut = [[_duel(table) for table in round_.pairings if table.b is not None] for round_ in cut_rounds(view)]
    if not cut:
        return ()
    places = {place.player.pk: place for place in view.places}
    ranking = final_ranking(cut, [(place.line.place, place.player.pk) for place in view.places])
    return tuple(Final(each, places[each.player].player) for each in ranking)


def _placed_in_tree(view: EventView) -> tuple[Final, ...]:
    places = {place.player.pk: place for place in view.places}
    ranking = placed(view.tree, [place.player.pk for place in view.places])
    return tuple(Final(each, places[each.player].player) for each in ranking)


def rounds_gone_out(matches: Sequence[TreeMatch], *, single: bool = False) -> dict[int, RoundName]:
    """The round in which each player has lost for good; not of the winner, who may have lost once.

    With `single` the name of the match.
    """
    slots = [each.slot for each in matches]
    winner = matches[-1].winner
    return {
        player: tree_round(slots, lost.slot, single=single)
        for player, lost in went_out(matches).items()
        if player != winner
    }


def _duel(table: PairingView) -> Duel:
    assert table.b is not None
    winner = table.winner
    return Duel(table.a.pk, table.b.pk, winner.pk if winner is not None else None)


def bracket_of(view: EventView) -> tuple[BracketRound, ...]:
    """The columns of the bracket picture, from the first round of the cut to the last that is paired."""
    if view.tree:
        return ()
    return tuple(BracketRound(in_order(round_), round_.row.number) for round_ in cut_rounds(view))


def with_rounds_to_come(columns: Sequence[BracketRound]) -> tuple[BracketRound, ...]:
    """The columns and the rounds up to the final that are not paired yet, with the names of those who have won."""
    whole = list(columns)
    while whole and (count := len(whole[-1].tables) or len(whole[-1].to_come)) > 1:
        winners = [table.winner.name if table.winner else "" for table in whole[-1].tables] or [""] * count
        pairs = tuple(zip(winners[::2], winners[1::2], strict=True))
        whole.append(BracketRound((), whole[-1].number + 1, pairs))
    return tuple(whole)


def in_order(round_: RoundView) -> tuple[PairingView, ...]:
    """The tables as they were drawn, whatever numbers they have: two neighbours meet in the next round."""
    return tuple(sorted(round_.pairings, key=lambda table: table.row.pk))


@dataclass(frozen=True, slots=True)
class TreePlace:
    """A match of the tree as it is drawn: the two names (empty while nobody stands there), its table, who has won.

    `played` is false for the empty place of a bye, which keeps its neighbours at their height.
    """

    names: tuple[str, str]
    table: PairingView | None
    won: int | None
    played: bool

    @property
    def rows(self) -> tuple[tuple[str, int | None, bool], ...]:
        """For each of the two the name, the crystals where there is a result, and whether they have won."""
        crystals = self.table.crystals if self.table is not None and self.table.outcome is not None else (None, None)
        return tuple((name, crystals[nth], self.won == nth) for nth, name in enumerate(self.names))


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """A round of a branch of the tree."""

    branch: str
    name: RoundName
    places: tuple[TreePlace, ...]


def tree_columns(view: EventView) -> tuple[tuple[TreeColumn, ...], ...]:
    """The picture of a knock-out: for each branch its rounds as columns; unneeded finals and most byes are left out."""
    names = {player.pk: player.name for player in view.players}
    tables = {table.row.slot: table for round_ in view.rounds for table in round_.pairings if table.row.slot}
    slots = [match.slot for match in view.tree]
    columns: dict[tuple[str, int], tuple[RoundName, list[TreePlace]]] = {}
    for match in view.tree:
        pair = (names.get(match.a or 0, ""), names.get(match.b or 0, ""))
        won = None if match.winner is None else (0 if match.winner == match.a else 1)
        place = TreePlace(pair, tables.get(match.slot.number), won, match.real)
        column = (match.slot.branch.value, match.slot.round)
        if column not in columns:
            columns[column] = (tree_round(slots, match.slot), [])
        columns[column][1].append(place)
    filled = [
        TreeColumn(branch, name, kept)
        for (branch, _number), (name, places) in columns.items()
        if (kept := _worth_drawing(places))
    ]
    branches = (tuple(column for column in filled if column.branch == branch.value) for branch in Branch)
    return tuple(branch for branch in branches if branch)


def _worth_drawing(places: Sequence[TreePlace]) -> tuple[TreePlace, ...]:
    """The places of a column; with more byes than matches the matches alone, or there would be a column of holes."""
    played = tuple(place for place in places if place.played)
    return tuple(places) if 2 * len(played) >= len(places) else played
