"""Queries of a player’s page, which explains every number in the player’s row of the standings."""

from dataclasses import dataclass

from matches.core.standings import Outcome
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound, StandingsPlace, standings_rules_of
from matches.events.transactions import player_in_event
from matches.models import Registration, Round


@dataclass(frozen=True, slots=True)
class RoundOfPlayer:
    """A round of a player: the opponent, the crystals of both, the points won in it, and the sum after it.

    `outcome` is `won`, `lost`, `drawn`, `bye`, `open`, or `struck` if a player left the league and all their matches
    were struck. `theirs` is the opponent’s current points. `points` is 0 for playoff matches and for byes of a league.
    """

    round: LoadedRound
    pairing: LoadedPairing
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
class PlayerResults:
    """A player, their row of the standings (None if they have none), the rows above and below, and all their rounds."""

    player: Registration
    place: StandingsPlace | None
    above: StandingsPlace | None
    below: StandingsPlace | None
    played: tuple[RoundOfPlayer, ...]

    @property
    def points_faced(self) -> tuple[int, ...]:
        """Return the opponents’ points in finished matches before a playoff, from which their mean is computed."""
        counted = (
            round_ for round_ in self.played if round_.outcome not in ("bye", "open", "struck") and not round_.in_cut
        )
        return tuple(round_.theirs for round_ in counted)


def player_results_by_number(loaded: LoadedEvent, number: int) -> PlayerResults:
    """Return the results of the player with this number; raises `Missing`."""
    player = player_in_event(loaded, number)
    for above, standing, below in zip(
        (None, *loaded.standings), loaded.standings, (*loaded.standings[1:], None), strict=False
    ):
        if standing.player == player:
            return PlayerResults(player, standing, above, below, _rounds_of_player(loaded, player))
    return PlayerResults(player, None, None, None, _rounds_of_player(loaded, player))


def _rounds_of_player(loaded: LoadedEvent, player: Registration) -> tuple[RoundOfPlayer, ...]:
    now = {standing.player.pk: standing.line.points for standing in loaded.standings}
    points = standings_rules_of(loaded.event).points
    worth = {"won": points.win, "drawn": points.draw, "lost": points.loss}
    played: list[RoundOfPlayer] = []
    after = 0
    for round_ in loaded.rounds:
        for pairing in round_.pairings:
            if player not in (pairing.a, pairing.b):
                continue
            first = pairing.a == player
            other_player, outcome = (pairing.b if first else pairing.a), _outcome_for_player(pairing, player)
            bye = 0 if pairing.b or loaded.event.is_league else pairing.bye_points
            gave = worth.get(outcome, bye) if round_.row.stage == Round.Stage.MAIN else 0
            after += gave
            crystals = pairing.crystals if first else pairing.crystals[::-1]
            theirs = now.get(other_player.pk, 0) if other_player else 0
            played.append(RoundOfPlayer(round_, pairing, other_player, outcome, crystals, gave, after, theirs))
    return tuple(played)


def _outcome_for_player(pairing: LoadedPairing, player: Registration) -> str:
    if pairing.b is not None and pairing.is_struck:
        return "struck"
    if pairing.outcome is None:
        return "open"
    if pairing.b is None or pairing.outcome is Outcome.DRAW:
        return "bye" if pairing.b is None else "drawn"
    return "won" if pairing.winner == player else "lost"
