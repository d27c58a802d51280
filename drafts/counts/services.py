"""Services that count cards: each finished draft once, and now and then all decks built from drafted pools.

They run as tasks. A page only reads the sums, so it costs the same however many drafts there were.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby, islice
from operator import itemgetter

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from cards.catalogue.queries import catalogue
from cards.record_registry import tallies_of_decks
from common.database.row_writes import sql_table, unlogged_cursor
from decks.models import Deck, DeckCard, Pool
from drafts.archive.queries import drafts_with_open_log, picks_of_draft
from drafts.core.archive.card_counts import (
    DECK_COLUMNS,
    PICK_COLUMNS,
    CardCounts,
    count_deck,
    count_draft,
    new_counts,
)
from drafts.core.engine.setup import DECK_SIZE, pool_codes_of
from drafts.models import CardTally, Draft, Pick, Seat
from drafts.table.rows import setup_of

DRAFTS_PER_RUN = 200
SEATS_AT_ONCE = 500
MonthAndWay = tuple[str, str]


def drafts_to_count() -> QuerySet[Draft]:
    """Return finished drafts by the rules that aren’t counted yet.

    Everyone’s picks must be open in them, or only one person drafted.
    """
    done = Draft.objects.filter(status=Draft.Status.DONE, house__isnull=True, counted=False)
    person = Q(seats__person__isnull=False) | ~Q(seats__token_digest="")
    alone = done.alias(people=Count("seats", filter=person)).filter(people__lte=1)
    return done.filter(Q(pk__in=drafts_with_open_log(done).values("pk")) | Q(pk__in=alone.values("pk")))


def count_finished_drafts() -> int:
    """Count up to `DRAFTS_PER_RUN` drafts; return how many."""
    rows = list(drafts_to_count().select_related("deal").order_by("pk")[:DRAFTS_PER_RUN])
    return sum(_count_once(draft) for draft in rows if hasattr(draft, "deal"))


@transaction.atomic
def _count_once(draft: Draft) -> bool:
    if not Draft.objects.filter(pk=draft.pk, counted=False).update(counted=True):
        return False
    counts, setup = new_counts(), setup_of(draft)
    pool = pool_codes_of(setup, catalogue())
    count_draft(counts, setup, draft.deal.order, pool, picks_of_draft(draft), Pick.By.PLAYER)
    _add_counts(f"{draft.finished or draft.created:%Y-%m}", draft.sharing, counts)
    return True


def _add_counts(month: str, sharing: str, counts: CardCounts) -> None:
    """Add to the rows of a month; in one order, so that two processes never deadlock."""
    table, columns = sql_table(CardTally), ", ".join(PICK_COLUMNS)
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in PICK_COLUMNS)
    marks = ", ".join(["%s"] * (3 + len(PICK_COLUMNS)))
    sql = (
        f"INSERT INTO {table} (month, sharing, card, {columns}) VALUES ({marks}) "
        f"ON CONFLICT (sharing, month, card) DO UPDATE SET {sums}"
    )
    values = (
        [month, sharing, code, *(getattr(count, name) for name in PICK_COLUMNS)] for code, count in counts.items()
    )
    with unlogged_cursor() as cursor:
        cursor.executemany(sql, sorted(values, key=itemgetter(2)))


def recount_decks() -> int:
    """Count the decks built from pools of counted drafts again, with their games; return how many there are."""
    counts: dict[MonthAndWay, CardCounts] = defaultdict(new_counts)
    seats = Seat.objects.filter(draft__counted=True, pool__isnull=False).order_by("pk")
    rows = seats.values_list("pool_id", "draft__finished", "draft__sharing").iterator(chunk_size=SEATS_AT_ONCE)
    found = 0
    while some := list(islice(rows, SEATS_AT_ONCE)):
        where = {pool: (f"{finished:%Y-%m}", way) for pool, finished, way in some if pool and finished}
        found += _count_decks_of_pools(counts, where)
    with transaction.atomic():
        CardTally.objects.update(**dict.fromkeys(DECK_COLUMNS, 0))
        CardTally.objects.bulk_create(
            [
                CardTally(month=month, sharing=way, card=code, **{name: getattr(one, name) for name in DECK_COLUMNS})
                for (month, way), cards in sorted(counts.items())
                for code, one in sorted(cards.items())
            ],
            update_conflicts=True,
            unique_fields=["sharing", "month", "card"],
            update_fields=DECK_COLUMNS,
            batch_size=SEATS_AT_ONCE,
        )
    return found


def _count_decks_of_pools(counts: Mapping[MonthAndWay, CardCounts], where: Mapping[int, MonthAndWay]) -> int:
    pools = dict(Pool.objects.filter(pk__in=where).values_list("pk", "codes"))
    pool_of = dict(Deck.objects.filter(pool__in=where).order_by("pk").values_list("pk", "pool_id"))
    decks = {deck: codes for deck, codes in _cards_of_decks(pool_of) if len(codes) == DECK_SIZE}
    tallies = tallies_of_decks(decks)
    for deck, codes in decks.items():
        pool, tally = pool_of[deck], tallies.get(deck)
        games, won = (tally.games, tally.won) if tally is not None else (0, 0)
        if pool is not None:
            count_deck(counts[where[pool]], pools[pool], codes, games, won)
    return len(decks)


def _cards_of_decks(decks: Collection[int]) -> Iterable[tuple[int, set[str]]]:
    lines = DeckCard.objects.filter(deck__in=decks).order_by("deck").values_list("deck_id", "code")
    return [(deck, {code for _deck, code in some}) for deck, some in groupby(lines, key=itemgetter(0))]
