"""Queries of sharing by link: a seat’s pool and picks, and packets as questions; also of today’s packet.

Outsiders never see a card that nobody kept (DRAFT-12), and packets only if players may read all picks or one drafted.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.database.prepared import PreparedQuery
from common.errors import Conflict, Missing, NotAllowed
from common.text import gettext_noop
from drafts.archive.queries import may_show_packets, picks_of_draft
from drafts.core.archive.log import PacketEntry, log_for_others
from drafts.core.engine.sharing import Sharing
from drafts.core.packet_question import PickQuestion, make_pick_question
from drafts.core.ways.entries import replay_answers
from drafts.models import Draft, PacketQuestion, Seat, SharedSeat, TodaysAnswer
from drafts.table.loaded import Visitor
from drafts.table.rows import draft_by_key, setup_of
from game.shipped_evidence import shipped_evidence

_SHARED_SEATS_QUERY = PreparedQuery(
    lambda key: SharedSeat.objects.select_related("seat").filter(seat__draft__key=key).order_by("seat__number"), "key"
)
DEAD_LINK = gettext_noop("This link doesn’t work. It may have been removed.")


VisitorAtTable = Callable[[str], Visitor]  # a function that returns who the visitor is in the draft with this key


@dataclass(frozen=True, slots=True)
class SharedPool:
    """A shared pool: its codes in pick order, its packets if also shared, and whether it’s the visitor’s own."""

    row: SharedSeat
    seat: Seat
    codes: tuple[str, ...]
    entries: tuple[PacketEntry, ...]
    mine: bool


@dataclass(frozen=True, slots=True)
class PacketPoll:
    """A packet shared as a question, with its log entry, and whether the visitor asked it (`mine`)."""

    row: PacketQuestion
    seat: Seat
    question: PickQuestion
    entry: PacketEntry
    mine: bool


def is_pool_still_secret(draft: Draft) -> bool:
    """Return whether sharing the pool would reveal cards from which others still build (DRAFT-28)."""
    return draft.sharing == Sharing.SAME_POOL and draft.compared is None


def own_finished_seat(key: str, visitor: Visitor) -> Seat:
    """Return the visitor’s seat; raises `NotAllowed` without one, `Conflict` if the draft isn’t finished."""
    draft = draft_by_key(key)
    seat = visitor.seat_among(list(Seat.objects.filter(draft=draft).select_related("draft")))
    if seat is None:
        raise NotAllowed(gettext_noop("You don’t have a seat in this draft."))
    if draft.status != Draft.Status.DONE:
        raise Conflict(gettext_noop("You can share a pool once the draft is finished."))
    return seat


def are_packets_public(draft: Draft) -> bool:
    """Return whether outsiders may see packets; like `may_show_packets`, but loads the seats."""
    return may_show_packets(draft, list(draft.seats.all()))


def require_packets_public(draft: Draft) -> None:
    """Raise `NotAllowed` unless outsiders may see packets."""
    if not are_packets_public(draft):
        raise NotAllowed(
            gettext_noop("This draft’s settings keep the picks hidden for now, so you can’t share packets yet."),
            rule="DRAFT-18",
        )


def shared_pool_by_key(key: str, visitor_at: VisitorAtTable) -> SharedPool:
    """Return the pool behind a link; raises `Missing` if the link was removed."""
    shared = SharedSeat.objects.select_related("seat__draft__deal").filter(key=key).first()
    if shared is None or shared.seat.draft.status != Draft.Status.DONE:
        raise Missing(DEAD_LINK)
    seat = shared.seat
    setup, picks = setup_of(seat.draft), picks_of_draft(seat.draft)
    codes = tuple(pick.card for pick in picks if pick.seat == seat.number)
    if not setup.sharing.passes_packets:
        codes = replay_answers(setup, seat.draft.deal.order, picks).hands[seat.number]
    entries = _shareable_packets(seat) if shared.shows_picks and are_packets_public(seat.draft) else ()
    return SharedPool(shared, seat, codes, entries, visitor_at(seat.draft.key).seat_among([seat]) is not None)


def packet_poll(key: str, visitor_at: VisitorAtTable) -> PacketPoll:
    """Return the packet of a question; raises `Missing` if it was deleted or outsiders may not see packets."""
    row = PacketQuestion.objects.select_related("seat__draft__deal").filter(key=key).first()
    if row is None or not are_packets_public(row.seat.draft):
        raise Missing(DEAD_LINK)
    entries = _shareable_packets(row.seat)
    place = next(
        (index for index, entry in enumerate(entries) if entry.round_and_number == (row.round, row.number)), None
    )
    if place is None:
        raise Missing(DEAD_LINK)
    entry, cards = entries[place], catalogue().by_code
    pool = _cards_in_catalogue((entry.taken for entry in entries[:place]), cards)
    kept = setup_of(row.seat.draft).figures.kept
    question = make_pick_question(_cards_in_catalogue(entry.packet, cards), pool, shipped_evidence(), kept_at_end=kept)
    return PacketPoll(row, row.seat, question, entry, visitor_at(row.seat.draft.key).seat_among([row.seat]) is not None)


def askable_packets(seat: Seat) -> set[tuple[int, int]]:
    """Return round and number of each packet of a seat with at least two visible cards."""
    return {entry.round_and_number for entry in _shareable_packets(seat) if len(entry.packet) > 1}


def own_pool_share(key: str, visitor: Visitor) -> SharedSeat:
    """Return the visitor’s shared pool link; raises `Missing` if the pool isn’t shared, and as `own_finished_seat`."""
    shared = SharedSeat.objects.filter(seat=own_finished_seat(key, visitor)).first()
    if shared is None:
        raise Missing(DEAD_LINK)
    return shared


def pool_shares_of(key: str) -> list[SharedSeat]:
    return _SHARED_SEATS_QUERY.rows(key)


def todays_answer_counts(day: date) -> dict[str, int]:
    """Return the number of answers to a day’s packet by card code. One query."""
    return answer_counts_by_day(day, day).get(day, {})


def answer_counts_by_day(first: date, last: date) -> dict[date, dict[str, int]]:
    """Return the number of answers by card code for each day with answers, newest first. One query."""
    counts: dict[date, dict[str, int]] = {}
    todays_answers = TodaysAnswer.objects.filter(day__range=(first, last), count__gt=0).order_by("-day", "card")
    for day, card, count in todays_answers.values_list("day", "card", "count"):
        counts.setdefault(day, {})[card] = count
    return counts


def answered_days(first: date, last: date) -> QuerySet[TodaysAnswer, date]:
    """Return the days with answers, newest first."""
    rows = TodaysAnswer.objects.filter(day__range=(first, last), count__gt=0)
    return rows.order_by("-day").values_list("day", flat=True).distinct()


def _shareable_packets(seat: Seat) -> tuple[PacketEntry, ...]:
    """Return a seat’s log for others: cards that nobody kept are counted, not named (DRAFT-18)."""
    deal = getattr(seat.draft, "deal", None)
    if deal is None:
        return ()
    return log_for_others(setup_of(seat.draft), deal.order, picks_of_draft(seat.draft), seat.number)


def _cards_in_catalogue(codes: Iterable[str], cards: Mapping[str, CardFacts]) -> list[CardFacts]:
    return [cards[code] for code in codes if code in cards]
