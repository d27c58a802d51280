"""The table of all drafts: which drafts are in it, once each, and what it costs."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from accounts.models import Person, User
from cards.record_registry import GameTally
from decks.models import Deck, DeckCard, Pool
from drafts.core.archive.card_counts import BLOCK_SIZE, DECK_COLUMNS, PICK_COLUMNS, new_counts
from drafts.counts import services
from drafts.counts.queries import CountsFilter, card_figures
from drafts.models import CardBlock, Draft, Pick
from drafts.table import hosting
from tests.drafts.tables import begun, by, guest, person, play_to_the_end
from tests.html import flat

pytestmark = pytest.mark.django_db
PAGE, FILE, API = "/drafts/statistics/cards/", "/drafts/statistics/cards.csv", "/api/v1/drafts/statistics/cards/"


@pytest.fixture
def five(roland: User, elinor: User) -> list[Person]:
    others = [User.objects.create_user(f"player{n}@example.org", "secret") for n in range(3)]
    return [person(each) for each in (roland, elinor, *others)]


def tallies(card: str = "", **given: Any) -> CardBlock:
    return CardBlock.objects.create(**{"month": "2026-11", "sharing": "packets", "card": card, **given})


def practised(*people: Person) -> list[Pool]:
    """Let each draft alone with a bot; return their pools."""
    for each in people:
        play_to_the_end(begun(each, players=2), each)
    return list(Pool.objects.filter(owner__in=people).order_by("pk"))


def test_a_draft_counts_once_and_not_before_its_picks_are_open(five: list[Person]) -> None:
    host, other = five[:2]
    practised(*five[1:])
    key = begun(host, other)
    play_to_the_end(key, host, other)
    assert services.count_finished_drafts() == 0
    hosting.open_draft_log(key, visitor=by(host))
    assert [services.count_finished_drafts() for _run in range(2)] == [5, 0]
    total = CardBlock.objects.exclude(month="").get(card="")
    assert (total.drafts, total.times) == (5, 78 + 4 * 39)


def test_a_draft_of_one_person_counts_without_the_picks_of_bots(five: list[Person]) -> None:
    practised(*five, five[0])
    assert services.count_finished_drafts() == 6
    mine = Pick.objects.filter(by=Pick.By.PLAYER)
    assert CardBlock.objects.exclude(month="").get(card="").times == mine.count() == 6 * 39
    card = mine.order_by("card").values_list("card", flat=True)[0]
    numbers = mine.filter(card=card).values_list("number", flat=True)
    assert sum(CardBlock.objects.filter(card=card).values_list("number_sum", flat=True)) == sum(numbers)


def test_nobody_can_fill_a_block_with_drafts_of_their_own(five: list[Person]) -> None:
    practised(*five[:1] * 5, guest("Nora"), guest("Nils"), guest("Nick"), guest("Nele"))
    assert services.count_finished_drafts() == 0 and not CardBlock.objects.exists()
    practised(*five[1:4])
    key = begun(*five[:4])
    play_to_the_end(key, *five[:4])
    hosting.open_draft_log(key, visitor=by(five[0]))
    assert services.count_finished_drafts() == 0, "each of five drafts needs a person of its own"
    practised(five[4])
    assert services.count_finished_drafts() == 14


def test_what_another_process_has_counted_meanwhile_is_not_counted_again(five: list[Person]) -> None:
    practised(*five)
    drafts = list(Draft.objects.order_by("pk"))
    Draft.objects.filter(pk=drafts[0].pk).update(counted=True)
    assert services._count_draft_batch(drafts) == 0
    assert Draft.objects.filter(counted=True).count() == 1 and not CardBlock.objects.exists()


def test_drafts_of_two_ways_do_not_wait_together(five: list[Person]) -> None:
    practised(*five)
    Draft.objects.filter(host=five[0]).update(sharing="rotisserie")
    assert services.count_finished_drafts() == 0


def test_custom_drafts_do_not_count(five: list[Person]) -> None:
    practised(*five)
    Draft.objects.update(house={"packet": 5, "rounds": 9, "last_deal": 0, "cards": []})
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


def of_decks(card: str) -> list[int]:
    sums = CardBlock.objects.filter(card=card).aggregate(*(Sum(name) for name in DECK_COLUMNS))
    return list(sums.values())


def test_the_decks_of_drafts_are_counted_once_when_most_of_their_games_are_played(five: list[Person]) -> None:
    pools = practised(*five)
    services.count_finished_drafts()
    for pool in pools[:4]:
        deck_of(pool)
    assert count_decks() == 0, "four people’s decks wait for a fifth"
    deck = deck_of(pools[4])
    DeckCard.objects.filter(deck=deck).first().delete()  # type: ignore[union-attr]
    assert count_decks() == 0, "nor is one that isn’t finished enough"
    deck = deck_of(pools[4])
    assert services.count_settled_decks(timezone.now()) == 0
    assert [count_decks({deck.pk: 3}) for _run in range(2)] == [5, 0]
    for at in (0, 38):
        card = pools[4].codes[at]
        decks = [pool for pool in pools if card in pool.codes]
        held = [pool for pool in decks if card in pool.codes[:30]]
        assert of_decks(card) == [len(decks), len(held), 1, 4, 3]


def test_a_pool_counts_once_with_the_deck_that_has_played_most(five: list[Person]) -> None:
    pools = practised(*five)
    services.count_finished_drafts()
    _newer, played, unplayed = [[deck_of(pool, first) for pool in pools] for first in (9, 0, 9)]
    assert unplayed[0].pk > played[0].pk
    count_decks({deck.pk: 1 for deck in played})
    card = pools[0].codes[38]
    held = [pool for pool in pools if card in pool.codes]
    assert of_decks(card)[:2] == [len(held), sum(card in pool.codes[:30] for pool in held)]


def test_decks_of_a_list_that_was_deleted_do_not_count_for_the_site(five: list[Person]) -> None:
    for pool in practised(*five):
        deck_of(pool)
    services.count_finished_drafts()
    Draft.objects.update(house={"packet": 5, "rounds": 9, "last_deal": 0, "cards": []})
    assert count_decks() == 0


CARDS = ("", "Vulca 03", "Vulca 04", "Hoax 03", "Mimix 03")
MONTHS = ("2026-08", "2026-09", "2026-10", "2026-11")


def answers(kind: str, mask: str) -> dict[str, set[int]]:
    """What the site says of each card, for every span of months: the drafts in it as bits, and never too few."""
    found: dict[str, set[int]] = {card: {0} for card in CARDS}
    for since in ("", *MONTHS):
        for until in ("", *(month for month in MONTHS if month >= since)):
            counted = card_figures(CountsFilter(since=since, until=until))
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
        services._add_counts_to_blocks(Draft(finished=finished, sharing="packets"), counts, columns)
        if columns is DECK_COLUMNS:  # a card’s decks are only shown beside enough drafts
            CardBlock.objects.exclude(month="").update(drafts=BLOCK_SIZE)
        for card, masks in answers(columns[0], mask).items():
            said[card] |= masks
    for card, masks in said.items():
        apart = [(one ^ other).bit_count() for one in masks for other in masks if one != other]
        assert all(bits >= BLOCK_SIZE for bits in apart), card
    assert len(said["Vulca 03"]) > 3


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
        assert card_figures(CountsFilter()).drafts == 6000
