"""Services of a draft: create, join, start, cancel, delete; and notes.

`drafts.table.transactions` explains how they write. Picks are in `drafts.table.picks`, clocks and pauses in
`drafts.table.clocks`, host actions in `drafts.table.hosting`.
"""

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.blocks import has_block
from accounts.models import Person, token_digest
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from cards.catalogue.queries import catalogue
from common.database.prepared import PreparedQuery
from common.errors import Conflict, Invalid, NotAllowed
from common.text import gettext_noop, tidy_name
from drafts import hooks
from drafts.core.engine.bots import BOT_NAMES, BotLineup
from drafts.core.engine.clock import MAX_PICK_SECONDS, require_fitting_clock
from drafts.core.engine.setup import MAX_PRACTICE_PLAYERS, Setup, pool_codes_of, require_draftable_cards, shuffle_pool
from drafts.core.engine.sharing import Sharing
from drafts.core.proof.document import committed_seats, setup_digest_of_deal
from drafts.core.proof.merkle import shuffle_commitment
from drafts.core.teams import require_fitting_teams
from drafts.core.ways.entries import initial_state
from drafts.lists.queries import card_list_by_codes
from drafts.models import MAX_NOTES, Deal, Draft, Note, Refusal, Seat, WatchLink
from drafts.table import bulk_sql, state_cache
from drafts.table.clocks import record_presence
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import is_joining_closed, load_draft_for_host, own_seat_or_raise
from drafts.table.picks import require_running_state
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft, seats_by_draft, setup_of
from drafts.table.transactions import advance_draft, clock_of_draft, in_transaction, increment_draft_version

MIN_GRACE_SECONDS = 5
LOBBY_LIFETIME = timedelta(days=30)
LOBBIES_DELETED_PER_RUN = 200  # few, so that other writers don’t wait long
RENUMBER_OFFSET = 100  # seats first move to numbers above this, because numbers must stay unique
_random = secrets.SystemRandom()
ALL_SEATS_TAKEN = gettext_noop("All %(players)d seats in this draft are taken.")


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat that was just taken; `token` opens it from anywhere and is only shown once."""

    key: str
    number: int
    token: str

    def __repr__(self) -> str:
        return f"<Seated {self.key} {self.number}>"


def create_draft(
    *, host: Person, setup: Setup, name: str = "", coached: bool = False, list_key: str = "", **terms: Any
) -> TakenSeat:
    """Create a draft with the host in its first seat; raises `Invalid` for impossible terms or an invalid list.

    `terms` are columns of `TERM_FIELDS`; missing terms have their defaults. `coached` allows hints in a practice draft
    while nobody else has a seat. Cards of a list are linked to the saved list `list_key`, or else to the host’s list
    with the same cards.
    """
    cards = setup.house.cards if setup.house is not None else ()
    require_draftable_cards(cards, catalogue())
    named = tidy_name(name, length=80) or f"{host.display_name}’s draft"
    draft = Draft(host=host, name=named, **_setup_columns(setup, coached=coached), **terms, host_seen=timezone.now())
    _reset_irrelevant_terms(draft, setup.sharing)
    draft.card_list = card_list_by_codes(cards, host, list_key)
    require_fitting_teams(draft.players, draft.teams)
    draft.quiet_hours = str(clock_of_draft(draft).quiet or "")
    require_fitting_clock(setup.sharing, clock_of_draft(draft))
    if draft.grace_seconds is not None and not MIN_GRACE_SECONDS <= draft.grace_seconds <= MAX_PICK_SECONDS:
        template = gettext_noop(
            "The grace period for an absent player must be between %(fewest)d and %(most)d seconds."
        )
        raise Invalid(template, {"fewest": MIN_GRACE_SECONDS, "most": MAX_PICK_SECONDS}, field="grace_seconds")
    draft.company, draft.log_rule = BotLineup(draft.company).value, Draft.LogRule(draft.log_rule).value
    draft.watching = Draft.Watching(draft.watching).value
    with transaction.atomic():
        draft.save()
        if draft.watching != Draft.Watching.NEVER:
            WatchLink.objects.create(key=draft.watch_key, draft=draft)
        return _take_seat(draft, Seat(number=0), person=host, nickname=host.display_name, taken=())


def _reset_irrelevant_terms(draft: Draft, way: Sharing) -> None:
    """Reset terms that mean nothing in this way of sharing to their defaults."""
    if not way.can_be_watched:
        draft.watching = Draft.Watching.NEVER
    if not way.passes_packets:
        draft.review_seconds, draft.shrinking = 0, False
    if draft.teams is None or not way.allows_teams:
        draft.teams, draft.open_partners = None, False
    if way.is_dealt_at_once:
        draft.pick_seconds, draft.grace_seconds, draft.quiet_hours = None, None, ""


def _setup_columns(setup: Setup, *, coached: bool) -> dict[str, Any]:
    """Return the columns of a set-up; `drafts.table.rows.setup_of` reads them."""
    house = setup.house
    return {
        "players": setup.players,
        "peoples": [people.value for people in setup.peoples],
        "step8": setup.step8.value,
        "flow": setup.flow.value,
        "sharing": setup.sharing.value,
        "house": asdict(house) | {"coached": coached} if house is not None else None,
    }


@in_transaction
def join_draft(
    key: str, *, visitor: Visitor, person: Person | None, nickname: str = "", by_organiser: bool = False
) -> TakenSeat:
    """Take an empty seat, or after the start a bot’s seat; a player of the draft gets a new token for their seat.

    Raises `Conflict` if no seat is free or onlookers see cards; the same for people who blocked each other, unless an
    organiser seats them. Raises `NotAllowed` for a person the host has removed.
    """
    loaded = load_draft(key)
    draft, own_seat = loaded.draft, visitor.seat_among(loaded.seats)
    if own_seat is not None:
        increment_draft_version(draft)
        return _replace_seat_token(draft, own_seat)
    if person is not None and Refusal.objects.filter(draft=draft, person=person).exists():
        raise NotAllowed(gettext_noop("The host removed you from this draft."))
    if draft.status == Draft.Status.DRAFTING and is_joining_closed(Draft.Watching(draft.watching), draft.sharing):
        raise Conflict(gettext_noop("Onlookers can see cards of this draft, so no one can join after the start."))
    if not by_organiser and has_block(person, (draft.host_id, *(seat.person_id for seat in loaded.seats))):
        raise Conflict(ALL_SEATS_TAKEN, {"players": draft.players})
    taken = [seat.nickname for seat in loaded.seats]
    name = nickname.strip() or (person.display_name if person else "")
    seated = _take_seat(draft, _free_seat_or_raise(loaded), person=person, nickname=name, taken=taken)
    increment_draft_version(draft)
    if draft.status == Draft.Status.LOBBY and len(taken) + 1 == draft.players:
        path, tag = draft.get_absolute_url(), f"draft-{draft.key}"
        notify_people([draft.host_id], Kind.FULL, path=path, tag=tag, about=draft.name)
    return seated


@in_transaction
def create_seat_link(key: str, *, visitor: Visitor) -> TakenSeat:
    """Make a new token for the visitor’s seat; the old one stops working."""
    loaded = load_draft(key)
    seat = own_seat_or_raise(loaded, visitor)
    increment_draft_version(loaded.draft)
    return _replace_seat_token(loaded.draft, seat)


@in_transaction
def start_draft(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Assign seats, fill empty seats with bots, and deal. Host only; a second call raises `Conflict`."""
    loaded = load_draft_for_host(key, visitor)
    if loaded.draft.status != Draft.Status.LOBBY:
        raise Conflict(gettext_noop("This draft has already started."))
    _fill_with_bots(loaded)
    # A bot plays a reserved seat until its player joins.
    if reserved := [seat.pk for seat in loaded.seats if seat.is_kept]:
        Seat.objects.filter(pk__in=reserved).update(is_bot=True)
    _assign_seats(loaded.draft)
    setup = setup_of(loaded.draft)
    order = shuffle_pool(pool_codes_of(setup, catalogue()), _random)
    salt, now = secrets.token_bytes(32), timezone.now()
    names = loaded.draft.seats.order_by("number").values_list("nickname", flat=True)
    seats = committed_seats(list(names), salt)
    Deal.objects.create(
        draft=loaded.draft,
        order=list(order),
        seed=secrets.token_hex(16),
        salt=salt.hex(),
        seats=[asdict(seat) for seat in seats],
    )
    promised = shuffle_commitment(key, order, salt, setup_digest_of_deal(setup, seats))
    changes = {"status": Draft.Status.DRAFTING, "started": now, "commitment": promised}
    hooks.call_draft_listeners(loaded.draft, "draft_begun")
    dealt = advance_draft(load_draft(key), initial_state(setup, order), [], now=now, **changes)
    for seat in dealt.seats:
        record_presence(dealt, Visitor(seat.person_id, (seat.token_digest,)))
    return visible_draft_for(dealt, visitor)


@in_transaction
def abort_draft(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Cancel the draft; players can still read their own log. Host only."""
    loaded = load_draft_for_host(key, visitor)
    if loaded.draft.status not in Draft.OPEN:
        raise Conflict(gettext_noop("This draft is already over."))
    increment_draft_version(loaded.draft, status=Draft.Status.ABORTED, deadline=None, finished=timezone.now())
    hooks.call_draft_listeners(loaded.draft, "draft_called_off")
    return visible_draft_for(loaded, visitor)


@in_transaction
def take_seat_back(key: str, *, visitor: Visitor) -> VisibleDraft:
    loaded = load_draft(key)
    played = set_bot_plays(loaded, own_seat_or_raise(loaded, visitor), bot=False)
    record_presence(played, visitor)
    return visible_draft_for(played, visitor)


def _free_seat_or_raise(loaded: LoadedDraft) -> Seat:
    """Return an empty seat, or after the start a bot’s seat that is no one’s; raises `Conflict` if there is none."""
    status, players = loaded.draft.status, loaded.draft.players
    if status == Draft.Status.LOBBY:
        used = {seat.number for seat in loaded.seats}
        free_seats = [Seat(number=number) for number in range(players) if number not in used]
    else:
        free_seats = [seat for seat in loaded.seats if seat.is_free and status == Draft.Status.DRAFTING]
    if not free_seats:
        raise Conflict(ALL_SEATS_TAKEN, {"players": players})
    return free_seats[0]


def _take_seat(draft: Draft, seat: Seat, *, person: Person | None, nickname: str, taken: Sequence[str]) -> TakenSeat:
    seat.draft, seat.person, seat.is_bot = draft, person, False
    seat.nickname = _unused_name(nickname, taken)
    return _replace_seat_token(draft, seat)


def _replace_seat_token(draft: Draft, seat: Seat) -> TakenSeat:
    token = secrets.token_urlsafe(24)
    seat.token_digest = token_digest(token)
    seat.save()
    return TakenSeat(draft.key, seat.number, token)


def _unused_name(nickname: str, taken: Sequence[str]) -> str:
    name = tidy_name(nickname, length=36) or "Guest"
    others = {name.casefold() for name in taken}
    names = [name, *(f"{name} {count}" for count in range(2, MAX_PRACTICE_PLAYERS + 2))]
    return next(name for name in names if name.casefold() not in others)


def set_bot_plays(loaded: LoadedDraft, seat: Seat, *, bot: bool) -> LoadedDraft:
    state = require_running_state(loaded)
    if loaded.draft.status != Draft.Status.DRAFTING:
        raise Conflict(gettext_noop("This draft is already over."))
    if seat.is_bot == bot:
        return loaded
    seat.is_bot = bot
    seat.save(update_fields=["is_bot"])
    return advance_draft(loaded, state, [], now=timezone.now())


def _fill_with_bots(loaded: LoadedDraft) -> None:
    used = {seat.number for seat in loaded.seats}
    taken = [seat.nickname for seat in loaded.seats]
    free = [number for number in range(loaded.draft.players) if number not in used]
    for number, name in zip(free, cycle(BOT_NAMES), strict=False):
        Seat.objects.create(draft=loaded.draft, number=number, nickname=_unused_name(f"Bot {name}", taken), is_bot=True)


def _assign_seats(draft: Draft) -> None:
    """Number the seats from 0, in random or present order."""
    seats = list(seats_by_draft([draft])[draft.pk])
    if draft.seating == Draft.Seating.RANDOM:
        _random.shuffle(seats)
    Seat.objects.filter(draft=draft).update(number=F("number") + RENUMBER_OFFSET)
    bulk_sql.update_seats("number", [(number, seat.pk) for number, seat in enumerate(seats)])


def delete_old_lobbies(now: datetime) -> int:
    """Delete drafts not started within LOBBY_LIFETIME, unless another app refers to them; return their number."""
    never_began = Draft.objects.filter(status__in=(Draft.Status.LOBBY, Draft.Status.ABORTED), started=None)
    old_drafts = never_began.filter(created__lt=now - LOBBY_LIFETIME)
    for relation in Draft._meta.related_objects:
        if relation.related_model._meta.app_label != Draft._meta.app_label:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
            old_drafts = old_drafts.exclude(Exists(rows))
    drafts = list(old_drafts[:LOBBIES_DELETED_PER_RUN])
    for draft in drafts:
        draft.delete()
        state_cache.drop_cached_draft(draft.key)
    return len(drafts)


_SEAT_QUERY = PreparedQuery(
    lambda key, number: Seat.objects.filter(draft__key=key, number=number).select_related("note"), "key", 30_303
)


def note_of_reader(visible_draft: VisibleDraft, visitor: Visitor) -> str:
    """Return the reader’s own notes; empty without a seat. One query."""
    if visible_draft.me is None:
        return ""
    return _note_text(visitor.seat_among(_SEAT_QUERY.rows(visible_draft.key, visible_draft.me.number)))


def own_note(key: str, visitor: Visitor) -> str:
    """Return the visitor’s own notes; raises `NotAllowed` without a seat."""
    return _note_text(own_seat_or_raise(load_draft(key), visitor))


def _note_text(seat: Seat | None) -> str:
    note: Note | None = getattr(seat, "note", None)
    return note.text if note is not None else ""


def save_note(key: str, *, visitor: Visitor, text: str) -> None:
    """Save the visitor’s own notes; raises `NotAllowed` without a seat, `Invalid` if they’re too long."""
    seat = own_seat_or_raise(load_draft(key), visitor)
    if len(text) > MAX_NOTES:
        raise Invalid(gettext_noop("Notes can have at most %(most)d characters."), {"most": MAX_NOTES}, field="text")
    Note.objects.update_or_create(seat=seat, defaults={"text": text})
