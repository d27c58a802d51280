"""The fewest changes that make a Call of Cthulhu deck legal."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.core.rulings import CardList, ListEntry, ListKind, RulingsBook
from cards.games import GAMES
from decks.core.building.cthulhu_repair import repair_cthulhu_deck
from decks.core.legality import DeckList, Entry, Format, judge_deck
from decks.deck.services import DeckContents, create_deck
from tests.conftest import FIXTURES
from tests.decks.rows import person_of_user

LISTED = ("Museum Curator", "Doppelgänger", "Guardian Pillar")
PLAIN = (
    "Panic",
    "Dynamite",
    "Shotgun",
    "Shotgun Blast",
    "Local Sheriff",
    "Pulled Under",
    "Patrol Wagon",
    "Hired Muscle",
)


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    game = GAMES["cthulhu"]
    return game.build_catalogue(game.parse((FIXTURES / "cthulhu" / "cards.csv").read_text(encoding="utf-8")).cards)


@pytest.fixture(scope="module")
def book() -> RulingsBook:
    entries = tuple(ListEntry(f"CX-{n}", "4.2", f"CoC {x}", x, "", "") for n, x in enumerate(LISTED))
    return RulingsBook(
        lists=[CardList("4.2", "cthulhu", ListKind.RESTRICTED, "", "", True, "COC-07", "", entries=entries)]
    )


COUNTS = st.dictionaries(
    st.sampled_from([*LISTED, *PLAIN, "Frozen in Time", "Julia Brown, Insomniac", "Julia Brown, Oddly Amphibious"]),
    st.integers(1, 6),
    min_size=1,
)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(counts=COUNTS, format_=st.sampled_from([Format.CASUAL, Format.TOURNAMENT]))
def test_a_repair_is_legal_and_nothing_shorter_is(
    cards: Catalogue, book: RulingsBook, counts: dict[str, int], format_: Format
) -> None:
    entries = tuple(Entry(cards.find_card(name).code, copies) for name, copies in counts.items())
    deck = DeckList(entries, game="cthulhu", format=format_)
    (repaired,) = repair_cthulhu_deck(deck, cards, book)
    assert judge_deck(repaired.deck, cards, book).status == "legal"
    # By hand: three of a title stay, stories go, and of the restricted entries the one with most copies stays.
    titles: dict[str, int] = {}
    for entry in entries:
        card = cards[entry.code]
        if str(card.type) != "story":
            titles[card.name] = titles.get(card.name, 0) + entry.copies
    kept = {name: min(3, copies) for name, copies in titles.items()}
    restricted = [kept.pop(name) for name in LISTED if name in kept] if format_ is Format.TOURNAMENT else []
    stays = sum(kept.values()) + max(restricted, default=0)
    assert repaired.changes == (deck.size - stays) + max(0, 50 - stays)


def test_others_as_near_are_proposed(cards: Catalogue, book: RulingsBook) -> None:
    entries = tuple(Entry(f"CoC {name}", 2) for name in LISTED)
    deck = DeckList(entries, game="cthulhu", format=Format.TOURNAMENT)
    repairs = repair_cthulhu_deck(deck, cards, book, alternatives=2)
    assert len(repairs) == 3
    assert len({proposal.changes for proposal in repairs}) == 1
    assert all(repair.out != other.out for repair, other in combinations(repairs, 2))


@pytest.mark.django_db
def test_the_page_proposes_and_takes_it(roland: User, roland_client: Client) -> None:
    cards = catalogue("cthulhu")
    entries = (Entry(cards.find_card("Panic").code, 5), Entry(cards.find_card("Dynamite").code, 3))
    deck = DeckList(entries, name="Short", game="cthulhu", format=Format.TOURNAMENT)
    row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck))
    page = roland_client.get(f"/decks/{row.key}/help/")
    assert page.status_code == 200
    proposal = page.context["repair"]
    assert proposal.help.report.status == "legal"
    sent = {"version": row.version, "codes": "|".join(proposal.help.deck.codes)}
    assert roland_client.post(f"/decks/{row.key}/help/take/", sent).status_code == 302
    row.refresh_from_db()
    assert sum(row.cards.values_list("copies", flat=True)) == 50


@pytest.mark.django_db
def test_more_than_fifty_cards_are_not_too_many(client: Client) -> None:
    text = "\n".join(f"3 {card.label}" for card in catalogue("cthulhu").cards[:18])
    page = client.post("/decks/check/", {"text": text, "game": "cthulhu"}).content.decode()
    assert "54 cards, minimum 50" in " ".join(page.split())
