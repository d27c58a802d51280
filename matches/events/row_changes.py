"""The rows of an event that have changed since a client read it, found by a short digest of each row.

Digests are cached for SNAPSHOT_SECONDS. If the digests of version `since` have expired, the whole event is sent.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from django.core.cache import cache

from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.queries import event_by_key, load_event
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedPod, LoadedRound, StandingsPlace
from matches.models import Event, Registration

SNAPSHOT_SECONDS = 600
# By name of a part, the digest of each row’s API values by the row’s number.
RowDigests = Mapping[str, Mapping[int, int]]
# By name of a part, a function that returns a row’s API values, and the rows by number.
RowsWithDigest = Mapping[str, tuple[Callable[[Any], Hashable], Mapping[int, object]]]


@dataclass(frozen=True, slots=True)
class RemovedRows:
    """The numbers of removed rows since a version; of pairings their ids."""

    players: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    pairings: tuple[int, ...] = ()
    pods: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EventChanges:
    """An event like `LoadedEvent`, with lists of only what changed since version `since`; `whole` is the full event."""

    whole: LoadedEvent
    since: int
    players: tuple[Registration, ...]
    rounds: tuple[LoadedRound, ...]
    pods: tuple[LoadedPod, ...]
    standings: tuple[StandingsPlace, ...]
    gone: RemovedRows

    @property
    def event(self) -> Event:
        return self.whole.event

    @property
    def champion(self) -> Registration | None:
        return self.whole.champion


def empty_changes_if_current(event: Event, since: int) -> EventChanges | None:
    """Return empty changes if `since` is the newest version, without reading rows that the response doesn’t need.

    Return None if the event has changed since, or the digests of that version have expired.
    """
    if since != event.version or not cache.touch(_snapshot_key(event, since), SNAPSHOT_SECONDS):
        return None
    loaded = load_event(event.key) if _always_needs_rows(event) else LoadedEvent(event, (), (), {})
    # Drafts change without a new version of the event, so pods are always sent.
    return EventChanges(
        whole=loaded, since=since, players=(), rounds=(), pods=loaded.pods, standings=(), gone=RemovedRows()
    )


def _always_needs_rows(event: Event) -> bool:
    """Return whether every response has a champion, a final ranking or pods, for which rows must be read."""
    has_end = event.status in (Event.Status.CUT, Event.Status.FINISHED) or event.format in ELIMINATION_FORMATS
    return has_end or event.format == Event.Format.DRAFT


def changes_since(loaded: LoadedEvent, since: int) -> LoadedEvent | EventChanges:
    """Return the changes since a version, or the whole event if the version’s digests have expired."""
    now = _cache_row_digests(loaded)
    before: RowDigests | None = now if since == loaded.event.version else cache.get(_snapshot_key(loaded.event, since))
    if before is None:
        return loaded
    changed = {
        part: {row for row, digest in rows.items() if before[part].get(row) != digest} for part, rows in now.items()
    }
    rounds = [
        LoadedRound(round_.row, tuple(pairing for pairing in round_.pairings if pairing.row.pk in changed["pairings"]))
        for round_ in loaded.rounds
    ]
    return EventChanges(
        whole=loaded,
        since=since,
        players=tuple(player for player in loaded.players if player.number in changed["players"]),
        rounds=tuple(round_ for round_ in rounds if round_.pairings or round_.row.number in changed["rounds"]),
        pods=tuple(pod for pod in loaded.pods if pod.pod.number in changed["pods"]),
        standings=tuple(standing for standing in loaded.standings if standing.player.number in changed["places"]),
        gone=RemovedRows(
            *(tuple(sorted(set(before[part]) - set(now[part]))) for part in RemovedRows.__dataclass_fields__)
        ),
    )


def store_present_digests(key: str) -> int:
    """Store the digests of the current version and return its number."""
    event = event_by_key(key)
    if not cache.touch(_snapshot_key(event, event.version), SNAPSHOT_SECONDS):
        loaded = load_event(key)
        _cache_row_digests(loaded)
        return loaded.event.version
    return event.version


def _snapshot_key(event: Event, version: int) -> str:
    return f"event-digests:{event.pk}:{version}"


def _cache_row_digests(loaded: LoadedEvent) -> RowDigests:
    digests = {
        part: {number: _digest_of(show(row)) for number, row in rows.items()}
        for part, (show, rows) in _rows_to_digest(loaded).items()
    }
    cache.set(_snapshot_key(loaded.event, loaded.event.version), digests, SNAPSHOT_SECONDS)
    return digests


def _rows_to_digest(loaded: LoadedEvent) -> RowsWithDigest:
    return {
        "players": (_PLAYER_VALUES, {player.number: player for player in loaded.players}),
        "rounds": (_ROUND_VALUES, {round_.row.number: round_.row for round_ in loaded.rounds}),
        "pairings": (_table_digest_values, {pairing.row.pk: pairing for pairing in loaded.tables}),
        "pods": (_pod_digest_values, {pod.pod.number: pod for pod in loaded.pods}),
        "places": (_standing_digest_values, {standing.player.number: standing for standing in loaded.standings}),
    }


def _digest_of(value: Hashable) -> int:
    return int.from_bytes(blake2b(repr(value).encode(), digest_size=8).digest())


_PLAYER_VALUES = attrgetter("name", "entered", "dropped", "deck_verdict", "checked_in")
_ROUND_VALUES = attrgetter("pk", "stage", "status", "day", "minutes", "spans")


def _table_digest_values(pairing: LoadedPairing) -> Hashable:
    other = pairing.b.number if pairing.b else None
    facts = (
        pairing.state,
        pairing.outcome,
        pairing.crystals,
        pairing.match_key,
        pairing.games,
        pairing.day,
        pairing.result_code,
    )
    return pairing.row.table, pairing.a.number, other, pairing.starter.number, pairing.row.extra_minutes, *facts


def _pod_digest_values(pod: LoadedPod) -> Hashable:
    return pod.pod.draft.key, pod.pod.draft.status, tuple(player.number for player in pod.players)


def _standing_digest_values(standing: StandingsPlace) -> Hashable:
    line = standing.line
    facts = (line.points, line.won, line.drawn, line.lost, line.byes, line.crystals_for, line.crystals_against)
    return standing.player.name, line.place, line.shared, *facts, repr(sorted(line.values.items())), repr(standing.why)
