"""A player in a bracket: their next match, or where they went out."""

from dataclasses import dataclass

from matches.core.tournament.elimination import THIRD, upcoming
from matches.core.tournament.final_ranking import FinalPlace
from matches.core.tournament.round_names import RoundName, tree_round
from matches.events.final_queries import final_places, rounds_gone_out, tables_by_slot, tree_of
from matches.events.read_models import EventView, PairingView
from matches.models import Registration


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match that is not paired yet: its name, its earliest round, and the opponent if known.

    With `waits` another round comes before it. An unknown opponent comes as `comes_as` (winner or loser) from
    `of_table`, where that is paired, else from the match named `of_name`.
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
    """A player’s final place, and the round they went out in (None for the winner)."""

    place: FinalPlace
    out_in: RoundName | None


def next_in_bracket(view: EventView, player: Registration) -> NextMatch | None:
    matches = tree_of(view)
    if not matches or player.dropped is not None:
        return None
    tables = tables_by_slot(view)
    round_of = {slot: each.row.number for slot, (each, _table) in tables.items()}
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
    """The end of a player in the bracket; None while they may still play, and without a bracket."""
    matches = tree_of(view)
    final = next((each for each in final_places(view) if each.player == player), None) if matches else None
    if final is None or not final.place.decided:
        return None
    third = next((match for match in matches if match.slot.number == THIRD and match.real), None)
    last = (
        tree_round((), third.slot)
        if third and player.pk in (third.a, third.b)
        else rounds_gone_out(matches, single=True).get(player.pk)
    )
    return BracketEnd(final.place, last)
