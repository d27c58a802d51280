"""What a player's own panel says about the bracket: what comes next for them, or where they went out."""

from dataclasses import dataclass

from matches.core.tournament.elimination import TreeMatch, fill_tree, tree, upcoming
from matches.core.tournament.final_ranking import FinalPlace
from matches.core.tournament.round_names import RoundName, tree_round
from matches.events.final_queries import cut_rounds, final_places, in_order, rounds_gone_out
from matches.events.read_models import EventView, PairingView
from matches.models import Registration


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match that is not paired yet: its name, the opponent as far as known, and its round at the earliest.

    `waits`: another round comes before it.

    While the opponent is open, they are the `comes_as` (winner or loser) of another match: of `of_table`, where that
    is paired, else of the match named `of_name`.
    """

    name: RoundName
    round: int
    waits: bool
    opponent: Registration | None
    comes_as: str
    of_table: PairingView | None
    of_name: RoundName | None


@dataclass(frozen=True, slots=True)
class BracketEnd:
    """Nothing comes any more: the final place, and the round a player went out in; None for the winner."""

    place: FinalPlace
    out_in: RoundName | None


def tree_of(view: EventView) -> tuple[TreeMatch, ...]:
    """The tree of a knock-out, or of the cut; empty where there is none."""
    rounds = cut_rounds(view)
    if view.tree or not rounds:
        return view.tree
    slots = tree(2 * len(rounds[0].pairings), double=False)
    seeds = [0] * (len(slots) + 1)
    tables = [table for round_ in rounds for table in in_order(round_)]
    for slot, table in zip(slots, in_order(rounds[0]), strict=False):
        seeds[slot.a.number], seeds[slot.b.number] = table.a.pk, table.b.pk if table.b else 0
    won = {number: table.winner.pk for number, table in enumerate(tables, start=1) if table.winner is not None}
    return fill_tree(slots, seeds, won)


def next_in_bracket(view: EventView, player: Registration) -> NextMatch | None:
    """The match of the bracket that comes next for a player, while it is not paired."""
    matches = tree_of(view)
    if not matches or player.dropped is not None:
        return None
    tables = _tables_by_slot(view)
    round_of = {slot: number for slot, (number, _table) in tables.items()}
    coming = upcoming(matches, player.pk, round_of=round_of, last=len(view.rounds))
    if coming is None:
        return None
    slots, by_pk = [match.slot for match in matches], {each.pk: each for each in view.players}
    source = coming.source
    paired = tables.get(source.number) if source else None
    return NextMatch(
        name=tree_round(slots, coming.match.slot, single=True),
        round=coming.round,
        waits=coming.round > len(view.rounds) + 1,
        opponent=by_pk.get(coming.opponent or 0),
        comes_as=source.kind if source else "",
        of_table=paired[1] if paired else None,
        of_name=tree_round(slots, slots[source.number - 1], single=True) if source else None,
    )


def bracket_end(view: EventView, player: Registration) -> BracketEnd | None:
    """Where a player stands who plays no more in the bracket; None while they may, and without a bracket."""
    matches = tree_of(view)
    final = next((each for each in final_places(view) if each.player == player), None) if matches else None
    if final is None or not final.place.decided:
        return None
    return BracketEnd(final.place, rounds_gone_out(matches, single=True).get(player.pk))


def _tables_by_slot(view: EventView) -> dict[int, tuple[int, PairingView]]:
    """Each table of the bracket with the number of its round, by its match in the tree."""
    rounds = cut_rounds(view)
    if view.tree:
        return {table.row.slot or 0: (each.row.number, table) for each in rounds for table in each.pairings}
    tables = ((each.row.number, table) for each in rounds for table in in_order(each))
    return dict(enumerate(tables, start=1))
