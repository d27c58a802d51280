"""Services of the host: host actions, and a new host when the host leaves."""

import secrets

from django.db.models import F
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, NotAllowed
from common.text import gettext_noop
from drafts import hooks
from drafts.core.engine.bots import BotLineup
from drafts.models import TERM_FIELDS, Draft, Note, Plan, Refusal, Seat, Wishlist
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import load_draft_for_host, own_seat_or_raise, require_draft_host, seat_by_number
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft, setup_of
from drafts.table.services import RENUMBER_OFFSET, create_draft, set_bot_plays
from drafts.table.transactions import in_transaction, increment_draft_version

_random = secrets.SystemRandom()


@in_transaction
def leave_seat(key: str, *, visitor: Visitor, number: int) -> VisibleDraft:
    """Leave the visitor’s seat, or empty another as host: before the start it becomes free, later a bot plays it.

    If the host leaves, the next player becomes host; if there is none before the start, the draft is cancelled.
    """
    loaded = load_draft(key)
    own_seat = visitor.seat_among(loaded.seats)
    if own_seat is None or own_seat.number != number:
        require_draft_host(loaded, visitor)
    seat = seat_by_number(loaded, number)
    heir = _next_host(loaded, seat) if seat.person_id == loaded.draft.host_id else None
    if loaded.draft.status == Draft.Status.LOBBY:
        return _leave_lobby_seat(loaded, seat, heir, visitor)
    if heir is not None:
        Draft.objects.filter(pk=loaded.draft.pk).update(host=heir, host_seen=timezone.now())
    if set_bot_plays(loaded, seat, bot=True) is loaded and heir is not None:
        increment_draft_version(loaded.draft)
    return visible_draft_for(load_draft(key), visitor)


@in_transaction
def remove_player(key: str, *, visitor: Visitor, number: int) -> VisibleDraft:
    """Remove a player for good; after the start a bot plays the seat until someone else takes over. Host only."""
    loaded = load_draft_for_host(key, visitor)
    seat = seat_by_number(loaded, number)
    if seat.person_id == loaded.draft.host_id:
        raise Conflict(
            gettext_noop("As the host, you can’t remove yourself. Give up your seat or make someone else the host.")
        )
    if seat.person is not None:
        Refusal.objects.get_or_create(draft=loaded.draft, person=seat.person)
    if loaded.draft.status == Draft.Status.LOBBY:
        return _leave_lobby_seat(loaded, seat, None, visitor)
    # The seat’s next player gets its cards, but not its private notes, plans and wishes.
    Note.objects.filter(seat=seat).delete()
    Plan.objects.filter(seat=seat).delete()
    Wishlist.objects.filter(seat=seat).delete()
    seat.person, seat.token_digest = None, ""
    seat.save(update_fields=["person", "token_digest"])
    if set_bot_plays(loaded, seat, bot=True) is loaded:
        increment_draft_version(loaded.draft)
    return visible_draft_for(load_draft(key), visitor)


@in_transaction
def hand_over_host(key: str, *, visitor: Visitor, number: int) -> VisibleDraft:
    loaded = load_draft_for_host(key, visitor)
    seat = seat_by_number(loaded, number)
    if seat.is_free:
        raise Conflict(gettext_noop("A bot can’t be the host."))
    return _make_host(loaded, _ensure_person_at_seat(seat), visitor)


@in_transaction
def become_host(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Become the host if a bot plays the host’s seat or the host has been silent for long; else raise `Conflict`."""
    loaded = load_draft(key)
    seat = own_seat_or_raise(loaded, visitor)
    if loaded.draft.status not in Draft.OPEN:
        raise Conflict(gettext_noop("This draft is already over."))
    if not visible_draft_for(loaded, visitor).host_away:
        raise Conflict(gettext_noop("The host is still here."))
    return _make_host(loaded, _ensure_person_at_seat(seat), visitor)


@in_transaction
def set_seat_ready(key: str, *, visitor: Visitor, ready: bool) -> VisibleDraft:
    """Set whether the visitor is ready. If a seat is reserved for them, they take it."""
    loaded = load_draft(key)
    seat = own_seat_or_raise(loaded, visitor)
    _require_lobby(loaded)
    seat.ready = ready
    seat.save(update_fields=["ready"])
    increment_draft_version(loaded.draft)
    return visible_draft_for(load_draft(key), visitor)


@in_transaction
def move_seat(key: str, *, visitor: Visitor, number: int, to: int) -> VisibleDraft:
    """Move a player to a place, swapping as host; other players only move themselves, to an empty place."""
    loaded = load_draft(key)
    own_seat, seat = own_seat_or_raise(loaded, visitor), seat_by_number(loaded, number)
    there = next((seat for seat in loaded.seats if seat.number == to), None)
    if own_seat.pk != seat.pk or there is not None:
        require_draft_host(loaded, visitor)
    _require_lobby(loaded)
    if not 0 <= to < loaded.draft.players:
        raise Conflict(gettext_noop("This draft doesn’t have that seat."))
    if to != number:
        Seat.objects.filter(pk=seat.pk).update(number=F("number") + RENUMBER_OFFSET)
        if there is not None:
            Seat.objects.filter(pk=there.pk).update(number=number)
        Seat.objects.filter(pk=seat.pk).update(number=to)
        increment_draft_version(loaded.draft)
    return visible_draft_for(load_draft(key), visitor)


@in_transaction
def shuffle_seats(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Shuffle all places, even empty ones, before the start. Host only."""
    loaded = load_draft_for_host(key, visitor)
    _require_lobby(loaded)
    places = _random.sample(range(loaded.draft.players), len(loaded.seats))
    Seat.objects.filter(draft=loaded.draft).update(number=F("number") + RENUMBER_OFFSET)
    for seat, number in zip(loaded.seats, places, strict=True):
        Seat.objects.filter(pk=seat.pk).update(number=number)
    increment_draft_version(loaded.draft)
    return visible_draft_for(load_draft(key), visitor)


@in_transaction
def change_terms(
    key: str, *, visitor: Visitor, company: str = "", log_rule: str = "", seating: str = ""
) -> VisibleDraft:
    """Change bots, log rule and seating; empty values change nothing. Host only; `Conflict` after the start."""
    loaded = load_draft_for_host(key, visitor)
    _require_lobby(loaded)
    terms = {"company": company and BotLineup(company).value, "log_rule": log_rule and Draft.LogRule(log_rule).value}
    terms["seating"] = seating and Draft.Seating(seating).value
    increment_draft_version(loaded.draft, **{name: value for name, value in terms.items() if value})
    return visible_draft_for(loaded, visitor)


@in_transaction
def open_draft_log(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Let all players read everybody’s picks, because the match or event is over. Host only."""
    loaded = load_draft_for_host(key, visitor)
    draft = loaded.draft
    if draft.status != Draft.Status.DONE or draft.log_rule != Draft.LogRule.EVENT:
        raise Conflict(gettext_noop("This draft’s settings don’t allow everyone’s picks to be shown yet."))
    if draft.log_opened is None:
        increment_draft_version(draft, log_opened=timezone.now())
    return visible_draft_for(loaded, visitor)


@in_transaction
def repeat_draft(key: str, *, visitor: Visitor, person: Person) -> str:
    """Create a draft with the same set-up and seats reserved for the same players, and return its key.

    If another player has done so, return that draft’s key. Raises `NotAllowed` for anyone who didn’t draft.
    """
    loaded = load_draft(key)
    old_draft = loaded.draft
    if not (person.pk == old_draft.host_id or visitor.seat_among(loaded.seats)):
        raise NotAllowed(gettext_noop("You don’t have a seat in this draft."))
    opened = old_draft.followed_by.filter(status=Draft.Status.LOBBY).first()
    if opened is not None:
        return opened.key
    terms = {name: getattr(old_draft, name) for name in TERM_FIELDS}
    seated = create_draft(host=person, setup=setup_of(old_draft), name=old_draft.name, coached=old_draft.is_coached)
    draft = Draft.objects.get(key=seated.key)
    Draft.objects.filter(pk=draft.pk).update(follows=old_draft, card_list=old_draft.card_list_id, **terms)
    other_seats = [seat for seat in loaded.seats if seat.person_id not in (None, person.pk)]
    refused = set(old_draft.refusals.values_list("person_id", flat=True))
    for number, seat in enumerate((seat for seat in other_seats if seat.person_id not in refused), start=1):
        Seat.objects.create(draft=draft, number=number, person=seat.person, nickname=seat.nickname)
    increment_draft_version(old_draft)
    return seated.key


def _require_lobby(loaded: LoadedDraft) -> None:
    if loaded.draft.status != Draft.Status.LOBBY:
        raise Conflict(gettext_noop("This draft has already started."))


def _next_host(loaded: LoadedDraft, leaving: Seat) -> Person | None:
    count = loaded.draft.players
    present = [seat for seat in loaded.seats if seat.pk != leaving.pk and not seat.is_bot and not seat.is_kept]
    present.sort(key=lambda seat: (seat.number - leaving.number) % count)
    return _ensure_person_at_seat(present[0]) if present else None


def _ensure_person_at_seat(seat: Seat) -> Person:
    """Return the person at a seat. A guest known only by a seat token gets a row, because a host needs one."""
    if seat.person is None:
        seat.person = Person.objects.create(nickname=seat.nickname)
        Seat.objects.filter(pk=seat.pk).update(person=seat.person)
    return seat.person


def _leave_lobby_seat(loaded: LoadedDraft, seat: Seat, heir: Person | None, visitor: Visitor) -> VisibleDraft:
    draft = loaded.draft
    if seat.person_id == draft.host_id and heir is None:
        increment_draft_version(draft, status=Draft.Status.ABORTED, deadline=None, finished=timezone.now())
        hooks.call_draft_listeners(draft, "draft_called_off")
        return visible_draft_for(loaded, visitor)
    seat.delete()
    increment_draft_version(draft, **({"host": heir, "host_seen": timezone.now()} if heir is not None else {}))
    return visible_draft_for(load_draft(loaded.draft.key), visitor)


def _make_host(loaded: LoadedDraft, heir: Person, visitor: Visitor) -> VisibleDraft:
    increment_draft_version(loaded.draft, host=heir, host_seen=timezone.now())
    return visible_draft_for(load_draft(loaded.draft.key), visitor)
