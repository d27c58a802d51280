"""Queries of rounds: their tables with what came out, and the players of an event."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db.models import Exists, OuterRef, Q

from common.database.prepared import PreparedQuery
from matches.core import scoring
from matches.core.standings import Outcome
from matches.events.read_models import PairingView, RoundView
from matches.models import Claim, Event, Game, Match, Pairing, Registration, Round, Side, Withdrawal
from matches.play.core_values import record_of

# A view has no decks, which are read where they are shown.
DECK_COLUMNS = ("deck", "deck_faults", "deck_frozen")
# Numbers of players and rounds are far below; a database takes none that is larger.
MAX_NUMBER = 2**31
_ROUNDS = PreparedQuery(lambda event: Round.objects.filter(event=event), -1)
_PLAYERS = PreparedQuery(
    lambda event: Registration.objects.filter(event=event).select_related("pod__draft").defer(*DECK_COLUMNS), -1
)
_TABLES = PreparedQuery(lambda event: Pairing.objects.filter(round__event=event).order_by("table"), -1)


def rounds_of(event: Event, players: Sequence[Registration]) -> tuple[RoundView, ...]:
    """All rounds with what came out at each table."""
    by_round: dict[int, list[PairingView]] = {}
    rounds = _ROUNDS.rows(event.pk)
    by_pk = {row.pk: row for row in rounds}
    for row in rounds:
        row.event = event
    for table in _read_tables(event, {player.pk: player for player in players}):
        # A round that was paired since is none of this view.
        if round_ := by_pk.get(table.row.round_id):
            table.row.round = round_
            by_round.setdefault(round_.pk, []).append(table)
    return tuple(RoundView(round_, tuple(by_round.get(round_.pk, ()))) for round_ in rounds)


def has_results(rounds: Sequence[Round]) -> bool:
    """Whether somebody has played or reported a result in one of these rounds, so that they stay as they are."""
    seated = Pairing.objects.filter(round__in=rounds).exclude(b=None)
    told = ~Q(settled="") | Exists(Claim.objects.filter(pairing=OuterRef("pk")))
    return seated.filter(told | Exists(Game.objects.filter(match=OuterRef("match")))).exists()


def players_of(event: Event) -> tuple[Registration, ...]:
    """The players of an event with their draft tables, without their decks."""
    players = _PLAYERS.rows(event.pk)
    for player in players:
        player.event = event
    return tuple(players)


def _read_tables(event: Event, by_pk: Mapping[int, Registration]) -> Iterator[PairingView]:
    """All tables of an event; only one without a settled result looks at its match and at what the two say."""
    rows = _TABLES.rows(event.pk)
    unsettled = Q(pairing__round__event=event, pairing__settled="")
    waits = any(not row.settled for row in rows)
    matches = Match.objects.filter(unsettled).prefetch_related("penalties").in_bulk() if waits else {}
    claims: dict[int, list[Claim]] = {}
    for claim in Claim.objects.filter(unsettled).order_by("side") if waits else ():
        claims.setdefault(claim.pairing_id, []).append(claim)
    games: dict[int, list[Game]] = {}
    over = [match.pk for match in matches.values() if match.status == Match.Status.FINISHED]
    for game in Game.objects.filter(match__in=over).order_by("number") if over else ():
        games.setdefault(game.match_id, []).append(game)
    keys = dict(Match.objects.filter(pairing__round__event=event).values_list("pk", "key")) if rows else {}
    for row in rows:
        own = row.match_id or 0
        if not row.settled:
            row.match = matches.get(own)
        told = claims.get(row.pk, ())
        yield pairing_view(row, by_pk, games.get(own, ()), match_key=keys.get(own, ""), claims=told)


def pairing_view(
    row: Pairing,
    players: Mapping[int, Registration],
    games: Sequence[Game],
    *,
    match_key: str = "",
    claims: Sequence[Claim] | None = None,
) -> PairingView:
    """A table with what came out: as it was settled, else as the games of its match say."""
    a = players[row.a_id]
    if row.b_id is None:
        return PairingView(row, a, None, Outcome.BYE, (0, 0))
    if claims is None:
        claims = () if row.settled else tuple(sorted(row.claims.all(), key=lambda claim: claim.side))
    b, outcome, crystals, won = players[row.b_id], None, (0, 0), None
    forfeit = row.settled == Pairing.Settled.FORFEIT
    if row.settled:
        outcome, crystals = Outcome(row.outcome), (row.crystals_a, row.crystals_b)
        won = None if row.games_a is None or row.games_b is None else (row.games_a, row.games_b)
    elif games and row.match is not None:
        counted, won = scoring.score(record_of(row.match, games)), games_won(games)
        crystals = counted.crystals[row.match.name_a], counted.crystals[row.match.name_b]
        if counted.drawn:
            outcome = Outcome.DRAW
        elif counted.winner is not None:
            outcome = Outcome.A if counted.winner == row.match.name_a else Outcome.B
    if outcome is None:
        outcome, crystals = _awarded(a, b)
        forfeit = outcome is not None
    return PairingView(row, a, b, outcome, crystals, tuple(claims), match_key, won, forfeit)


def _awarded(a: Registration, b: Registration) -> tuple[Outcome | None, tuple[int, int]]:
    """What an open match of a league gives where one of the two has left and their opponents get what is open."""
    gone = [player for player in (a, b) if player.withdrawal == Withdrawal.AWARD]
    if not gone:
        return None, (0, 0)
    if len(gone) == 2:
        return Outcome.NOBODY, (0, 0)
    won = Outcome.B if gone[0] is a else Outcome.A
    return won, forfeit_score(a.event, a_won=won is Outcome.A)


def forfeit_score(event: Event, *, a_won: bool) -> tuple[int, int]:
    """The crystals of a match of a league that one of the two did not play: the target to nothing."""
    target = int(event.sheet.get("target", scoring.TARGET))
    return (target, 0) if a_won else (0, target)


def games_won(games: Iterable[Game]) -> tuple[int, int]:
    """How many games each of the two has won."""
    winners = [game.winner for game in games]
    return winners.count(Side.A), winners.count(Side.B)
