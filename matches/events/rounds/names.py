"""Names of an event's rounds and tables: semifinals in a bracket, a number everywhere else."""

from common.sentences import Sentence
from matches.core.tournament.elimination import MAX_TREE_PLAYERS, THIRD_PLACE, Branch, bracket_size, bracket_slots
from matches.core.tournament.round_names import (
    branch_name,
    common_round_name,
    name_of_bracket_round,
    name_of_numbered_round,
)
from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.read_models import EventView, PairingView, RoundView
from matches.models import Event, Round


def round_name(view: EventView, round_: RoundView) -> Sentence:
    """Return the name of a round; a number if its tables are of several rounds of the tree."""
    if round_.row.stage != Round.Stage.CUT:
        return name_of_numbered_round(round_.row.number)
    return common_round_name((_tree_name(view, table) for table in round_.bracket), number=round_.row.number)


def table_name(view: EventView, round_: RoundView, table: PairingView) -> Sentence:
    if table.for_third:
        return branch_name(Branch.THIRD)
    if round_.row.stage == Round.Stage.CUT:
        return _tree_name(view, table, single=True)
    return name_of_numbered_round(round_.row.number)


def next_round_name(view: EventView) -> Sentence:
    number = len(view.rounds) + 1
    if view.bracket:
        slots = [match.slot for match in view.bracket]
        ready = (match.slot for match in view.bracket if match.ready and match.slot.number != THIRD_PLACE)
        return common_round_name((name_of_bracket_round(slots, slot) for slot in ready), number=number)
    if view.event.format in ELIMINATION_FORMATS and 2 <= len(view.present) <= MAX_TREE_PLAYERS:
        slots = [*bracket_slots(bracket_size(len(view.present)), double=view.event.format == Event.Format.DOUBLE)]
        return name_of_bracket_round(slots, slots[0])
    return name_of_numbered_round(number)


def _tree_name(view: EventView, table: PairingView, *, single: bool = False) -> Sentence:
    slots = [match.slot for match in view.bracket]
    number = next(slot for slot, each in view.tables_by_match.items() if each[1].row.pk == table.row.pk)
    return name_of_bracket_round(slots, slots[number - 1], single=single)
