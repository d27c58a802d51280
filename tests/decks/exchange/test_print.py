"""Decks to print and for Tabletop Simulator, each file read back."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from decks.core.legality import DeckList, Entry, Format
from decks.core.text import parse_deck_text
from decks.core.text.tabletop import CARDS_PER_SHEET, SheetPictures
from decks.deck.presenters import card_groups
from decks.deck.queries import decklist_of
from decks.deck.services import DeckContents, create_deck
from decks.exchange.box_papers import _divider_columns
from decks.models import Deck
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db
A4_ACROSS = (842, 595)  # points


@pytest.fixture
def row(roland: User, db_catalogue: Catalogue) -> Deck:
    return terrah_deck(roland, db_catalogue, name="Nächte von Terrah")


def read_back(client: Client, row: Deck, name: str, language: str = "en") -> PdfReader:
    answer = client.get(reverse(f"decks:{name}", args=[row.key]), headers={"accept-language": language})
    assert answer["Content-Type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.content))
    assert {tuple(round(float(side)) for side in page.mediabox[2:]) for page in reader.pages} == {A4_ACROSS}
    return reader


def saved_object(client: Client, row: Deck) -> dict[str, Any]:
    answer = client.get(reverse("decks:export", args=[row.key, "tts"]))
    saved: dict[str, Any] = json.loads(answer.content)
    return saved


def fonts_inside(page: Any) -> bool:
    """Return whether every font of a page is embedded in the file."""
    fonts = [font.get_object()["/DescendantFonts"][0].get_object() for font in page["/Resources"]["/Font"].values()]
    return all({"/FontFile2", "/FontFile3"} & set(font["/FontDescriptor"].get_object()) for font in fonts)


def path(address: str) -> str:
    return address.removeprefix("http://testserver")


def test_proxies_have_the_leader_and_every_card_once_eight_to_a_page(row: Deck, client: Client) -> None:
    pages = read_back(client, row, "proxies", "de").pages
    assert len(pages) == 4
    text = pages[0].extract_text()
    for word in ("Tekton Erdbeber", "Blizzar der Brandstifter", "Terrah-Anführer", "mit 100 % drucken"):
        assert word in text, word
    assert fonts_inside(pages[0])


def test_the_box_gets_a_divider_for_each_type_and_a_list_of_all_cards(row: Deck, client: Client) -> None:
    dividers, slip = read_back(client, row, "box_papers").pages
    told = dividers.extract_text()
    for tab in ("Deck", "Characters 18", "Boosters 3", "Supports 7", "Leadership 2"):
        assert tab in told, tab
    assert all(word in slip.extract_text() for word in ("Nächte von Terrah", "Ras-mus-Pan", "fold the list"))


def test_a_type_of_many_cards_has_several_dividers_in_letters_that_can_be_read(
    roland: User, db_catalogue: Catalogue, client: Client
) -> None:
    codes = [card.code for card in db_catalogue if card.type == "character"][:28]
    deck = DeckList(name="Many", entries=tuple(Entry(code) for code in codes))
    many = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck, visibility="link"))
    sizes: list[float] = []

    def noted(text: str, _cm: object, tm: list[float], _font: object, size: float) -> None:
        if text.strip():
            sizes.append(size * abs(tm[3]))

    told = read_back(client, many, "box_papers").pages[0].extract_text(visitor_text=noted)
    assert "Characters 28 · 1" in told and "Characters 28 · 2" in told and "Characters 28 · 3" not in told
    assert min(sizes) >= 6.9


def test_papers_of_a_game_without_words_say_so_and_have_its_values(
    roland: User, db_catalogue: Catalogue, client: Client
) -> None:
    card: Any = next(card for card in catalogue("cthulhu") if card.type == "character")
    deck = DeckList(name="Mythos", game="cthulhu", format=Format.CASUAL, entries=(Entry(card.code),))
    row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck, visibility="link"))
    said = "The site doesn’t have the rules texts of these cards. Write them in by hand."
    assert said in read_back(client, row, "proxies").pages[0].extract_text()
    told = PdfReader(io.BytesIO(client.get(reverse("decks:playtest", args=[row.key])).content)).pages[0].extract_text()
    assert said in told and f"Cost: {card.cost}" in told and f"Skill: {card.skill}" in told


@pytest.mark.parametrize("game", ["bluemoon", "cthulhu"])
def test_papers_of_a_deck_without_cards_are_papers(
    roland: User, db_catalogue: Catalogue, client: Client, game: str
) -> None:
    for deck in (DeckList(name="Empty", game=game), DeckList(name="Strange", game=game, entries=(Entry("No 01"),))):
        row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck, visibility="link"))
        for name in ("box_papers", "proxies", "playtest", "registration"):
            answer = client.get(reverse(f"decks:{name}", args=[row.key]))
            assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), name


def test_the_two_halves_of_the_list_hold_every_card_once(row: Deck, db_catalogue: Catalogue) -> None:
    grouped = card_groups(decklist_of(row).entries, db_catalogue)
    (first, second), size = _divider_columns(grouped)
    names = [row["name"] for group in (*first, *second) for row in group["rows"]]
    assert len(names) == len(set(names)) == 30
    assert 5 < size < 8


def test_the_saved_object_has_a_picture_for_every_card(row: Deck, client: Client, db_catalogue: Catalogue) -> None:
    said = saved_object(client, row)
    pile, leader = said["ObjectStates"]
    [sheet] = pile["CustomDeck"].values()
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (10, 7)
    assert leader["CardID"] == 100 and pile["DeckIDs"] == list(range(101, 131))
    face = client.get(path(sheet["FaceURL"]))
    with Image.open(io.BytesIO(face.content)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (4090, 4004))
        blank = picture.crop((409 * 5, 572 * 4, 409 * 6, 572 * 5)).getcolors(64)
        drawn = picture.crop((0, 0, 409, 572)).getcolors(64)
    assert blank is not None and drawn is None
    assert client.get(path(sheet["BackURL"]))["Content-Type"] == "image/png"
    # The leader, which lies beside the pile, is not read back as a card.
    reading, text_format = parse_deck_text(json.dumps(said), db_catalogue)
    assert (text_format.key, reading.deck.size, reading.deck.leaders, reading.problems) == (
        "tts",
        30,
        ("Terrah 00",),
        (),
    )


def test_a_sheet_is_for_who_has_its_signed_address(row: Deck, roland_client: Client, client: Client) -> None:
    Deck.objects.update(visibility="private")
    address = path(saved_object(roland_client, row)["ObjectStates"][0]["CustomDeck"]["1"]["FaceURL"])
    for wrong in (address.replace("/1-en-", "/2-en-"), address.replace("-en-", "-de-"), f"{address[:-5]}2.jpg"):
        assert client.get(wrong).status_code == 404, wrong
    assert client.get(reverse("decks:tabletop_sheet", args=[row.key, "nothing", 1])).status_code == 404
    Deck.objects.all().delete()
    assert client.get(address).status_code == 404


def test_a_card_beyond_the_first_sheet_is_on_the_second() -> None:
    pictures = SheetPictures(("one", "two"), "back", tuple(f"Card {n}" for n in range(CARDS_PER_SHEET + 1)))
    assert (pictures.card_id("Card 68"), pictures.card_id("Card 69")) == (168, 200)
    assert [sheet["FaceURL"] for sheet in pictures.sheets().values()] == ["one", "two"]


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("registration.pdf", "registration"),
        ("cards.pdf", "playtest"),
        ("proxies.pdf", "proxies"),
        ("box.pdf", "box_papers"),
    ],
)
def test_a_script_gets_the_papers_of_the_page(row: Deck, client: Client, name: str, page: str) -> None:
    answer = client.get(f"/api/v1/decks/{row.key}/papers/{name}")
    shown = client.get(reverse(f"decks:{page}", args=[row.key]))
    assert (answer["Content-Type"], answer["Content-Disposition"]) == ("application/pdf", shown["Content-Disposition"])
    texts = [[each.extract_text() for each in PdfReader(io.BytesIO(one.content)).pages] for one in (answer, shown)]
    assert texts[0] == texts[1] != [""]


def test_a_paper_that_does_not_exist_is_answered_with_those_there_are(row: Deck, roland_client: Client) -> None:
    answer = roland_client.get(f"/api/v1/decks/{row.key}/papers/slips.pdf")
    assert answer.status_code == 404
    assert "registration.pdf, cards.pdf, proxies.pdf, box.pdf" in answer.json()["error"]["message"]


def test_nobody_prints_a_private_deck_of_another(row: Deck, client: Client) -> None:
    Deck.objects.update(visibility="private")
    for name in ("proxies", "box_papers"):
        assert client.get(reverse(f"decks:{name}", args=[row.key])).status_code == 404


@pytest.mark.parametrize("copies", [4, 5])
def test_a_paper_has_at_most_so_many_cards_copies_counted_and_the_page_says_so(
    copies: int, roland: User, db_catalogue: Catalogue, client: Client
) -> None:
    codes = [card.code for card in db_catalogue if card.type == "character"][:60]
    deck = DeckList(name="Many", entries=tuple(Entry(code, copies) for code in codes))
    row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck, visibility="link"))
    page = flat(client.get(row.get_absolute_url()).content)
    said = "This deck has 300 cards; you can print up to 240 at once. Print it in parts."
    offered = reverse("decks:playtest", args=[row.key]) in page
    assert (said in page, offered) == ((True, False) if copies == 5 else (False, True))
    for name in ("proxies", "box_papers", "playtest"):
        answer = client.get(reverse(f"decks:{name}", args=[row.key]))
        assert answer.status_code == (400 if copies == 5 else 200), name
        assert answer.status_code == 200 or said in flat(answer.content), name
