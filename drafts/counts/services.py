"""Services that count cards: each finished draft once, and once the decks built from its pools.

They run as tasks, and add to blocks of `BLOCK_SIZE` drafts or decks a card (`CardBlock`). A page only reads the sums of
full blocks, so its cost doesn’t grow with the number of drafts.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from cards.catalogue.queries import catalogue
from cards.record_registry import tallies_of_decks
from common.database.prepared import sql_table, unlogged_cursor
from decks.models import Deck, DeckCard
from drafts.archive.queries import picks_of_draft
from drafts.core.archive.card_counts import (
    BLOCK_SIZE,
    DECK_COLUMNS,
    PICK_COLUMNS,
    CardCounts,
    add_deck_to_counts,
    add_draft_to_counts,
    new_counts,
)
from drafts.core.engine.setup import DECK_SIZE, pool_codes_of
from drafts.models import OPEN_LOG, CardBlock, CardList, Draft, Pick, Seat
from drafts.table.rows import setup_of

# Decks are counted once, when most of their games have been played.
TIME_TO_PLAY = timedelta(days=14)


def drafts_to_count() -> QuerySet[Draft]:
    """Return uncounted finished drafts in which everyone’s picks are open, or only one person drafted."""
    done_drafts = _countable_drafts().filter(counted=False, deal__isnull=False)
    person = Q(seats__person__isnull=False) | ~Q(seats__token_digest="")
    alone = done_drafts.alias(people=Count("seats", filter=person)).filter(people__lte=1)
    return done_drafts.filter(Q(pk__in=done_drafts.filter(OPEN_LOG).values("pk")) | Q(pk__in=alone.values("pk")))


def _countable_drafts() -> QuerySet[Draft]:
    """Return finished drafts that count for the site or a list: no custom drafts without a saved list."""
    return Draft.objects.filter(Q(house__isnull=True) | Q(card_list__isnull=False), status=Draft.Status.DONE)


def count_finished_drafts() -> int:
    """Count finished drafts once enough different people have drafted; return the number of drafts."""
    batches = _draft_batches(Seat.objects.filter(draft__in=drafts_to_count().values("pk")))
    return sum(_count_draft_batch(drafts) for drafts in batches)


def count_settled_decks(now: datetime) -> int:
    """Count decks from the pools of counted drafts that ended `TIME_TO_PLAY` ago; return the number of drafts.

    These also wait for decks of enough different people. Deletes the figures of deleted lists.
    """
    CardBlock.objects.exclude(list_key__in=CardList.objects.values("key")).exclude(list_key="").delete()
    rows = _countable_drafts().filter(counted=True, decks_counted__isnull=True, finished__lte=now - TIME_TO_PLAY)
    seats = Seat.objects.filter(draft__in=rows.values("pk")).exclude(pool=None)
    decks = Deck.objects.filter(pool__in=seats.values("pool")).alias(lines=Count("cards__code", distinct=True))
    batches = _draft_batches(seats.filter(pool__in=decks.filter(lines=DECK_SIZE).values("pool")))
    return sum(_count_deck_batch(drafts) for drafts in batches)


def _draft_batches(seats: QuerySet[Seat]) -> Iterator[list[Draft]]:
    """Return the drafts of these seats by list and way, if `BLOCK_SIZE` of them each have a different member.

    A person who fills a block with their own drafts could see the picks of its one other draft. Guests don’t count,
    because one person can be many guests.
    """
    of_source: dict[tuple[object, ...], dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for *source, draft, user in seats.values_list("draft__card_list", "draft__sharing", "draft", "person__user"):
        of_source[tuple(source)][draft].update([user] if user else ())
    for people in of_source.values():
        different = set[int]()
        for players in sorted(people.values(), key=len):
            different.update(sorted(players - different)[:1])
        if len(different) >= BLOCK_SIZE:
            drafts = Draft.objects.filter(pk__in=people).select_related("deal", "card_list")
            yield list(drafts.order_by("finished", "pk"))


def _count_draft_batch(drafts: Sequence[Draft]) -> int:
    counts, cards = new_counts(), catalogue()
    for draft in drafts:
        setup = setup_of(draft)
        pool = pool_codes_of(setup, cards)
        add_draft_to_counts(counts, setup, draft.deal.order, pool, picks_of_draft(draft), Pick.By.PLAYER)
    return _mark_and_count_drafts(drafts, counts, PICK_COLUMNS, counted=(False, True))


def _count_deck_batch(drafts: Sequence[Draft]) -> int:
    counts = new_counts()
    pools = dict(Seat.objects.filter(draft__in=drafts).exclude(pool=None).values_list("pool", "pool__codes"))
    lines = DeckCard.objects.filter(deck__pool__in=pools).order_by("deck").values_list("deck", "code")
    cards = {deck: {code for _deck, code in some} for deck, some in groupby(lines, key=itemgetter(0))}
    decks = {deck: codes for deck, codes in cards.items() if len(codes) == DECK_SIZE}
    tallies = tallies_of_decks(decks)
    games = {deck: (tally.games, tally.won) for deck, tally in tallies.items()}
    # If a pool has several decks, only the one with the most games counts.
    of_pools = {pool: (deck, *games.get(deck, (0, 0))) for pool, deck in _decks_by_game_count(decks, games)}
    for pool, (deck, played, won) in of_pools.items():
        add_deck_to_counts(counts, pools[pool], decks[deck], played, won)
    return _mark_and_count_drafts(drafts, counts, DECK_COLUMNS, decks_counted=(None, True))


@transaction.atomic
def _mark_and_count_drafts(
    drafts: Sequence[Draft], counts: CardCounts, columns: tuple[str, ...], **mark: tuple[bool | None, bool]
) -> int:
    """Mark drafts as counted and add their counts; do nothing if one was deleted or counted by another process."""
    ((name, (before, after)),) = mark.items()
    rows = Draft.objects.filter(pk__in=[draft.pk for draft in drafts], **{name: before})
    if rows.update(**{name: after}) < len(drafts):
        transaction.set_rollback(True)
        return 0
    _add_counts_to_blocks(drafts[-1], counts, columns)
    return len(drafts)


def _decks_by_game_count(decks: Collection[int], games: Mapping[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """Return pool and deck of each deck, with the most games last."""
    rows = Deck.objects.filter(pk__in=decks).values_list("pool", "pk")
    return sorted(rows, key=lambda row: (games.get(row[1], (0, 0))[0], row[1]))


def _add_counts_to_blocks(draft: Draft, counts: CardCounts, columns: tuple[str, ...]) -> None:
    """Add to the open blocks, and move full blocks into the month of the draft.

    The first column says how full a block is. All processes write rows in the same order, so that they never deadlock.
    """
    table, names = sql_table(CardBlock), ", ".join(columns)
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in columns)
    add = f"ON CONFLICT (list_key, sharing, month, card) DO UPDATE SET {sums}"
    rows = f"INSERT INTO {table} (list_key, sharing, month, card, {names})"
    full = f"FROM {table} WHERE list_key = %s AND sharing = %s AND month = '' AND {columns[0]} >= {BLOCK_SIZE}"
    source = [draft.card_list.key if draft.card_list else "", draft.sharing]
    values = ([*source, "", code, *(getattr(count, name) for name in columns)] for code, count in counts.items())
    with unlogged_cursor() as cursor:
        marks = ", ".join(["%s"] * (4 + len(columns)))
        cursor.executemany(f"{rows} VALUES ({marks}) {add}", sorted(values, key=itemgetter(3)))
        moved = f"{rows} SELECT list_key, sharing, %s, card, {names} {full} ORDER BY card {add}"
        cursor.execute(moved, [f"{draft.finished or draft.created:%Y-%m}", *source])
        zeros = ", ".join(f"{name} = 0" for name in columns)
        cursor.execute(f"UPDATE {table} SET {zeros} {full.removeprefix(f'FROM {table} ')}", source)
