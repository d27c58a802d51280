"""Services of entering: registration, requests for a place, the waiting list, late players, and claims of entries."""

from collections.abc import Sequence
from itertools import count as numbers
from itertools import cycle

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from accounts.push.kinds import Kind
from common import metrics
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop
from matches.core.names import NAME_LENGTH, clean_name, name_key, require_distinct
from matches.core.tournament import Permission
from matches.events.entry.capacity import (
    check_room_for_players,
    expected_player_names,
    is_event_full,
    name_in_group,
    waiting_list_position,
)
from matches.events.notifications import notify_players
from matches.events.queries import load_event_from_row
from matches.events.read_models import LoadedEvent
from matches.events.rounds.rows import matches_by_side, reseat_table
from matches.events.transactions import build_audit_log_entry, lock_event, log_action
from matches.models import AuditLogEntry, EntryRequest, Event, Member, Pairing, Registration, Round


def create_registrations(
    loaded: LoadedEvent, entries: Sequence[tuple[str, Person | None]], *, by: Person | None, takes_over: bool = False
) -> list[Registration]:
    """Enter players under these names; raises `Conflict` for a taken name, or if it is too late."""
    event, late = loaded.event, bool(loaded.rounds)
    if not takes_over:
        check_room_for_players(loaded, len(entries))
    taken = {name_key(player.name): player.name for player in loaded.players}
    number = max((player.number for player in loaded.players), default=0)
    in_league = event.is_league
    entered = 1 if in_league else len(loaded.rounds) + 1
    players: list[Registration] = []
    for text, person in entries:
        name = clean_name(text)
        if name_key(name) in taken:
            raise taken_name_error(taken[name_key(name)])
        taken[name_key(name)] = name
        number += 1
        there = timezone.now() if late and event.check_in else None
        players.append(
            Registration(event=event, number=number, name=name, person=person, entered=entered, checked_in=there)
        )
    _bind_to_members(loaded, players)
    Registration.objects.bulk_create(players)
    about = [{"name": row.name, "round": entered} for row in players]
    AuditLogEntry.objects.bulk_create(build_audit_log_entry(event, by, "entered", details) for details in about)
    metrics.RESULTS_COUNTER.labels("entered").inc(len(players))  # bulk_create sends no signal that would count them
    if in_league and late and not takes_over:
        for pairing, other_player in _tables_for_latecomer(loaded):
            seats = (other_player, players[0]) if pairing.round.number % 2 else (players[0], other_player)
            reseat_table(pairing, *seats)
            event.rounds.filter(pk=pairing.round_id).update(status=Round.Status.PLAYING)
    return players


def _tables_for_latecomer(loaded: LoadedEvent) -> list[tuple[Pairing, Registration]]:
    """Return a latecomer’s league tables with opponents: byes if there are any, else new tables, spread out."""
    byes = [pairing for pairing in loaded.tables if pairing.b is None and pairing.row.round.stage == Round.Stage.MAIN]
    if byes:
        return [(pairing.row, pairing.a) for pairing in byes]
    main = [round_ for round_ in loaded.rounds if round_.row.stage == Round.Stage.MAIN]
    rounds = [round_ for round_ in main if round_.unreported] or main[-1:]
    last = {round_.row.pk: max(pairing.row.table for pairing in round_.pairings) for round_ in rounds}
    tables = []
    for player, round_ in zip(loaded.active * loaded.event.legs, cycle(rounds), strict=False):
        last[round_.row.pk] += 1
        tables.append((Pairing(round=round_.row, table=last[round_.row.pk]), player))
    return tables


def _bind_to_members(loaded: LoadedEvent, players: Sequence[Registration]) -> None:
    """Link new players to members of the event’s group by person, or else by name."""
    if loaded.event.group_id is None:
        return
    members = {member.pk: member for member in Member.objects.filter(group=loaded.event.group_id)}
    roots: dict[int, Member] = {}
    for pk, member in members.items():
        while member.merged_into_id in members:
            member = members[member.merged_into_id]
        roots[pk] = member
    by_person = {member.person_id: member for member in members.values() if member.person_id and member.left is None}
    by_name = {name_key(member.name): roots[pk] for pk, member in members.items()}
    inside = {player.person_id for player in loaded.players} | {row.person_id for row in players}
    bound = {player.member_id for player in loaded.players}
    for row in players:
        known_member = by_person.get(row.person_id or 0) or by_name.get(name_key(row.name))
        if known_member is None or known_member.pk in bound or row.person_id not in (None, known_member.person_id):
            continue
        row.member = known_member
        bound.add(known_member.pk)
        if row.person_id is None and known_member.left is None and known_member.person_id not in inside:
            row.person_id = known_member.person_id


def taken_name_error(name: str) -> Conflict:
    return Conflict(
        gettext_noop("%(name)s is already in the event. Add something to tell the two apart."), {"name": name}
    )


def give_entry_to_person(
    loaded: LoadedEvent, player: Registration, person: Person, *, by: Person | None
) -> Registration:
    """Make a person the owner of an entry, who can then report results, submit decks and drop.

    A guest who owned it on another device loses it. Raises `Conflict` if an account owns it.
    """
    own_player = loaded.player_of(person)
    if own_player is not None:
        raise Conflict(gettext_noop("You’re already in this event as %(name)s."), {"name": own_player.name})
    person_before = player.person
    if person_before is not None and person_before.user_id is not None:
        raise Conflict(gettext_noop("Someone has already claimed this entry."))
    player.person = person
    if loaded.event.group_id is not None and player.member_id is None:
        player.member = Member.objects.filter(group=loaded.event.group_id, person=person, left=None).first()
    player.save(update_fields=["person", "member"])
    for side, matches in matches_by_side(player):
        matches.filter(**{f"player_{side}": person_before}).update(**{f"player_{side}": person})
    log_action(loaded.event, by=by, kind="claimed", name=player.name)
    return player


def move_up_from_waiting_list(event: Event, *, by: Person | None) -> list[Registration]:
    """Before round 1, give free places to the people who have waited longest, and notify them."""
    if event.status != Event.Status.REGISTRATION:
        return []
    waiting = list(event.entry_requests.filter(refused=None, approved__isnull=False).select_related("person"))
    if not waiting or event.rounds.exists():
        return []
    loaded = load_event_from_row(event)
    free = len(waiting) if event.max_players is None else max(event.max_players - len(loaded.active), 0)
    return let_in_requested(loaded, waiting[:free], by=by)


def let_in_requested(loaded: LoadedEvent, requests: Sequence[EntryRequest], *, by: Person | None) -> list[Registration]:
    """Enter the people of these requests under unused names, and notify them."""
    taken = {name_key(player.name) for player in loaded.players}
    entries: list[tuple[str, Person | None]] = []
    for request in requests:
        name = _unused_name(request.name, taken)
        taken.add(name_key(name))
        entries.append((name, request.person))
    players = create_registrations(loaded, entries, by=by) if entries else []
    EntryRequest.objects.filter(pk__in=[request.pk for request in requests]).delete()
    notify_players(loaded.event, players, Kind.PLACE)
    return players


def _unused_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number added if the name is taken."""
    if name_key(name) not in taken:
        return name
    tries = (f"{name[: NAME_LENGTH - 4]} {number}" for number in numbers(2))
    return next(text for text in tries if name_key(text) not in taken)


MAX_ENTRY_REQUESTS = 1000


@transaction.atomic
def register_player(
    *, by: Person, key: str, name: str, ask: bool = False, is_me: bool = False, is_new: bool = True
) -> Registration | EntryRequest:
    """Enter an event, or request a place: for the organiser’s approval, or on the waiting list.

    Staff need no approval. With `ask`, make a request even if registration is closed; with `is_me`, request the entry
    with this name. Raises `Conflict` if registration is closed, the name is taken, or a request exists. Unless
    `is_new`, also raises it for a name similar to expected names, which its detail suggests.
    """
    loaded = load_event_from_row(lock_event(key))
    if loaded.player_of(by) is not None:
        raise Conflict(gettext_noop("You’re already in this event."))
    _check_no_request(loaded.event, by)
    known_player = next((player for player in loaded.players if name_key(player.name) == name_key(name)), None)
    if is_me and known_player is not None:
        return _add_request(loaded, by, known_player.name, is_player=known_player)
    if not is_new and known_player is None and not name_in_group(loaded.event, by):
        require_distinct(clean_name(name), expected_player_names(loaded))
    if not loaded.event.registration_open and ask:
        check_room_for_players(loaded, 1)
        return _add_request(loaded, by, clean_name(name))
    if not loaded.event.registration_open:
        raise Conflict(gettext_noop("Registration is closed. Ask the organiser, who can still add you."))
    if not is_event_full(loaded) and (not loaded.event.approval or loaded.permits(by, Permission.ADMIT)):
        return create_registrations(loaded, [(name, by)], by=by)[0]
    return _add_request(loaded, by, clean_name(name))


def _add_request(loaded: LoadedEvent, by: Person, name: str, *, is_player: Registration | None = None) -> EntryRequest:
    event = loaded.event
    if is_player is not None:
        entry_request = EntryRequest.objects.create(event=event, person=by, name=name, registration=is_player)
        log_action(event, by=by, kind="asks", name=name)
        return entry_request
    names = {*(player.name for player in loaded.players), *event.entry_requests.values_list("name", flat=True)}
    if name_key(name) in {name_key(other) for other in names}:
        raise taken_name_error(name)
    if len(names) - len(loaded.players) >= MAX_ENTRY_REQUESTS:
        raise Invalid(gettext_noop("The waiting list is full (%(most)s people)."), {"most": MAX_ENTRY_REQUESTS})
    approved = None if event.approval or not event.registration_open else timezone.now()
    entry_request = EntryRequest.objects.create(event=event, person=by, name=name, approved=approved)
    log_action(event, by=by, kind="waits" if approved else "asks", name=name)
    return entry_request


def _check_no_request(event: Event, by: Person) -> None:
    entry_request = event.entry_requests.filter(person=by).first()
    if entry_request is None:
        return
    if entry_request.refused is not None:
        raise Conflict(gettext_noop("The organiser declined your request. Talk to them if you think that’s a mistake."))
    if entry_request.approved is None:
        raise Conflict(gettext_noop("You’ve already requested a spot. The organiser decides who gets in."))
    template = gettext_noop("You’re already on the waiting list, as number %(place)s.")
    raise Conflict(template, {"place": waiting_list_position(entry_request)})


@transaction.atomic
def withdraw_entry_request(*, by: Person | None, key: str) -> None:
    """Withdraw this person’s request; raises `Conflict` if there is none or it was declined."""
    event = lock_event(key)
    deleted, _rows = event.entry_requests.filter(person=by, refused=None).delete() if by else (0, {})
    if not deleted:
        raise Conflict(gettext_noop("You’re not on the waiting list."))
    log_action(event, by=by, kind="withdrawn")


@transaction.atomic
def decide_entry_request(*, by: Person | None, key: str, request: int, admit: bool) -> EntryRequest | Registration:
    """Admit or decline a request; if all places are taken, an admitted person joins the waiting list.

    Admitting somebody who is on the waiting list gives them a place above the limit.
    """
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.ADMIT))
    entry_request = loaded.event.entry_requests.select_related("person", "registration").filter(pk=request).first()
    if entry_request is None:
        raise Missing(gettext_noop("There’s no request with this number. It may already have been accepted."))
    if not admit:
        entry_request.refused = timezone.now()
        entry_request.save(update_fields=["refused"])
        log_action(loaded.event, by=by, kind="refused")
        return entry_request
    if entry_request.registration is not None:
        player = give_entry_to_person(loaded, entry_request.registration, entry_request.person, by=by)
        entry_request.delete()
        return player
    if entry_request.approved is None and is_event_full(loaded) and not loaded.rounds:
        entry_request.approved, entry_request.refused = timezone.now(), None
        entry_request.save(update_fields=["approved", "refused"])
        log_action(loaded.event, by=by, kind="waits", name=entry_request.name)
        return entry_request
    return let_in_requested(loaded, [entry_request], by=by)[0]
