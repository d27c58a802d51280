"""Queries of rounds: their tables with what came out, and the table of the event; what is unchanged is not read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

from django.db.models import Exists, OuterRef, Q, QuerySet

from common.database.prepared import PreparedQuery
from matches.core import scoring
from matches.core.standings import Outcome
from matches.events.read_models import EventView, PairingView, Place, RoundView, rules_of
from matches.models import Claim, Event, Game, Match, Pairing, Registration, Round, Side
from matches.play.core_values import record_of

# So many tables are read by their numbers; of more the whole rounds they are in.
MAX_NAMED_TABLES = 300
# A view has no decks, which are read where they are shown.
DECK_COLUMNS = ("deck", "deck_faults", "deck_frozen")
# Numbers of players and rounds are far below; a database takes none that is larger.
MAX_NUMBER = 2**31
_COLUMNS = tuple(field.attname for field in Pairing._meta.concrete_fields)
_values_of = itemgetter(*_COLUMNS)
_ROUNDS = PreparedQuery(lambda event: Round.objects.filter(event=event), -1)
_PLAYERS = PreparedQuery(
    lambda event: Registration.objects.filter(event=event).select_related("pod__draft").defer(*DECK_COLUMNS), -1
)
_TABLES = PreparedQuery(lambda event: Pairing.objects.filter(round__event=event).order_by("table"), -1)


def rounds_of(
    event: Event, players: Sequence[Registration], *, before: Sequence[RoundView] = ()
) -> tuple[RoundView, ...]:
    """All rounds with what came out at each table.

    `before` are the rounds as they were read some time ago: a table whose row is still the same is taken from there.
    """
    by_pk = {player.pk: player for player in players}
    if before:
        tables = _tables_again(event, by_pk, before)
    else:
        tables = {table.row.pk: table for table in _read_tables(by_pk, Q(round__event=event), _TABLES.rows(event.pk))}
    by_round: dict[int, list[PairingView]] = {}
    for table in tables.values():
        by_round.setdefault(table.row.round_id, []).append(table)
    return tuple(RoundView(round_, tuple(by_round.get(round_.pk, ()))) for round_ in _rounds(event))


def round_of(event: Event, number: int) -> RoundView | None:
    """One round of an event, read alone; None where there is no such round."""
    row = event.rounds.filter(number=number).first() if number < MAX_NUMBER else None
    if row is None:
        return None
    return RoundView(row, tuple(_read_tables({player.pk: player for player in players_of(event)}, Q(round=row))))


def has_results(rounds: Sequence[Round]) -> bool:
    """Whether somebody has played or reported a result in one of these rounds, so that they stay as they are."""
    seated = Pairing.objects.filter(round__in=rounds).exclude(b=None)
    told = ~Q(settled="") | Exists(Claim.objects.filter(pairing=OuterRef("pk")))
    return seated.filter(told | Exists(Game.objects.filter(match=OuterRef("match")))).exists()


def calendar_players(event: Event) -> list[Registration]:
    """The players of a league's calendar: everybody of its first round, even those who have left since."""
    first = Pairing.objects.filter(round__event=event, round__number=1)
    seated = Q(pk__in=first.values("a")) | Q(pk__in=first.exclude(b=None).values("b"))
    return list(event.registrations.filter(seated).defer(*DECK_COLUMNS))


def players_of(event: Event) -> tuple[Registration, ...]:
    """The players of an event with their draft tables, without their decks."""
    players = _PLAYERS.rows(event.pk)
    for player in players:
        player.event = event
    return tuple(players)


def _rounds(event: Event) -> list[Round]:
    """The rounds of an event in their order."""
    rounds = _ROUNDS.rows(event.pk)
    for round_ in rounds:
        round_.event = event
    return rounds


def _tables_again(
    event: Event, by_pk: Mapping[int, Registration], before: Sequence[RoundView]
) -> dict[int, PairingView]:
    """All tables in their order; only those are read as objects whose row, reports or games differ from `before`."""
    known = {table.row.pk: table for round_ in before for table in round_.pairings}
    rows = Pairing.objects.filter(round__event=event).order_by("table").values_list(*_COLUMNS)
    busy: set[int] = _busy_tables(event)
    tables: dict[int, PairingView | None] = {}
    changed: list[tuple[int, int]] = []
    for values in rows.iterator(chunk_size=2000):
        row = dict(zip(_COLUMNS, values, strict=True))
        table = known.get(row["id"])
        told = table is not None and row["id"] not in busy and _is_idle(table)
        if table is not None and told and _values_of(table.row.__dict__) == values:
            tables[row["id"]] = _seated(table, by_pk)
        else:
            changed.append((row["id"], row["round_id"]))
            tables[row["id"]] = table
    for table in _read_changed(by_pk, changed):
        tables[table.row.pk] = table
    return {pk: table for pk, table in tables.items() if table is not None}


def _busy_tables(event: Event) -> set[int]:
    """The tables without a settled result about which somebody has said something, or whose match is played."""
    open_tables = Pairing.objects.filter(round__event=event, settled="")
    told = Q(claims__isnull=False) | Q(match__status=Match.Status.FINISHED)
    return set(open_tables.filter(told).values_list("pk", flat=True))


def _is_idle(table: PairingView) -> bool:
    """Whether the row of a table tells all of it: it is settled, a bye, or nobody has said anything yet."""
    nothing_told = table.outcome is None and table.games is None and not table.claims
    return bool(table.row.settled) or table.b is None or nothing_told


def _seated(table: PairingView, by_pk: Mapping[int, Registration]) -> PairingView:
    """A table with its players as they are now."""
    a, b = by_pk[table.row.a_id], by_pk[table.row.b_id] if table.row.b_id else None
    return table if a is table.a and b is table.b else replace(table, a=a, b=b)


def _read_changed(by_pk: Mapping[int, Registration], changed: Sequence[tuple[int, int]]) -> Iterator[PairingView]:
    """These tables, given by their number and that of their round."""
    numbers = {pk for pk, _round in changed}
    if not numbers:
        return iter(())
    if len(numbers) <= MAX_NAMED_TABLES:
        return _read_tables(by_pk, Q(pk__in=numbers), played_only=True)
    rounds = {round_ for _pk, round_ in changed}
    tables = _read_tables(by_pk, Q(round__in=rounds), played_only=True)
    return (table for table in tables if table.row.pk in numbers)


def _read_tables(
    by_pk: Mapping[int, Registration],
    which: Q,
    rows: Sequence[Pairing] | None = None,
    *,
    played_only: bool = False,
) -> Iterator[PairingView]:
    """These tables, whose rows may be at hand; with `played_only` only matches that are played come with theirs."""
    rows = list(Pairing.objects.filter(which).order_by("table")) if rows is None else rows
    # Only a table without a settled result looks at its match and at what the two say.
    unsettled = [row for row in rows if not row.settled]
    of_tables = Match.objects.filter(pairing__in=Pairing.objects.filter(which))
    if all(row.match_id is None for row in rows):
        of_tables = of_tables.none()
    looked_at = of_tables.filter(pairing__settled="", **({"status": Match.Status.FINISHED} if played_only else {}))
    matches = {match.pk: match for match in looked_at.prefetch_related("penalties")}
    for row in unsettled:
        if row.match_id in matches or not played_only:
            row.match = matches.get(row.match_id or 0)
    claims: dict[int, list[Claim]] = {}
    for claim in _claims_of(which) if unsettled else ():
        claims.setdefault(claim.pairing_id, []).append(claim)
    keys = dict(of_tables.values_list("pk", "key"))
    games: dict[int, list[Game]] = {}
    over = [match.pk for match in matches.values() if match.status == Match.Status.FINISHED]
    for game in Game.objects.filter(match__in=over).order_by("number") if over else ():
        games.setdefault(game.match_id, []).append(game)
    for row in rows:
        own = row.match_id or 0
        told = claims.get(row.pk, ())
        yield pairing_view(row, by_pk, games.get(own, ()), match_key=keys.get(own, ""), claims=told)


def _claims_of(which: Q) -> QuerySet[Claim]:
    """What players have reported of those of these tables whose result is not settled."""
    return Claim.objects.filter(pairing__in=Pairing.objects.filter(which, settled="")).order_by("side")


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
    outcome, crystals, won = None, (0, 0), None
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
    return PairingView(row, a, players[row.b_id], outcome, crystals, tuple(claims), match_key, won)


def games_won(games: Iterable[Game]) -> tuple[int, int]:
    """How many games each of the two has won."""
    winners = [game.winner for game in games]
    return winners.count(Side.A), winners.count(Side.B)


def places_again(view: EventView, before: EventView) -> tuple[Place, ...]:
    """The table of an event; the one of `before` where results, names and rules are the same, else counted."""
    names = [(player.pk, player.name) for player in view.ranked]
    if names != [(player.pk, player.name) for player in before.ranked] or not _same_results(view, before):
        return view.places
    by_pk = {player.pk: player for player in view.players}
    moved = ((place, by_pk[place.player.pk]) for place in before.places)
    return tuple(place if player is place.player else replace(place, player=player) for place, player in moved)


def _same_results(view: EventView, before: EventView) -> bool:
    """Whether both have the same rules and the same rows of results: a row that has changed is another object."""
    if rules_of(view.event) != rules_of(before.event):
        return False
    now, then = (
        [table.row for round_ in each.rounds if round_.row.stage == Round.Stage.MAIN
         for table in round_.pairings if table.outcome is not None]
        for each in (view, before)
    )  # fmt: skip
    return len(now) == len(then) and all(pairing is other for pairing, other in zip(now, then, strict=True))
