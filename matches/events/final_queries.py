"""Queries of a bracket: its tree, its picture, and the final ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from common.sentences import Sentence
from matches.core.tournament.elimination import Branch, TreeMatch, final_of, last_loss_by_player
from matches.core.tournament.final_ranking import FinalPlace, final_ranking
from matches.core.tournament.round_names import name_of_bracket_round
from matches.events.read_models import EventView, PairingView
from matches.models import Registration


@dataclass(frozen=True, slots=True)
class FinalRankingRow:
    """A row of the final ranking: the place and the player."""

    place: FinalPlace
    player: Registration


def final_places(view: EventView) -> tuple[FinalRankingRow, ...]:
    """Return the final places, best first; empty without a bracket."""
    places = {place.player.pk: place for place in view.places}
    ranking = final_ranking(view.bracket, [(place.line.place, pk) for pk, place in places.items()])
    return tuple(FinalRankingRow(each, places[each.player].player) for each in ranking)


def rounds_of_elimination(matches: Sequence[TreeMatch], *, single: bool = False) -> dict[int, Sentence]:
    """Return the round in which each player went out, with `single` the match; without the winner."""
    slots = [each.slot for each in matches]
    winner = final_of(matches).winner
    return {
        player: name_of_bracket_round(slots, lost.slot, single=single)
        for player, lost in last_loss_by_player(matches).items()
        if player != winner
    }


@dataclass(frozen=True, slots=True)
class TreePlace:
    """A match in the picture of the tree: names (empty while unknown), visible peoples, table, winning side (0 or 1).

    `played` is false for a bye’s empty place.
    """

    names: tuple[str, str]
    peoples: tuple[str, str]
    table: PairingView | None
    won: int | None
    played: bool

    @property
    def rows(self) -> tuple[tuple[str, str, int | None, bool], ...]:
        """Return for both players name and people, crystals if there is a result, and whether they have won."""
        crystals = self.table.crystals if self.table is not None and self.table.outcome is not None else (None, None)
        return tuple((name, self.peoples[nth], crystals[nth], self.won == nth) for nth, name in enumerate(self.names))


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """A round of a branch; `third` is the match for third place below the final.

    `leads` is `pairs` where two matches lead to one of the next column, `line` where each leads to its own.
    """

    branch: str
    name: Sentence
    places: tuple[TreePlace, ...]
    third: tuple[TreePlace, ...] = ()
    leads: str = ""


def tree_columns(view: EventView, peoples: Mapping[int, str]) -> tuple[tuple[TreeColumn, ...], ...]:
    """Return the picture of a bracket: the rounds of each branch as columns, without unneeded finals and most byes."""
    matches, names = view.bracket, {player.pk: player.name for player in view.players}
    tables = {slot: table for slot, (_round, table) in view.tables_by_match.items()}
    slots = [match.slot for match in matches]
    columns: dict[tuple[str, int], tuple[Sentence, list[TreePlace]]] = {}
    for match in matches:
        a, b = match.a or 0, match.b or 0
        pair, folk = (names.get(a, ""), names.get(b, "")), (peoples.get(a, ""), peoples.get(b, ""))
        won = (0 if match.winner == match.a else 1) if match.winner else None
        place = TreePlace(pair, folk, tables.get(match.slot.number), won, match.real)
        column = (match.slot.branch.value, match.slot.round)
        if column not in columns:
            columns[column] = (name_of_bracket_round(slots, match.slot), [])
        columns[column][1].append(place)
    filled = [
        TreeColumn(branch, name, column_tables)
        for (branch, _number), (name, places) in columns.items()
        if (column_tables := _places_to_draw(places))
    ]
    if filled and filled[-1].branch == Branch.THIRD:
        filled[-2:] = [replace(filled[-2], third=filled[-1].places)]
    leads = {2: "pairs", 1: "line"}
    for nth, (here, after) in enumerate(pairwise(filled)):
        many, rest = divmod(len(here.places), len(after.places))
        if here.branch == after.branch and not rest:
            filled[nth] = replace(here, leads=leads.get(many, ""))
    branches = (tuple(column for column in filled if column.branch == branch.value) for branch in Branch)
    return tuple(branch for branch in branches if branch)


def _places_to_draw(places: Sequence[TreePlace]) -> tuple[TreePlace, ...]:
    """Return the places of a column; with more byes than matches only the matches."""
    played = tuple(place for place in places if place.played)
    return tuple(places) if 2 * len(played) >= len(places) else played
