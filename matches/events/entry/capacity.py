"""Capacity: whether players can still enter an event, its waiting list, and members of its group."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import Person
from common.database.prepared import PreparedQuery
from common.errors import Conflict, DomainError, Invalid
from common.sentence_tables import Sentence
from common.text import gettext_noop
from matches.core.names import NOT_LISTED, is_same, possible_duplicate_names, similar_names
from matches.core.tournament import Permission, check_league_size
from matches.core.tournament.elimination import bracket_size
from matches.core.tournament.rules import ELIMINATION_FORMATS, MAX_EVENT_PLAYERS
from matches.events.read_models import LoadedEvent
from matches.models import EntryRequest, Event, Member


def is_event_full(loaded: LoadedEvent) -> bool:
    return loaded.event.max_players is not None and len(loaded.active) >= loaded.event.max_players


def has_room_for_player(loaded: LoadedEvent) -> bool:
    try:
        check_room_for_players(loaded, 1)
    except DomainError:
        return False
    return True


def check_room_for_players(loaded: LoadedEvent, count: int) -> None:
    """Raise `Conflict` or `Invalid` if `count` more players can’t enter."""
    event = loaded.event
    if event.status in (Event.Status.CUT, Event.Status.FINISHED):
        raise Conflict(gettext_noop("It’s too late to join: the playoff has started or the event is over."))
    late = bool(loaded.rounds)
    size = len(loaded.players) + count
    if late and event.is_league and count > 1:
        raise Conflict(gettext_noop("The schedule of this league is set. Add latecomers one at a time."))
    if late and event.format in ELIMINATION_FORMATS:
        raise Conflict(gettext_noop("The bracket has been drawn, so it’s too late to join."))
    if size > MAX_EVENT_PLAYERS:
        raise Invalid(gettext_noop("An event can have at most %(most)s players."), {"most": MAX_EVENT_PLAYERS})
    if event.is_league:
        check_league_size(max(size, 2))
    if event.format in ELIMINATION_FORMATS:
        bracket_size(max(size, 2))


_ALL_REQUESTS = PreparedQuery(lambda event: EntryRequest.objects.filter(event=event).select_related("person__user"), -1)
_OWN_REQUEST = PreparedQuery(lambda event, person: EntryRequest.objects.filter(event=event, person=person), -1, -2)


@dataclass(frozen=True, slots=True)
class OwnEntryRequest:
    """A person’s request, and its place in the waiting list (0 if it isn’t there)."""

    row: EntryRequest
    place: int


def own_entry_request(event: Event, person: Person | None) -> OwnEntryRequest | None:
    entry_request = _OWN_REQUEST.first(event.pk, person.pk) if person else None
    if entry_request is None:
        return None
    return OwnEntryRequest(
        entry_request,
        waiting_list_position(entry_request) if entry_request.approved and not entry_request.refused else 0,
    )


def waiting_list_position(entry_request: EntryRequest) -> int:
    """Return the place in the waiting list, from 1."""
    before = EntryRequest.objects.filter(
        event=entry_request.event_id, refused=None, approved__isnull=False, pk__lt=entry_request.pk
    )
    return before.count() + 1


def entry_requests_of(event: Event) -> list[EntryRequest]:
    """Return all requests in order, declined requests last."""
    return sorted(
        _ALL_REQUESTS.rows(event.pk), key=lambda entry_request: (entry_request.refused is not None, entry_request.pk)
    )


# Only the first members of a large club get a checkbox; organisers type other names.
MAX_MEMBERS_SHOWN = 100
# For more pairs of names, a pasted list is not searched for similar names.
_MAX_PAIRS_COMPARED = 50_000
_ALMOST_THE_SAME = gettext_noop("“%(name)s” and “%(near)s” are almost the same. Are they one player?")
_LISTED_TWICE = gettext_noop("“%(near)s” is already on the list. Is it the same player?")


def name_in_group(event: Event, person: Person | None) -> str:
    """Return the name of a person in the event’s group; empty if they aren’t a member."""
    if event.group_id is None or person is None:
        return ""
    return (
        Member.objects.filter(group=event.group_id, person=person, left=None).values_list("name", flat=True).first()
        or ""
    )


def members_not_in_event(loaded: LoadedEvent) -> list[Member]:
    """Return the first members of the group, by name, who are not in the event, while players can still enter."""
    if loaded.event.group_id is None or not has_room_for_player(loaded):
        return []
    inside = [player.member_id for player in loaded.players if player.member_id]
    members = Member.objects.filter(group=loaded.event.group_id, left=None).exclude(pk__in=inside)
    return list(members[:MAX_MEMBERS_SHOWN])


def similar_name_questions(
    loaded: LoadedEvent, names: Sequence[str], doubled: Sequence[str], *, by: Person | None
) -> list[tuple[Sentence, tuple[str, ...]]]:
    """Return a question with similar names for each name like that of a member, a player or an earlier name, and for
    each of `doubled`; none for people who can’t enter players."""
    if not loaded.permits(by, Permission.ADMIT):
        return []
    members = list(Member.objects.filter(group=loaded.event.group_id, left=None).values_list("name", flat=True))
    listed = [player.name for player in loaded.players]
    questions: list[tuple[str, str, tuple[str, ...]]] = []
    if len(names) * len([*members, *listed, *names]) <= _MAX_PAIRS_COMPARED:
        for name in names:
            questions.append((NOT_LISTED, name, similar_names(name, members)))
            if not questions[-1][-1]:
                questions.append((_ALMOST_THE_SAME, name, possible_duplicate_names(name, listed)))
            listed.append(name)
    for name in doubled:
        questions.append((_LISTED_TWICE, name, tuple(each for each in [*listed, *names] if is_same(name, each))[:1]))
    return [
        (Sentence(text, {"name": name, "near": ", ".join(similar)}), similar)
        for text, name, similar in questions
        if similar
    ]


def expected_player_names(loaded: LoadedEvent) -> list[str]:
    """Return the names of entries without a person, and of members without a person who are not in the event."""
    members = [member.name for member in members_not_in_event(loaded) if member.person_id is None]
    return [*(player.name for player in loaded.players if player.person_id is None), *members]
