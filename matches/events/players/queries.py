"""Queries of one player, so that every number of their row can be explained to them."""

from dataclasses import dataclass

from common.errors import Missing
from common.text import gettext_noop
from matches.core.standings import Outcome
from matches.events.read_models import EventView, PairingView, Place, RoundView, rules_of
from matches.models import Registration, Round


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of a player: whom they met, the crystals of both, the points it gave and those they had after it.

    `outcome` is `won`, `lost`, `drawn`, `bye`, or `open` while nothing has come out. `theirs` are the points the
    opponent has now; matches of the cut give no points.
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
        """Whether it is no round of the table."""
        return self.round.row.stage == Round.Stage.CUT


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player, their row, the rows beside it, and every match they have played."""

    player: Registration
    place: Place
    above: Place | None
    below: Place | None
    played: tuple[PlayedRound, ...]

    @property
    def met(self) -> tuple[int, ...]:
        """The points of everybody they have played to the end against in the rounds: what the mean is taken of."""
        counted = (round_ for round_ in self.played if round_.outcome not in ("bye", "open") and not round_.in_cut)
        return tuple(round_.theirs for round_ in counted)


def player_view(view: EventView, number: int) -> PlayerView:
    """The player with this number; raises `Missing`."""
    index = next((i for i, place in enumerate(view.places) if place.player.number == number), None)
    if index is None:
        raise Missing(gettext_noop("This event has no player with the number %(number)s."), {"number": number})
    place = view.places[index]
    above = view.places[index - 1] if index else None
    below = view.places[index + 1] if index + 1 < len(view.places) else None
    return PlayerView(place.player, place, above, below, _played(view, place.player))


def _played(view: EventView, player: Registration) -> tuple[PlayedRound, ...]:
    now = {place.player.pk: place.line.points for place in view.places}
    points = rules_of(view.event).points
    worth = {"won": points.win, "drawn": points.draw, "lost": points.loss, "bye": points.bye, "open": 0}
    played: list[PlayedRound] = []
    after = 0
    for number in view.rounds:
        for pairing in number.pairings:
            if player not in (pairing.a, pairing.b):
                continue
            first = pairing.a == player
            other, outcome = (pairing.b if first else pairing.a), _outcome(pairing, player)
            gave = worth[outcome] if number.row.stage == Round.Stage.MAIN else 0
            after += gave
            crystals = pairing.crystals if first else pairing.crystals[::-1]
            theirs = now[other.pk] if other else 0
            played.append(PlayedRound(number, pairing, other, outcome, crystals, gave, after, theirs))
    return tuple(played)


def _outcome(pairing: PairingView, player: Registration) -> str:
    if pairing.outcome is None:
        return "open"
    if pairing.outcome in (Outcome.BYE, Outcome.DRAW):
        return "bye" if pairing.outcome is Outcome.BYE else "drawn"
    return "won" if pairing.winner == player else "lost"
