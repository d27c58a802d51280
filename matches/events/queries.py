"""Queries of events: rows become the values of the core, once; the table is counted each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from time import monotonic, thread_time

from django.db.models import Count, Q, QuerySet, prefetch_related_objects

from accounts.models import Person
from common.errors import Missing
from common.text import gettext_noop
from matches.core import scoring
from matches.core.standings import Outcome, PlayedMatch, Points, Rules, standings
from matches.events.read_models import EventView, PairingView, Place, RoundView
from matches.events.results.table_rows import TableRows, read_table
from matches.models import Claim, Event, Game, JudgeNote, Match, Pairing, Registration, Role, Round, Side
from matches.play.hidden import event_for_reader
from matches.play.queries import record_of

# From so many players on a view is cached, for the newest version of the few events somebody looks at.
LARGE_EVENT_PLAYERS = 100
# Spectators may be shown what was counted so many seconds ago: meanwhile results come in by the dozen. Where
# counting takes long, it may be up to three times as old, so that counting never takes much of the processor.
RECENT_SECONDS = 3.0
RECENT_LONGER_BY_SECOND, RECENT_LONGEST = 7.0, 3.0
MAX_CACHED_EVENTS = 8
# The view of an event and when it was computed, by the key of the event; changed only under `_cache_lock`.
_cache: dict[str, tuple[EventView, float]] = {}
_cache_lock = Lock()
# Held by the one thread that recounts a large event for all spectators.
_computing = Lock()


def event_of(match: Match) -> Event | None:
    """The event a match belongs to."""
    pairing: Pairing | None = getattr(match, "pairing", None)
    return None if pairing is None else pairing.round.event


def rules_of(event: Event) -> Rules:
    """How the table of an event is made."""
    points = Points(event.points_win, event.points_draw, event.points_loss, event.points_bye)
    return Rules(points, tuple(event.tie_breaks))


def get_event(key: str) -> Event:
    """The event of an address, or of a short code; raises `Missing`, also where the staff have hidden it."""
    event = Event.objects.select_related("owner__user", "group").filter(Q(key=key) | Q(code=key.lower())).first()
    if event is None:
        raise Missing(gettext_noop("There is no event at this address."))
    return event_for_reader(event)


def version_of(key: str) -> int | None:
    """How often an event has changed."""
    return Event.objects.filter(key=key).values_list("version", flat=True).first()


def event_view(key: str) -> EventView:
    """An event with its rounds and its table; the number of queries does not grow with the field.

    Of a large field what was counted for a version is cached in this process: a thousand phones ask for the same.
    """
    event = get_event(key)
    cached = _cached(event.key)
    if cached is None or cached[0].event.version != event.version:
        return _compute_and_cache(event)
    return cached[0]


def recent_view(key: str) -> EventView:
    """Like `event_view`, for spectators: up to `RECENT_SECONDS` stale in large events; one thread recomputes."""
    cached = _cached(key)
    if cached is None:
        return event_view(key)
    event_for_reader(cached[0].event)
    if _is_old(cached):
        with _computing:
            cached = _cached(key) or cached
            if _is_old(cached):
                event = get_event(key)
                view = cached[0] if cached[0].event.version == event.version else view_of(event)
                return _cache_view(view)
    return cached[0]


def _is_old(cached: tuple[EventView, float]) -> bool:
    view, at = cached
    longer = max(1.0, min(view.seconds * RECENT_LONGER_BY_SECOND, RECENT_LONGEST))
    return monotonic() - at > RECENT_SECONDS * longer


def _cached(key: str) -> tuple[EventView, float] | None:
    with _cache_lock:
        return _cache.get(key)


def _compute_and_cache(event: Event) -> EventView:
    return _cache_view(view_of(event))


def _cache_view(view: EventView) -> EventView:
    """Put the view of a large event into the cache, unless another thread has put a newer one there."""
    if len(view.players) >= LARGE_EVENT_PLAYERS:
        with _cache_lock:
            before = _cache.pop(view.event.key, None)
            newer = before is not None and before[0].event.version > view.event.version
            _cache[view.event.key] = before if before is not None and newer else (view, monotonic())
            while len(_cache) > MAX_CACHED_EVENTS:
                _cache.pop(next(iter(_cache)))
    return view


def view_of(event: Event) -> EventView:
    """The same for a row at hand."""
    began = thread_time()
    lists = ("deck", "deck_faults", "deck_frozen")
    players = tuple(event.registrations.select_related("pod__draft").defer(*lists))
    rounds = rounds_of(event, players)
    roles = dict(event.roles.values_list("person_id", "kind"))
    return EventView(event, players, rounds, _places(event, players, rounds), roles, thread_time() - began)


def rounds_of(event: Event, players: Sequence[Registration]) -> tuple[RoundView, ...]:
    """All rounds with what came out at each table."""
    by_pk = {player.pk: player for player in players}
    rows = list(Pairing.objects.filter(round__event=event).order_by("table"))
    # Only a table without a settled result looks at its match and at what the two say.
    unsettled = [row for row in rows if not row.settled]
    open_matches = Match.objects.filter(pairing__round__event=event, pairing__settled="")
    matches = {match.pk: match for match in open_matches.prefetch_related("penalties")}
    for row in unsettled:
        row.match = matches.get(row.match_id or 0)
    prefetch_related_objects(unsettled, "claims")
    keys = dict(Match.objects.filter(pairing__round__event=event).values_list("pk", "key"))
    games: dict[int, list[Game]] = {}
    won = Q(match__pairing__round__event=event, match__pairing__settled="", match__status="finished")
    for game in Game.objects.filter(won).order_by("number"):
        games.setdefault(game.match_id, []).append(game)
    tables: dict[int, list[PairingView]] = {}
    for row in rows:
        own_games = games.get(row.match_id or 0, ())
        view = pairing_view(row, by_pk, own_games, match_key=keys.get(row.match_id or 0, ""))
        tables.setdefault(row.round_id, []).append(view)
    return tuple(RoundView(round_, tuple(tables.get(round_.pk, ()))) for round_ in event.rounds.all())


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


def played(rounds: Iterable[RoundView], stage: str = Round.Stage.MAIN) -> list[PlayedMatch[int]]:
    """The results of a stage, as the core reads them."""
    return [
        PlayedMatch(
            pairing.a.pk, pairing.b.pk if pairing.b else None, pairing.outcome, *pairing.crystals, pairing.games
        )
        for number in rounds
        if number.row.stage == stage
        for pairing in number.pairings
        if pairing.outcome is not None
    ]


def _places(event: Event, players: Sequence[Registration], rounds: Sequence[RoundView]) -> tuple[Place, ...]:
    by_pk = {player.pk: player for player in players}
    names = {player.pk: player.name for player in players}
    lines = standings(by_pk, played(rounds), rules_of(event))
    ordered = sorted(lines, key=lambda line: (line.place, names[line.player].casefold()))
    return tuple(Place(line, by_pk[line.player], line.why.named(names)) for line in ordered)


def events_of(person: Person | None, *, limit: int | None = 50) -> QuerySet[Event]:
    """The events somebody owns, helps at or plays in, newest first; all of them without a `limit`."""
    if person is None:
        return Event.objects.none()
    mine = Q(owner=person) | Q(pk__in=Role.objects.filter(person=person).values("event_id"))
    mine |= Q(pk__in=Registration.objects.filter(person=person).values("event_id"))
    return (
        Event.objects.filter(mine)
        .select_related("owner__user")
        .annotate(size=Count("registrations"))
        .order_by("-created", "-pk")[:limit]
    )


def notes_of(event: Event) -> list[JudgeNote]:
    """Penalties and notes, newest first."""
    return list(JudgeNote.objects.filter(registration__event=event).select_related("registration", "by__user"))


def table_by(key: str, pk: int) -> tuple[Round, PairingView]:
    """One table of an event and its round, with the event; raises `Missing` for one that is gone."""
    rows = read_table(pk)
    if rows is None or (rows.event.key != key and rows.round.event.code != key.lower()):
        template = gettext_noop("This pairing is gone: the round was paired again. Look at it again.")
        raise Missing(template)
    return rows.round, _table(rows)


def table_now(table: PairingView) -> PairingView | None:
    """The same table as it is now, with the same players; None if it is gone or others sit there."""
    rows, players = read_table(table.row.pk), {player.pk for player in (table.a, table.b) if player is not None}
    if rows is None or {rows.pairing.a_id, rows.pairing.b_id} - {None} != players:
        return None
    return replace(_table(rows), a=table.a, b=table.b)


def _table(rows: TableRows) -> PairingView:
    row, match = rows.pairing, rows.match
    games: list[Game] = []
    if match is not None and match.status == "finished" and not row.settled:
        match.refresh_from_db()
        games = list(Game.objects.filter(match=match).order_by("number"))
    players = {player.pk: player for player in (rows.a, rows.b) if player is not None}
    return pairing_view(row, players, games, match_key=match.key if match else "", claims=rows.claims)
