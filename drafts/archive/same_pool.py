"""Decks that several players have built from the same pool, and their comparison (DRAFT-28).

Players submit a deck, and can replace it until the comparison opens: when all have submitted one, when the host opens
it, or when any player opens it after a week. From then on, decks are final.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.errors import Conflict
from common.text import gettext_noop
from decks.core.building.best_of_pool import best_deck_from_pool, deck_value
from decks.models import DeckCard
from decks.strength.queries import shipped_scale
from drafts import hooks
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, Seat
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import is_draft_host, own_seat_or_raise
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft
from drafts.table.transactions import in_transaction, increment_draft_version
from game.evidence import CardValue
from game.shipped_evidence import shipped_evidence

# After this, any player can open the comparison.
TIME_TO_BUILD = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class SamePoolDeck:
    """A player’s deck: its strength, and its cards that no other deck has."""

    seat: int
    player: str
    strength: CardValue
    only_here: tuple[CardFacts, ...]


@dataclass(frozen=True, slots=True)
class SamePoolComparison:
    """The comparison of a draft for its page: the decks, strongest first, once the comparison is open.

    `waits_for` are players without a deck, `is_mine_in` is whether the reader has submitted one, `can_open` whether
    they can open the comparison now. From the moment `opens`, any player can.
    """

    decks: tuple[SamePoolDeck, ...]
    waits_for: tuple[str, ...]
    is_open: bool
    is_mine_in: bool
    can_open: bool
    opens: datetime | None


def comparison_for(key: str, visitor: Visitor) -> SamePoolComparison:
    loaded = load_draft(key)
    draft, own_seat = loaded.draft, visitor.seat_among(loaded.seats)
    is_open = draft.compared is not None
    return SamePoolComparison(
        decks=_compared_decks(loaded) if is_open and own_seat is not None else (),
        waits_for=tuple(seat.nickname for seat in loaded.seats if seat.pool_id is not None and seat.deck is None),
        is_open=is_open,
        is_mine_in=own_seat is not None and own_seat.deck is not None,
        can_open=not is_open and _can_open_comparison(loaded, visitor),
        opens=draft.finished + TIME_TO_BUILD if draft.finished is not None else None,
    )


@in_transaction
def submit_deck(key: str, *, visitor: Visitor, deck: str = "") -> VisibleDraft:
    """Submit a deck of the pool, by key or else the whole deck changed last; the last player’s opens the comparison.

    Raises `Conflict` without such a deck and once the comparison is open, `NotAllowed` without a seat.
    """
    loaded = load_draft(key)
    seat = own_seat_or_raise(loaded, visitor)
    _require_closed_comparison(loaded.draft)
    codes = _latest_deck(seat, deck)
    if not codes:
        raise Conflict(gettext_noop("Build a deck of 30 cards from this pool first."), rule="DRAFT-28")
    Seat.objects.filter(pk=seat.pk).update(deck=codes)
    hooks.call_deck_listener(loaded.draft, seat)
    waiting = any(other.pool_id and other.deck is None for other in loaded.seats if other.pk != seat.pk)
    increment_draft_version(loaded.draft, **({} if waiting else {"compared": timezone.now()}))
    return visible_draft_for(load_draft(key), visitor)


@in_transaction
def open_comparison(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Open the comparison of the decks that have been submitted so far.

    Raises `NotAllowed` for a visitor who is neither host nor player. Raises `Conflict` if the comparison is already
    open, without any deck, and until `TIME_TO_BUILD` is over for players except the host.
    """
    loaded = load_draft(key)
    if not is_draft_host(loaded.draft, visitor, visitor.seat_among(loaded.seats)):
        own_seat_or_raise(loaded, visitor)
    _require_closed_comparison(loaded.draft)
    if not _can_open_comparison(loaded, visitor):
        template = gettext_noop("In the first week, only the host can compare the decks, and only once there is one.")
        raise Conflict(template, rule="DRAFT-28")
    increment_draft_version(loaded.draft, compared=timezone.now())
    return visible_draft_for(load_draft(key), visitor)


def _require_closed_comparison(draft: Draft) -> None:
    if draft.sharing != Sharing.SAME_POOL or draft.status != Draft.Status.DONE:
        raise Conflict(gettext_noop("Decks are only compared when everyone had the same pool."), rule="DRAFT-28")
    if draft.compared is not None:
        raise Conflict(gettext_noop("The decks have been compared, so they’re final."), rule="DRAFT-28")


def _can_open_comparison(loaded: LoadedDraft, visitor: Visitor) -> bool:
    draft, own_seat = loaded.draft, visitor.seat_among(loaded.seats)
    if draft.finished is None or not any(seat.deck for seat in loaded.seats):
        return False
    is_late = own_seat is not None and timezone.now() >= draft.finished + TIME_TO_BUILD
    return is_late or is_draft_host(draft, visitor, own_seat)


def _compared_decks(loaded: LoadedDraft) -> tuple[SamePoolDeck, ...]:
    """Return the decks, strongest first; a bot’s deck is the best one that can be built."""
    cards, evidence, scale = catalogue(), shipped_evidence(), shipped_scale()
    assert loaded.state is not None  # the draft is over
    best = best_deck_from_pool(loaded.state.hands[0], cards.by_code, evidence)
    decks = [(seat, tuple(seat.deck or best)) for seat in loaded.seats if seat.deck or seat.is_free]
    times = Counter(code for _seat, codes in decks for code in codes)
    same_pool_decks = [
        SamePoolDeck(
            seat.number,
            seat.nickname,
            scale.strength_from_value(deck_value(codes, cards.by_code, evidence)),
            tuple(card for card in cards if card.code in codes and times[card.code] == 1),
        )
        for seat, codes in decks
    ]
    return tuple(sorted(same_pool_decks, key=lambda same_pool_deck: -same_pool_deck.strength.value))


def _latest_deck(seat: Seat, key: str) -> list[str]:
    """Return the cards of the last changed whole deck built only from the pool, or of `key`; empty if none."""
    known, by_deck = catalogue().by_code, dict[int, list[str]]()
    pool = seat.pool.codes if seat.pool is not None else ()
    lines = (
        DeckCard.objects.filter(deck__pool=seat.pool_id).exclude(deck__pool=None).order_by("-deck__updated", "-deck")
    )
    if key:
        lines = lines.filter(deck__key=key)
    for deck, code in lines.values_list("deck", "code"):
        if code in known and known[code].playable:
            by_deck.setdefault(deck, []).append(code)
    whole = (codes for codes in by_deck.values() if len(codes) == DECK_SIZE and set(pool).issuperset(codes))
    return next(whole, [])
