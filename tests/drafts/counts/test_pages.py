"""The table of all drafts: which drafts are in it, once each, and what it costs."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import Any
from unittest.mock import patch

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.models import User
from cards.record_registry import GameTally
from decks.models import Deck, DeckCard, Pool
from drafts.core.archive.card_counts import BLOCK_SIZE, DECK_COLUMNS, PICK_COLUMNS, new_counts
from drafts.counts import services
from drafts.counts.queries import CardQuestion, counted_cards
from drafts.models import CardBlock, CardTally, Draft, Pick
from drafts.table import hosting
from tests.drafts.tables import begun, by, person, play_to_the_end
from tests.html import flat

pytestmark = pytest.mark.django_db
PAGE, FILE, API = "/drafts/statistics/cards/", "/drafts/statistics/cards.csv", "/api/v1/drafts/statistics/cards/"


def tallies(card: str = "", **given: Any) -> CardBlock:
    return CardBlock.objects.create(**{"month": "2026-11", "sharing": "packets", "card": card, **given})


def test_a_draft_counts_once_and_not_before_its_picks_are_open(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    play_to_the_end(key, host, other)
    assert services.count_finished_drafts() == 0
    hosting.open_draft_log(key, who=by(host))
    assert [services.count_finished_drafts() for _run in range(2)] == [1, 0]
    total = CardBlock.objects.get(card="")
    assert (total.drafts, total.times) == (1, 78)
    assert sum(CardBlock.objects.exclude(card="").values_list("times", flat=True)) == 78


def test_a_draft_of_one_person_counts_without_the_picks_of_bots(roland: User) -> None:
    host = person(roland)
    for _draft in range(2):
        play_to_the_end(begun(host, players=2), host)
    assert services.count_finished_drafts() == 2
    mine = Pick.objects.filter(by=Pick.By.PLAYER)
    assert CardBlock.objects.get(card="").times == mine.count() == 78
    card = mine.order_by("card").values_list("card", flat=True)[0]
    row = CardBlock.objects.get(card=card)
    assert row.drafts == 2
    assert row.number_sum == sum(mine.filter(card=card).values_list("number", flat=True))


def test_custom_drafts_do_not_count(roland: User) -> None:
    host = person(roland)
    key = begun(host, players=2)
    play_to_the_end(key, host)
    Draft.objects.filter(key=key).update(house={"packet": 5, "rounds": 9, "last_deal": 0, "cards": []})
    assert services.count_finished_drafts() == 0


def deck_of(pool: Pool, first: int = 0) -> Deck:
    deck = Deck.objects.create(owner=pool.owner, name="Deck", pool=pool)
    codes = pool.codes[first : first + 30]
    DeckCard.objects.bulk_create(DeckCard(deck=deck, code=code, position=at) for at, code in enumerate(codes))
    return deck


def count_decks(won: dict[int, int] | None = None) -> int:
    """Count decks of drafts that have settled, of which these have played four games and won so many."""
    tallies = {deck: GameTally("", 4, games_won, None, 0, 100, 0, 0) for deck, games_won in (won or {}).items()}
    with patch("drafts.counts.services.tallies_of_decks", lambda _decks: tallies):
        return services.count_settled_decks(timezone.now() + services.TIME_TO_PLAY)


def test_the_decks_of_a_draft_are_counted_once_when_most_of_their_games_are_played(roland: User) -> None:
    host = person(roland)
    play_to_the_end(begun(host, players=2), host)
    services.count_finished_drafts()
    pool = Pool.objects.get(owner=host)
    deck = deck_of(pool)
    assert services.count_settled_decks(timezone.now()) == 0
    assert [count_decks({deck.pk: 3}) for _run in range(2)] == [1, 0]
    inside, outside = (CardBlock.objects.get(card=pool.codes[at]) for at in (0, 38))
    assert [getattr(inside, name) for name in DECK_COLUMNS] == [1, 1, 1, 4, 3]
    assert [getattr(outside, name) for name in DECK_COLUMNS] == [1, 0, 1, 4, 3]
    assert inside.drafts == 1


def test_a_pool_counts_once_with_the_deck_that_has_played_most(roland: User) -> None:
    host = person(roland)
    play_to_the_end(begun(host, players=2), host)
    services.count_finished_drafts()
    pool = Pool.objects.get(owner=host)
    _newer_deck, played = deck_of(pool, first=9), deck_of(pool)
    unplayed = deck_of(pool, first=9)
    assert unplayed.pk > played.pk
    count_decks({played.pk: 1})
    first, last = (CardBlock.objects.get(card=pool.codes[at]) for at in (0, 38))
    assert (first.decks, first.in_decks, last.decks, last.in_decks, last.won) == (1, 1, 1, 0, 1)


CARDS = ("", "Vulca 03", "Vulca 04", "Hoax 03", "Mimix 03")
MONTHS = ("2026-08", "2026-09", "2026-10", "2026-11")


def answers(kind: str, mask: str) -> dict[str, set[int]]:
    """What the site says of each card, for every span of months: the drafts in it as bits, and never too few."""
    found: dict[str, set[int]] = {card: {0} for card in CARDS}
    for since in ("", *MONTHS):
        for until in ("", *(month for month in MONTHS if month >= since)):
            counted = counted_cards(CardQuestion(since=since, until=until))
            for row in counted.rows:
                found[row.code].add(getattr(row, mask))
                assert getattr(row, kind) == 0 or getattr(row, kind) >= BLOCK_SIZE
            found[""].add(counted.picks if mask == "number_sum" else 0)
    return found


@pytest.mark.parametrize(("columns", "mask"), [(PICK_COLUMNS, "number_sum"), (DECK_COLUMNS, "won")])
@pytest.mark.parametrize("seed", range(3))
def test_no_two_answers_differ_by_fewer_drafts_or_decks_than_a_block_has(
    columns: tuple[str, ...], mask: str, seed: int, db_catalogue: object
) -> None:
    chance, said = random.Random(seed), {card: {0} for card in CARDS}
    for number in range(28):
        # Late openings come in any order, so a draft may be of any month so far.
        month = MONTHS[min(chance.randrange(4), number // 7 + 1, 3)]
        finished = datetime.fromisoformat(f"{month}-15T12:00:00+00:00")
        counts = new_counts()
        for card in ("", *chance.sample(CARDS[1:], chance.randrange(1, 5))):
            setattr(counts[card], columns[0], 1)
            setattr(counts[card], mask if card else "times", 1 << number)
            counts[card].drafts = max(counts[card].drafts, int(columns is PICK_COLUMNS))
        services._add_counts(Draft(finished=finished, sharing="packets"), counts, columns)
        if columns is DECK_COLUMNS:  # a card’s decks are only shown beside enough drafts
            CardBlock.objects.exclude(month="").update(drafts=BLOCK_SIZE)
        for card, masks in answers(columns[0], mask).items():
            said[card] |= masks
    for card, masks in said.items():
        apart = [(one ^ other).bit_count() for one in masks for other in masks if one != other]
        assert all(bits >= BLOCK_SIZE for bits in apart), card
    assert len(said["Vulca 03"]) > 3


def test_the_months_counted_before_there_were_blocks_become_blocks() -> None:
    for month, drafts in (("2026-07", 3), ("2026-08", 3), ("2026-09", 4), ("2026-10", 9)):
        CardTally.objects.create(month=month, sharing="packets", card="Vulca 03", drafts=drafts, times=drafts, decks=7)
    import_module("drafts.migrations.0023_card_blocks").fill_blocks(apps, None)
    rows = CardBlock.objects.order_by("month").values_list("month", "drafts", "times", "decks")
    assert list(rows) == [("", 0, 0, 0), ("2026-08", 6, 6, 0), ("2026-10", 13, 13, 0)]


def test_too_few_drafts_show_no_cards(client: Client) -> None:
    tallies(drafts=4, times=156)
    tallies("Vulca 03", drafts=4, times=4, number_sum=8)
    page = flat(client.get(PAGE).content)
    assert "4 finished drafts, 156 picks by people" in page and "Too few drafts" in page
    assert "vulca-03" not in page
    assert "Vulca 03" not in client.get(FILE).content.decode()
    assert client.get(API).json() == {"drafts": 4, "picks": 156, "cards": []}


def test_a_card_of_few_drafts_is_not_shown_nor_the_cards_of_few_decks(client: Client) -> None:
    tallies(drafts=9, times=300)
    for card, drafts, decks in (("Buka 03", 4, 0), ("Vulca 03", 9, 4), ("Vulca 04", 9, 5)):
        tallies(card, drafts=drafts, times=1, number_sum=3, decks=decks, in_decks=1, played=1, games=2, won=2)
    shown = client.get(API).json()["cards"]
    assert [(row["code"], row["decks"], row["in_decks"], row["games"]) for row in shown] == [
        ("Vulca 03", 0, 0, 0),
        ("Vulca 04", 5, 1, 2),
    ]


def test_the_table_is_by_way_people_and_month(client: Client) -> None:
    for month in ("2026-10", "2026-11"):
        tallies(month=month, drafts=5, times=10)
        vulca = {"drafts": 5, "times": 5, "number_sum": 10, "square_sum": 20, "decks": 12, "in_decks": 6}
        tallies("Vulca 03", month=month, **vulca, played=12, games=15, won=6)
        tallies("Hoax 03", month=month, drafts=5, times=5, number_sum=5, square_sum=5, games=30, won=20)
    tallies(sharing="rotisserie", drafts=5)
    both = client.get(API).json()
    assert (both["drafts"], [row["code"] for row in both["cards"]]) == (10, ["Hoax 03", "Vulca 03"])
    assert (both["cards"][1]["mean"], both["cards"][1]["decks"], both["cards"][1]["won_percent"]) == (2.0, 24, 40)
    assert both["cards"][0]["won_percent"] is None
    one = client.get(f"{API}?people=Vulca&since=2026-11").json()
    assert (one["drafts"], [row["code"] for row in one["cards"]]) == (5, ["Vulca 03"])
    assert client.get(f"{API}?sharing=rotisserie").json()["cards"] == []
    page = flat(client.get(f"{PAGE}?people=Vulca").content)
    assert "12 of 24" in page and "cards.csv?people=Vulca" in page
    assert client.get(FILE).content.decode().count("\n") == 3
    assert flat(client.get(f"{PAGE}?sharing=rotisserie").content).count("Comes back") == 0


@pytest.mark.parametrize("query", ["since=2026", "until=x", "sharing=x", "people=x"])
def test_unknown_filters_are_refused(query: str, client: Client) -> None:
    assert client.get(f"{PAGE}?{query}").status_code == 400
    assert client.get(f"{API}?{query}").status_code == 400


def test_many_drafts_cost_as_many_queries_as_few(django_assert_num_queries: Callable[..., Any]) -> None:
    for month in range(1, 13):
        tallies(month=f"2026-{month:02}", drafts=500)
        tallies("Vulca 03", month=f"2026-{month:02}", drafts=500, **dict.fromkeys(PICK_COLUMNS[1:], 9))
    with django_assert_num_queries(2):  # the other query asks for the version of the catalogue
        assert counted_cards(CardQuestion()).drafts == 6000
