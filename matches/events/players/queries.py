"""Queries of one player, so that every number of their row can be explained to them."""

from dataclasses import dataclass

from matches.core.standings import Outcome
from matches.events.read_models import EventView, PairingView, Place, RoundView, rules_of
from matches.events.transactions import numbered
from matches.models import Registration, Round


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of a player: whom they met, the crystals of both, the points it gave and those they had after it.

    `outcome` is `won`, `lost`, `drawn`, `bye`, `struck` where one of the two has left the league with all their
    matches, or `open` while nothing has come out. `theirs` are the points the opponent has now; matches of the cut and
    byes of a league give no points.
    """

    round: RoundView
    pairing: PairingView
    opponent: Registration | None
    outcome: str
    crystals: tuple[int, int]
    points: int
    after: int
    theirs: int

    @property
    def in_cut(self) -> bool:
        return self.round.row.stage == Round.Stage.CUT


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player, their row (None where they do not stand in the table), the rows beside it, and all their matches."""

    player: Registration
    place: Place | None
    above: Place | None
    below: Place | None
    played: tuple[PlayedRound, ...]

    @property
    def met(self) -> tuple[int, ...]:
        """The points of everybody they have played to the end against in the rounds: what the mean is taken of."""
        counted = (
            round_ for round_ in self.played if round_.outcome not in ("bye", "open", "struck") and not round_.in_cut
        )
        return tuple(round_.theirs for round_ in counted)


def player_view(view: EventView, number: int) -> PlayerView:
    """The player with this number; raises `Missing`."""
    player = numbered(view, number)
    for above, place, below in zip((None, *view.places), view.places, (*view.places[1:], None), strict=False):
        if place.player == player:
            return PlayerView(player, place, above, below, _played(view, player))
    return PlayerView(player, None, None, None, _played(view, player))


def _played(view: EventView, player: Registration) -> tuple[PlayedRound, ...]:
    now = {place.player.pk: place.line.points for place in view.places}
    points = rules_of(view.event).points
    bye = 0 if view.event.is_league else points.bye
    worth = {"won": points.win, "drawn": points.draw, "lost": points.loss, "bye": bye}
    played: list[PlayedRound] = []
    after = 0
    for number in view.rounds:
        for pairing in number.pairings:
            if player not in (pairing.a, pairing.b):
                continue
            first = pairing.a == player
            other, outcome = (pairing.b if first else pairing.a), _outcome(pairing, player)
            gave = worth.get(outcome, 0) if number.row.stage == Round.Stage.MAIN else 0
            after += gave
            crystals = pairing.crystals if first else pairing.crystals[::-1]
            theirs = now.get(other.pk, 0) if other else 0
            played.append(PlayedRound(number, pairing, other, outcome, crystals, gave, after, theirs))
    return tuple(played)


def _outcome(pairing: PairingView, player: Registration) -> str:
    if pairing.b is not None and pairing.is_struck:
        return "struck"
    if pairing.outcome is None:
        return "open"
    if pairing.outcome in (Outcome.BYE, Outcome.DRAW):
        return "bye" if pairing.outcome is Outcome.BYE else "drawn"
    return "won" if pairing.winner == player else "lost"
