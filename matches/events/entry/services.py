"""Services of entering: registering, requesting a place, and deciding on a request."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop
from matches.core.names import clean_name, name_key, require_not_alike
from matches.core.tournament import Permission
from matches.events.entry.capacity import (
    check_players_may_enter,
    expected_names,
    is_event_full,
    name_in_group,
    place_in_waiting_list,
)
from matches.events.entry.roster import enter_players, give_entry_to_person, let_in_requested, taken_name_error
from matches.events.queries import view_of
from matches.events.read_models import EventView
from matches.events.transactions import lock_event, log_action
from matches.models import EntryRequest, Event, Registration

MAX_ENTRY_REQUESTS = 1000


@transaction.atomic
def register(
    *, by: Person, key: str, name: str, ask: bool = False, is_me: bool = False, is_new: bool = True
) -> Registration | EntryRequest:
    """Enter an event, or request a place: for the organiser’s approval, or on the waiting list.

    Staff need no approval. With `ask`, a request is made although registration is closed; with `is_me`, to claim the
    entry of that name. Raises `Conflict` if registration is closed, the name is taken, or a request exists; unless
    `is_new`, also for a name so similar to an expected one that they may be the same, which the detail suggests.
    """
    view = view_of(lock_event(key))
    if view.player_of(by) is not None:
        raise Conflict(gettext_noop("You’re already in this event."))
    _check_no_request(view.event, by)
    known = next((player for player in view.players if name_key(player.name) == name_key(name)), None)
    if is_me and known is not None:
        return _add_request(view, by, known.name, is_player=known)
    if not is_new and known is None and not name_in_group(view.event, by):
        require_not_alike(clean_name(name), expected_names(view))
    if not view.event.registration_open and ask:
        check_players_may_enter(view, 1)
        return _add_request(view, by, clean_name(name))
    if not view.event.registration_open:
        raise Conflict(gettext_noop("Registration is closed. Ask the organiser, who can still add you."))
    if not is_event_full(view) and (not view.event.approval or view.can(by, Permission.ADMIT)):
        return enter_players(view, [(name, by)], by=by)[0]
    return _add_request(view, by, clean_name(name))


def _add_request(view: EventView, by: Person, name: str, *, is_player: Registration | None = None) -> EntryRequest:
    event = view.event
    if is_player is not None:
        row = EntryRequest.objects.create(event=event, person=by, name=name, registration=is_player)
        log_action(event, by=by, kind="asks", name=name)
        return row
    names = {*(player.name for player in view.players), *event.entry_requests.values_list("name", flat=True)}
    if name_key(name) in {name_key(other) for other in names}:
        raise taken_name_error(name)
    if len(names) - len(view.players) >= MAX_ENTRY_REQUESTS:
        raise Invalid(gettext_noop("The waiting list is full (%(most)s people)."), {"most": MAX_ENTRY_REQUESTS})
    approved = None if event.approval or not event.registration_open else timezone.now()
    row = EntryRequest.objects.create(event=event, person=by, name=name, approved=approved)
    log_action(event, by=by, kind="waits" if approved else "asks", name=name)
    return row


def _check_no_request(event: Event, by: Person) -> None:
    row = event.entry_requests.filter(person=by).first()
    if row is None:
        return
    if row.refused is not None:
        raise Conflict(gettext_noop("The organiser declined your request. Talk to them if you think that’s a mistake."))
    if row.approved is None:
        raise Conflict(gettext_noop("You’ve already requested a spot. The organiser decides who gets in."))
    template = gettext_noop("You’re already on the waiting list, as number %(place)s.")
    raise Conflict(template, {"place": place_in_waiting_list(row)})


@transaction.atomic
def withdraw_entry_request(*, by: Person | None, key: str) -> None:
    """Withdraw one’s own request; a declined one stays. Raises `Conflict` without one."""
    event = lock_event(key)
    deleted, _rows = event.entry_requests.filter(person=by, refused=None).delete() if by else (0, {})
    if not deleted:
        raise Conflict(gettext_noop("You’re not on the waiting list."))
    log_action(event, by=by, kind="withdrawn")


@transaction.atomic
def decide_entry_request(*, by: Person | None, key: str, request: int, admit: bool) -> EntryRequest | Registration:
    """Admit or decline a request; once all places are taken, admitted people join the waiting list.

    Admitting somebody from the waiting list gives them a place above the limit.
    """
    view = view_of(lock_event(key, by=by, permission=Permission.ADMIT))
    row = view.event.entry_requests.select_related("person", "registration").filter(pk=request).first()
    if row is None:
        raise Missing(gettext_noop("There’s no request with this number. It may already have been accepted."))
    if not admit:
        row.refused = timezone.now()
        row.save(update_fields=["refused"])
        log_action(view.event, by=by, kind="refused")
        return row
    if row.registration is not None:
        player = give_entry_to_person(view, row.registration, row.person, by=by)
        row.delete()
        return player
    if row.approved is None and is_event_full(view) and not view.rounds:
        row.approved, row.refused = timezone.now(), None
        row.save(update_fields=["approved", "refused"])
        log_action(view.event, by=by, kind="waits", name=row.name)
        return row
    return let_in_requested(view, [row], by=by)[0]
