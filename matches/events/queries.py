"""Queries of events: rows become a `LoadedEvent`, which is cached by version."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, prefetch_related_objects

from accounts.models import Person
from common.database.prepared import PreparedQuery
from common.errors import Missing
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from matches.core.standings import Outcome
from matches.core.tournament.roles import Permission
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound, has_permission
from matches.models import (
    Claim,
    Event,
    Game,
    JudgeNote,
    Match,
    Pairing,
    Pod,
    Registration,
    Role,
    Round,
    Side,
    Withdrawal,
)
from matches.play.core_values import score_of_match
from matches.play.hidden_content import visible_event

# In an event with this many players, spectators may see standings this many seconds old. Results come in by the dozen,
# and recounting for every phone would take too much processor time.
LARGE_EVENT_PLAYERS, RECENT_FOR_SECONDS = 100, 3.0
MAX_CACHED_EVENTS = 16
_ANY_CACHED_VERSION = None
# Loaded events leave out these columns.
DECK_COLUMNS = ("deck", "deck_faults", "deck_frozen")
# Primary keys from here on are too large for databases.
MAX_DATABASE_INTEGER = 2**31
_ROUNDS_OF_EVENT = PreparedQuery(lambda event: Round.objects.filter(event=event), -1)
_PLAYERS_OF_EVENT = PreparedQuery(lambda event: Registration.objects.filter(event=event).defer(*DECK_COLUMNS), -1)
_PODS_OF_EVENT = PreparedQuery(lambda event: Pod.objects.filter(event=event).select_related("draft"), -1)
_TABLES_OF_EVENT = PreparedQuery(
    lambda event: Pairing.objects.filter(round__event=event).annotate(match_key=F("match__key")).order_by("table"), -1
)
_MATCHES_UNSETTLED = PreparedQuery(
    lambda event: Match.objects.filter(pairing__round__event=event, pairing__settled="").order_by(), -1
)
_MATCHES_OVER = PreparedQuery(
    lambda event: Match.objects.filter(
        pairing__round__event=event, pairing__settled="", status=Match.Status.FINISHED
    ).order_by(),
    -1,
)
_CLAIMS_OF_EVENT = PreparedQuery(
    lambda event: Claim.objects.filter(pairing__round__event=event, pairing__settled="").order_by("side"), -1
)
# `set_cached_value` of these fields skips the checks of an assignment.
_EVENT_OF_ROUND: Any = Round._meta.get_field("event")
_EVENT_OF_PLAYER: Any = Registration._meta.get_field("event")
_POD_OF_PLAYER: Any = Registration._meta.get_field("pod")
_ROUND_OF_TABLE: Any = Pairing._meta.get_field("round")


@dataclass(frozen=True, slots=True)
class _CachedEvent:
    """A loaded event, the state of its row when it was read, and the time."""

    view: LoadedEvent
    state: tuple[object, ...]
    at: float


_EVENT_BY_KEY = PreparedQuery(
    lambda key, code: Event.objects.select_related("owner__user", "group").filter(Q(key=key) | Q(code=code)),
    "key",
    "code",
)
_EVENT_VERSION = PreparedQuery(lambda key: Event.objects.filter(key=key).only("version").order_by(), "key")
_ROLES_OF_EVENT = PreparedQuery(lambda event: Role.objects.filter(event=event), -1)
# The latest loaded event by key, whatever its version.
_event_cache = VersionedCache[_CachedEvent](max_keys=MAX_CACHED_EVENTS)
_TABLE_BY_KEY = PreparedQuery(
    lambda pk: Pairing.objects.filter(pk=pk).select_related("round__event", "a", "b", "match").order_by("pk"), -1
)


def event_of_match(match: Match) -> Event | None:
    pairing: Pairing | None = getattr(match, "pairing", None)
    return None if pairing is None else pairing.round.event


def event_by_key(key: str) -> Event:
    """Return the event with this key or short code; raises `Missing`, also if moderators have hidden the event."""
    event = _EVENT_BY_KEY.first(key, key.lower())
    if event is None:
        raise Missing(gettext_noop("We couldn’t find that event."))
    return visible_event(event)


def event_version(key: str) -> int | None:
    event = _EVENT_VERSION.first(key)
    return None if event is None else event.version


def load_event(key: str) -> LoadedEvent:
    """Load an event with its rounds; the number of queries does not grow with the number of players.

    A loaded event is cached by version and never changed; services that write use `load_event_from_row`.
    """
    event = event_by_key(key)
    cached, state = _event_cache.get(event.key, _ANY_CACHED_VERSION), _event_cache_state(event)
    if cached is not None and cached.state == state:
        return cached.view
    # Pages don’t show running matches, so read only finished matches.
    loaded = load_event_from_row(event, matches=_MATCHES_OVER)
    # Don’t cache while drafts are open: they change without a new version of the event.
    if not any(pod.pod.draft.status in pod.pod.draft.OPEN for pod in loaded.pods):
        _event_cache.put(event.key, _ANY_CACHED_VERSION, _CachedEvent(loaded, state, monotonic()))
    return loaded


def _event_cache_state(event: Event) -> tuple[object, ...]:
    """Return all that pages show from the event’s row (including its version), its owner and its group."""
    row = {name: value for name, value in vars(event).items() if name != "_state"}
    return row, event.owner.display_name, event.group.name if event.group else ""


def load_recent_event(key: str) -> LoadedEvent:
    """Return the event as `load_event` does, but for spectators of large events up to `RECENT_FOR_SECONDS` old."""
    cached = _event_cache.get(key, _ANY_CACHED_VERSION)
    if cached is None or len(cached.view.players) < LARGE_EVENT_PLAYERS or monotonic() - cached.at > RECENT_FOR_SECONDS:
        return load_event(key)
    visible_event(cached.view.event)
    return cached.view


def load_event_from_row(event: Event, *, matches: PreparedQuery[Match] = _MATCHES_UNSETTLED) -> LoadedEvent:
    """Load an event; `matches` selects the matches to read for tables without a settled result."""
    players = players_of_event(event)
    roles = {role.person_id: role.kind for role in _ROLES_OF_EVENT.rows(event.pk)}
    return LoadedEvent(event, players, rounds_with_tables(event, players, matches), roles)


def rounds_with_tables(
    event: Event, players: Sequence[Registration], matches: PreparedQuery[Match] = _MATCHES_UNSETTLED
) -> tuple[LoadedRound, ...]:
    by_round: dict[int, list[LoadedPairing]] = {}
    rounds = _ROUNDS_OF_EVENT.rows(event.pk)
    by_pk = {row.pk: row for row in rounds}
    for row in rounds:
        _EVENT_OF_ROUND.set_cached_value(row, event)
    for pairing in _load_pairings(event, {player.pk: player for player in players}, matches):
        # Leave out tables of a round that was paired after the rounds were read.
        if round_ := by_pk.get(pairing.row.round_id):
            _ROUND_OF_TABLE.set_cached_value(pairing.row, round_)
            by_round.setdefault(round_.pk, []).append(pairing)
    return tuple(LoadedRound(round_, tuple(by_round.get(round_.pk, ()))) for round_ in rounds)


def has_results(rounds: Sequence[Round]) -> bool:
    """Return whether a result, report or game exists in one of these rounds."""
    seated = Pairing.objects.filter(round__in=rounds).exclude(b=None)
    has_report = ~Q(settled="") | Exists(Claim.objects.filter(pairing=OuterRef("pk")))
    return seated.filter(has_report | Exists(Game.objects.filter(match=OuterRef("match")))).exists()


def players_of_event(event: Event) -> tuple[Registration, ...]:
    """Return the players of an event with their pods, without their decks."""
    players = _PLAYERS_OF_EVENT.rows(event.pk)
    pods = {pod.pk: pod for pod in _PODS_OF_EVENT.rows(event.pk)} if any(player.pod_id for player in players) else {}
    for player in players:
        _EVENT_OF_PLAYER.set_cached_value(player, event)
        _POD_OF_PLAYER.set_cached_value(player, pods.get(player.pod_id or 0))
    return tuple(players)


def _load_pairings(
    event: Event, by_pk: Mapping[int, Registration], query: PreparedQuery[Match]
) -> Iterator[LoadedPairing]:
    """Yield all tables of an event; matches and claims are read only for those without a settled result."""
    rows = _TABLES_OF_EVENT.rows(event.pk)
    waits = any(not row.settled for row in rows)
    matches = {match.pk: match for match in query.rows(event.pk)} if waits else {}
    claims: dict[int, list[Claim]] = {}
    if waits:
        for claim in _CLAIMS_OF_EVENT.rows(event.pk):
            claims.setdefault(claim.pairing_id, []).append(claim)
    games: dict[int, list[Game]] = {}
    over = [match for match in matches.values() if match.status == Match.Status.FINISHED]
    prefetch_related_objects(over, "penalties")
    if over:
        for game in Game.objects.filter(match__in=over):
            games.setdefault(game.match_id, []).append(game)
    for row in rows:
        own = row.match_id or 0
        if not row.settled and own in matches:
            row.match = matches[own]
        row_claims = claims.get(row.pk, ())
        yield build_pairing(row, by_pk, games.get(own, ()), match_key=vars(row)["match_key"] or "", claims=row_claims)


def events_of_person(person: Person | None, *, limit: int | None = 50) -> QuerySet[Event]:
    """Return the events that a person owns, helps at or plays in, newest first; all events without a `limit`."""
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


def judge_notes_of(event: Event) -> list[JudgeNote]:
    return list(JudgeNote.objects.filter(registration__event=event).select_related("registration", "by__user"))


def is_permitted(event: Event, by: Person | None, permission: Permission, *, about: Registration | None = None) -> bool:
    """Return what `has_permission` says, reading the event’s helpers; `about` is the player concerned."""
    return has_permission(event, dict(event.roles.values_list("person_id", "kind")), by, permission, about=about)


def pairing_of_event(event: Event, pk: int) -> tuple[Round, LoadedPairing]:
    """Return a pairing of an event and its round; raises `Missing` if the pairing is gone."""
    pairing = _TABLE_BY_KEY.first(pk) if pk < MAX_DATABASE_INTEGER else None
    if pairing is None or pairing.round.event_id != event.pk:
        template = gettext_noop(
            "This pairing no longer exists because the round was paired again. Check the new pairings."
        )
        raise Missing(template)
    pairing.round.event = event
    return pairing.round, _pairing_with_result(pairing)


def reload_pairing(pairing: LoadedPairing) -> LoadedPairing | None:
    """Read the pairing again; None if it is gone or its players have changed."""
    row, players = _TABLE_BY_KEY.first(pairing.row.pk), {player.pk for player in pairing.players}
    if row is None or {row.a_id, row.b_id} - {None} != players:
        return None
    return replace(_pairing_with_result(row), a=pairing.a, b=pairing.b)


def _pairing_with_result(pairing: Pairing) -> LoadedPairing:
    """Return a pairing with its result, reading games only if no result is settled."""
    games: list[Game] = []
    if pairing.match is not None and pairing.match.status == Match.Status.FINISHED and not pairing.settled:
        games = list(pairing.match.games.all())
    players = {player.pk: player for player in (pairing.a, pairing.b) if player is not None}
    return build_pairing(pairing, players, games, match_key=pairing.match.key if pairing.match else "")


def build_pairing(
    pairing: Pairing,
    players: Mapping[int, Registration],
    games: Sequence[Game],
    *,
    match_key: str = "",
    claims: Sequence[Claim] | None = None,
) -> LoadedPairing:
    """Return a table with its result: the settled result, or else the result of the match’s games."""
    a = players[pairing.a_id]
    if pairing.b_id is None:
        requested = pairing.outcome in (Outcome.HALF_BYE, Outcome.ZERO_BYE)
        return LoadedPairing(pairing, a, None, Outcome(pairing.outcome) if requested else Outcome.BYE, (0, 0))
    if claims is None:
        claims = () if pairing.settled else tuple(sorted(pairing.claims.all(), key=lambda claim: claim.side))
    b, outcome, crystals, won = players[pairing.b_id], None, (0, 0), None
    forfeit = pairing.settled == Pairing.Settled.FORFEIT
    if pairing.settled:
        outcome, crystals = Outcome(pairing.outcome), (pairing.crystals_a, pairing.crystals_b)
        won = None if pairing.games_a is None or pairing.games_b is None else (pairing.games_a, pairing.games_b)
    elif games and pairing.match is not None:
        counted, won = score_of_match(pairing.match, games), games_won_by_each(games)
        crystals = counted.crystals[pairing.match.name_a], counted.crystals[pairing.match.name_b]
        if counted.drawn:
            outcome = Outcome.DRAW
        elif counted.winner is not None:
            outcome = Outcome.A if counted.winner == pairing.match.name_a else Outcome.B
    if outcome is None:
        outcome, crystals = _awarded_result(a, b)
        forfeit = outcome is not None
    return LoadedPairing(pairing, a, b, outcome, crystals, tuple(claims), match_key, won, forfeit)


def _awarded_result(a: Registration, b: Registration) -> tuple[Outcome | None, tuple[int, int]]:
    """Return the result of a league’s open match if a player has left and their matches are awarded to opponents."""
    leavers = [player for player in (a, b) if player.withdrawal == Withdrawal.AWARD]
    if not leavers:
        return None, (0, 0)
    if len(leavers) == 2:
        return Outcome.NOBODY, (0, 0)
    won = Outcome.B if leavers[0] is a else Outcome.A
    return won, forfeit_score(a.event, a_won=won is Outcome.A)


def forfeit_score(event: Event, *, a_won: bool) -> tuple[int, int]:
    """Return the crystals of a forfeited match: the target for the winner, 0 for the loser."""
    target = event.target
    return (target, 0) if a_won else (0, target)


def games_won_by_each(games: Iterable[Game]) -> tuple[int, int]:
    winners = [game.winner for game in games]
    return winners.count(Side.A), winners.count(Side.B)
