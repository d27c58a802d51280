"""Queries of the end of an event with a cut: final ranking and bracket."""

from __future__ import annotations

from dataclasses import dataclass

from matches.core.tournament.final_ranking import Duel, FinalPlace, final_ranking
from matches.events.read_models import EventView, PairingView, Place, RoundView
from matches.models import Registration, Round


@dataclass(frozen=True, slots=True)
class Final:
    """A row of the final ranking: the place, the player, and the row of the table after the rounds."""

    place: FinalPlace
    player: Registration
    after_rounds: Place


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A column of the bracket: its tables in order; `name` is final, semifinal, quarterfinal or empty."""

    tables: tuple[PairingView, ...]
    name: str
    number: int


def cut_rounds(view: EventView) -> tuple[RoundView, ...]:
    """The rounds of the cut."""
    return tuple(round_ for round_ in view.rounds if round_.row.stage == Round.Stage.CUT)


def final_places(view: EventView) -> tuple[Final, ...]:
    """Everybody's final place, best first; empty while there is no cut."""
    cut = [[_duel(table) for table in round_.pairings if table.b is not None] for round_ in cut_rounds(view)]
    if not cut:
        return ()
    places = {place.player.pk: place for place in view.places}
    ranking = final_ranking(cut, [(place.line.place, place.player.pk) for place in view.places])
    return tuple(Final(each, places[each.player].player, places[each.player]) for each in ranking)


def _duel(table: PairingView) -> Duel:
    assert table.b is not None
    winner = table.winner
    return Duel(table.a.pk, table.b.pk, winner.pk if winner is not None else None)


def bracket_of(view: EventView) -> tuple[BracketRound, ...]:
    """The columns of the bracket picture, from the first round of the cut to the last that is paired."""
    names = {1: "final", 2: "semifinal", 4: "quarterfinal"}
    return tuple(
        BracketRound(round_.pairings, names.get(len(round_.pairings), ""), round_.row.number)
        for round_ in cut_rounds(view)
    )
