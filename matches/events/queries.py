"""Queries of events: rows become the values of the core, once; the table is counted each time."""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from threading import Lock
from time import monotonic, thread_time

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Person
from common.database.prepared import PreparedQuery
from common.errors import Missing
from common.text import gettext_noop
from matches.events.read_models import EventView, PairingView
from matches.events.results.table_rows import TableRows, read_table
from matches.events.rounds.queries import DECK_COLUMNS, pairing_view, places_again, players_of, rounds_of
from matches.models import Event, Game, JudgeNote, Match, Pairing, Registration, Role, Round
from matches.play.hidden_content import event_for_reader

# From so many players on a view is cached, for the newest version of the few events somebody looks at.
LARGE_EVENT_PLAYERS = 100
# Spectators may be shown what was counted so many seconds ago: meanwhile results come in by the dozen. Where
# counting takes long, it may be up to three times as old, so that counting never takes much of the processor.
RECENT_SECONDS = 3.0
RECENT_LONGER_BY_SECOND, RECENT_LONGEST = 7.0, 3.0
MAX_CACHED_EVENTS = 8
_READ_COLUMNS = itemgetter(
    *(field.attname for field in Registration._meta.concrete_fields if field.attname not in DECK_COLUMNS)
)


def _events(key: str, code: str, rows: QuerySet[Event] | None = None) -> QuerySet[Event]:
    """The event of a key or a short code, of these rows."""
    rows = Event.objects.all() if rows is None else rows
    return rows.select_related("owner__user", "group").filter(Q(key=key) | Q(code=code))


_EVENT = PreparedQuery(_events, "key", "code")
# The view of an event and when it was computed, by the key of the event; changed only under `_cache_lock`.
_cache: dict[str, tuple[EventView, float]] = {}
_cache_lock = Lock()
# Held by the one thread that recounts a large event for all spectators.
_computing = Lock()


def event_of(match: Match) -> Event | None:
    """The event a match belongs to."""
    pairing: Pairing | None = getattr(match, "pairing", None)
    return None if pairing is None else pairing.round.event


def get_event(key: str, *, rows: QuerySet[Event] | None = None) -> Event:
    """The event of an address, or of a short code; raises `Missing`, also where the staff have hidden it."""
    code = key.lower()
    event = _EVENT.first(key, code) if rows is None else _events(key, code, rows).first()
    if event is None:
        raise Missing(gettext_noop("There is no event at this address."))
    return event_for_reader(event)


def read_ahead(key: str) -> tuple[Event, EventView | None]:
    """An event that is to be changed and, of a large one, everything in it, read for the caller alone."""
    size = Registration.objects.filter(event=OuterRef("pk")).order_by().values("event").annotate(size=Count("pk"))
    event = get_event(key, rows=Event.objects.annotate(size=Coalesce(Subquery(size.values("size")), 0)))
    large = event.size >= LARGE_EVENT_PLAYERS  # type: ignore[attr-defined]
    return event, view_to_plan(event) if large else None


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
                view = cached[0] if cached[0].event.version == event.version else _counted_again(event)
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
    return _cache_view(_counted_again(event))


def _counted_again(event: Event) -> EventView:
    """The event counted, with everything taken over from the view in the cache whose row is still the same."""
    cached = _cached(event.key)
    if cached is None:
        return view_of(event, counted=True)
    began, before = thread_time(), cached[0]
    players = unchanged_players(players_of(event), before.players)
    rounds = rounds_of(event, players, before=before.rounds)
    view = EventView(event, players, rounds, _roles_of(event))
    return replace(view, counted=places_again(view, before), seconds=thread_time() - began)


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


def view_of(event: Event, *, counted: bool = False) -> EventView:
    """The view of an event whose row is at hand, read for it alone; the table is counted when it is asked for.

    With `counted` it is counted at once, and the time that took is in `seconds`.
    """
    began = thread_time()
    players = players_of(event)
    view = EventView(event, players, rounds_of(event, players), _roles_of(event))
    return replace(view, counted=view.places, seconds=thread_time() - began) if counted else view


def _roles_of(event: Event) -> dict[int, str]:
    return dict(event.roles.values_list("person_id", "kind"))


def view_to_plan(event: Event) -> EventView:
    """The view to work out a round from: players are read anew, and tables only where their rows have changed."""
    cached = _cached(event.key)
    if cached is None:
        return view_of(event)
    players = players_of(event)
    view = EventView(event, players, rounds_of(event, players, before=cached[0].rounds), _roles_of(event))
    return replace(view, counted=places_again(view, cached[0]))


def unchanged_players(players: Sequence[Registration], before: Sequence[Registration]) -> tuple[Registration, ...]:
    """These players, each as it was read before where nothing of the row has changed since; draft tables are read."""
    known = {player.pk: player for player in before}
    return tuple(_same_player(player, known.get(player.pk)) for player in players)


def _same_player(player: Registration, before: Registration | None) -> Registration:
    if before is None or player.pod_id or before.pod_id or "person" in before._state.fields_cache:
        return player
    return before if _values_of(player) == _values_of(before) else player


def _values_of(player: Registration) -> tuple[object, ...]:
    return _READ_COLUMNS(player.__dict__)  # type: ignore[no-any-return]


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
    """A table as it is now, with the players it had; None if it is gone or others sit there."""
    rows, players = read_table(table.row.pk), {player.pk for player in (table.a, table.b) if player is not None}
    if rows is None or {rows.pairing.a_id, rows.pairing.b_id} - {None} != players:
        return None
    return replace(_table(rows), a=table.a, b=table.b)


def _table(rows: TableRows) -> PairingView:
    row, match = rows.pairing, rows.match
    games: list[Game] = []
    if match is not None and match.status == Match.Status.FINISHED and not row.settled:
        match.refresh_from_db()
        games = list(Game.objects.filter(match=match).order_by("number"))
    players = {player.pk: player for player in (rows.a, rows.b) if player is not None}
    return pairing_view(row, players, games, match_key=match.key if match else "", claims=rows.claims)
