"""Queries of a bracket: its tree, its picture, the final ranking, and the names of rounds and tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from common.sentence_tables import Sentence
from matches.core.tournament.elimination import (
    MAX_TREE_PLAYERS,
    THIRD_PLACE,
    BracketMatch,
    Branch,
    FinalPlace,
    bracket_size,
    bracket_slots,
    branch_name,
    common_round_name,
    final_of,
    final_ranking,
    last_loss_by_player,
    name_of_bracket_round,
    name_of_numbered_round,
)
from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.models import Event, Registration, Round


@dataclass(frozen=True, slots=True)
class FinalRankingRow:
    """A row of the final ranking: the place and the player."""

    place: FinalPlace
    player: Registration


def final_places(loaded: LoadedEvent) -> tuple[FinalRankingRow, ...]:
    """Return the final places, best first; empty without a bracket."""
    places = {standing.player.pk: standing for standing in loaded.standings}
    ranking = final_ranking(loaded.bracket, [(standing.line.place, pk) for pk, standing in places.items()])
    return tuple(FinalRankingRow(final_place, places[final_place.player].player) for final_place in ranking)


def elimination_round_by_player(matches: Sequence[BracketMatch], *, single: bool = False) -> dict[int, Sentence]:
    """Return the name of the round, or with `single` of the match, in which each player except the winner lost last."""
    slots = [match.slot for match in matches]
    winner = final_of(matches).winner
    return {
        player: name_of_bracket_round(slots, lost.slot, single=single)
        for player, lost in last_loss_by_player(matches).items()
        if player != winner
    }


@dataclass(frozen=True, slots=True)
class BracketCell:
    """A match in a drawn bracket: names ("" if unknown), winning side (0 or 1); not `played` with a bye."""

    names: tuple[str, str]
    peoples: tuple[str, str]
    table: LoadedPairing | None
    won: int | None
    played: bool

    @property
    def player_rows(self) -> tuple[tuple[str, str, int | None, bool], ...]:
        """Return name, people, crystals (None without a result) and whether they have won, for both players."""
        crystals = self.table.crystals if self.table is not None and self.table.outcome is not None else (None, None)
        return tuple(
            (name, self.peoples[index], crystals[index], self.won == index) for index, name in enumerate(self.names)
        )


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """A round of a branch; the column of the final has the match for third place in `third`.

    `leads` is `pairs` if two matches lead to a match of the next column, `line` if each match leads to a different one.
    """

    branch: str
    name: Sentence
    places: tuple[BracketCell, ...]
    third: tuple[BracketCell, ...] = ()
    leads: str = ""


def bracket_columns(loaded: LoadedEvent, peoples: Mapping[int, str]) -> tuple[tuple[BracketColumn, ...], ...]:
    """Return the rounds of each branch as columns to draw, without an unneeded second final and most byes."""
    matches, names = loaded.bracket, {player.pk: player.name for player in loaded.players}
    tables = {slot: pairing for slot, (_round, pairing) in loaded.tables_by_match.items()}
    slots = [match.slot for match in matches]
    columns: dict[tuple[str, int], tuple[Sentence, list[BracketCell]]] = {}
    for match in matches:
        a, b = match.a or 0, match.b or 0
        pair, folk = (names.get(a, ""), names.get(b, "")), (peoples.get(a, ""), peoples.get(b, ""))
        won = (0 if match.winner == match.a else 1) if match.winner else None
        cell = BracketCell(pair, folk, tables.get(match.slot.number), won, match.real)
        column = (match.slot.branch.value, match.slot.round)
        if column not in columns:
            columns[column] = (name_of_bracket_round(slots, match.slot), [])
        columns[column][1].append(cell)
    filled = [
        BracketColumn(branch, name, column_tables)
        for (branch, _number), (name, places) in columns.items()
        if (column_tables := _cells_to_draw(places))
    ]
    if filled and filled[-1].branch == Branch.THIRD:
        filled[-2:] = [replace(filled[-2], third=filled[-1].places)]
    leads = {2: "pairs", 1: "line"}
    for index, (here, after) in enumerate(pairwise(filled)):
        many, rest = divmod(len(here.places), len(after.places))
        if here.branch == after.branch and not rest:
            filled[index] = replace(here, leads=leads.get(many, ""))
    branches = (tuple(column for column in filled if column.branch == branch.value) for branch in Branch)
    return tuple(branch for branch in branches if branch)


def _cells_to_draw(places: Sequence[BracketCell]) -> tuple[BracketCell, ...]:
    """Return the cells of a column, leaving out byes if there are more byes than matches."""
    played = tuple(cell for cell in places if cell.played)
    return tuple(places) if 2 * len(played) >= len(places) else played


def round_name(loaded: LoadedEvent, round_: LoadedRound) -> Sentence:
    """Return the name of a round, or “Round” and its number if its tables are in several rounds of the tree."""
    if round_.row.stage != Round.Stage.CUT:
        return name_of_numbered_round(round_.row.number)
    return common_round_name(
        (_bracket_match_name(loaded, pairing) for pairing in round_.bracket_tables), number=round_.row.number
    )


def table_name(loaded: LoadedEvent, round_: LoadedRound, pairing: LoadedPairing) -> Sentence:
    if pairing.for_third:
        return branch_name(Branch.THIRD)
    if round_.row.stage == Round.Stage.CUT:
        return _bracket_match_name(loaded, pairing, single=True)
    return name_of_numbered_round(round_.row.number)


def next_round_name(loaded: LoadedEvent) -> Sentence:
    number = len(loaded.rounds) + 1
    if loaded.bracket:
        slots = [match.slot for match in loaded.bracket]
        ready = (match.slot for match in loaded.bracket if match.ready and match.slot.number != THIRD_PLACE)
        return common_round_name((name_of_bracket_round(slots, slot) for slot in ready), number=number)
    if loaded.event.format in ELIMINATION_FORMATS and 2 <= len(loaded.present) <= MAX_TREE_PLAYERS:
        slots = [*bracket_slots(bracket_size(len(loaded.present)), double=loaded.event.format == Event.Format.DOUBLE)]
        return name_of_bracket_round(slots, slots[0])
    return name_of_numbered_round(number)


def _bracket_match_name(loaded: LoadedEvent, pairing: LoadedPairing, *, single: bool = False) -> Sentence:
    slots = [match.slot for match in loaded.bracket]
    number = next(slot for slot, round_ in loaded.tables_by_match.items() if round_[1].row.pk == pairing.row.pk)
    return name_of_bracket_round(slots, slots[number - 1], single=single)
