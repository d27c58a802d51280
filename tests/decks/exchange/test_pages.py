"""Import, export, papers, declared formats: pages and API, for permitted people only."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from cards.core.facts import Catalogue, People
from cards.games.labels import TIMING_LABELS
from decks.core.legality import DeckList, Entry
from decks.core.text import DECK_TEXT_FORMATS
from decks.exchange.deck_papers import create_paper_cards
from decks.models import Deck, HouseFormat
from tests.decks.example_decks import deck as made
from tests.decks.example_decks import published
from tests.decks.rows import terrah_deck

pytestmark = pytest.mark.django_db
API = "/api/v1/decks/"
TWELVE = '{\n  "moons": 12,\n  "without": ["leadership"],\n  "banned": ["Sear"]\n}'


@pytest.fixture
def row(roland: User, db_catalogue: Catalogue) -> Deck:
    return terrah_deck(roland, db_catalogue, name="Nächte von Terrah")


def upload(client: Client, name: str, raw: bytes) -> Any:
    return client.post(reverse("decks:import"), {"file": SimpleUploadedFile(name, raw), "text": ""})


def test_the_import_page_names_every_format(client: Client) -> None:
    page = client.get(reverse("decks:import")).text.casefold()
    words = {word for one in DECK_TEXT_FORMATS.values() for word in one.title.casefold().strip(")").split(" (")}
    assert {word for word in words if word not in page} == {"json for a tabletop mod"}, "which is JSON, too"


@pytest.mark.parametrize("key", DECK_TEXT_FORMATS)
def test_a_deck_leaves_and_comes_back_in_every_format(row: Deck, client: Client, key: str) -> None:
    answer = client.get(reverse("decks:export", args=[row.key, key]))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].endswith(f'.{DECK_TEXT_FORMATS[key].extension}"')
    assert answer.content.decode(errors="replace").count("\ufeff") == (key == "csv")
    page = upload(client, "deck", answer.content)
    assert page.status_code == 200
    assert page.context["read"].deck.size == 30
    assert page.context["problems"] == []
    assert page.context["verdict"].report.status == "legal"


def test_a_format_that_does_not_exist_and_a_private_deck_are_not_found(row: Deck, client: Client) -> None:
    assert client.get(reverse("decks:export", args=[row.key, "word"])).status_code == 404
    Deck.objects.update(visibility="private")
    for name, args in (("export", ["text"]), ("registration", []), ("playtest", []), ("qr", [])):
        assert client.get(reverse(f"decks:{name}", args=[row.key, *args])).status_code == 404


@pytest.mark.parametrize("name", ["registration", "playtest"])
def test_papers_are_pdf_with_their_fonts_inside(row: Deck, client: Client, name: str) -> None:
    answer = client.get(reverse(f"decks:{name}", args=[row.key]))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert b"FontFile2" in answer.content
    assert answer.content.count(b"/Type /Page\n") == (1 if name == "registration" else 4)


def test_the_qr_code_is_a_picture_of_the_link(row: Deck, client: Client) -> None:
    answer = client.get(reverse("decks:qr", args=[row.key]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content


def test_a_file_in_another_encoding_is_read_and_said_so(client: Client, db_catalogue: Catalogue) -> None:
    page = upload(client, "d.txt", "Lavar der Mächtige\nNobody\n".encode("latin-1"))
    text = page.content.decode()
    assert "Latin-1" in text
    assert "Vulca 04" in page.context["converted"]
    assert "Nobody" in page.context["converted"]
    assert page.context["problems"][0][0].line == 2


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This is a picture, not a list."),
        (b"%PDF-1.7\n\x00\x00", "This isn’t a text file."),
        (b"", "The file is empty."),
        (b"Sear\n" * 5000, "at most 1000"),
        (b"x" * 400_001, "The file is larger than"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_message(client: Client, raw: bytes, said: str) -> None:
    page = upload(client, "d", raw)
    assert page.status_code == 400
    assert said in page.content.decode()
    assert Deck.objects.count() == 0


def test_import_and_papers_need_few_queries(row: Deck, client: Client, django_assert_max_num_queries: Any) -> None:
    text = DECK_TEXT_FORMATS["octgn"].print(made(People.TERRAH, published(_cards(), People.TERRAH)), _cards())
    client.get(row.get_absolute_url())
    with django_assert_max_num_queries(6):
        client.post(reverse("decks:import"), {"text": text})
    with django_assert_max_num_queries(8):
        client.get(reverse("decks:registration", args=[row.key]))


def _cards() -> Catalogue:
    from cards.catalogue.queries import catalogue

    return catalogue()


def test_the_deck_page_offers_every_format(row: Deck, client: Client) -> None:
    page = client.get(row.get_absolute_url()).content.decode()
    for key in DECK_TEXT_FORMATS:
        assert reverse("decks:export", args=[row.key, key]) in page


def declare(client: Client, declaration: str = TWELVE, name: str = "Twelve") -> Any:
    return client.post(reverse("decks:formats"), {"name": name, "declaration": declaration})


def test_an_organiser_declares_a_format_and_a_deck_is_judged_by_it(roland_client: Client, client: Client) -> None:
    answer = declare(roland_client)
    house = HouseFormat.objects.get()
    assert answer.url == house.get_absolute_url()
    assert "12 moons" in client.get(answer.url).content.decode()
    codes = ["Vulca 10", "Vulca 28", "Hoax 05"]
    sent = {"text": f"Format: {house.key}\nLeader: Vulca\n" + "\n".join(codes)}
    report = client.post(f"{API}check/", json.dumps(sent), content_type="application/json").json()
    assert report["moons"]["allowed"] == 12
    assert [finding["cards"] for finding in report["findings"] if finding["code"] == "HOUSE"] == [
        ["Vulca 10"],
        ["Vulca 28"],
    ]


def test_a_deck_keeps_its_format_when_saved(roland_client: Client) -> None:
    declare(roland_client)
    house = HouseFormat.objects.get()
    answer = roland_client.post(reverse("decks:format_deck", args=[house.key]), {"people": "Vulca"})
    row = Deck.objects.get()
    assert answer["Location"] == reverse("decks:edit", args=[row.key])
    assert row.options["house"]["key"] == house.key
    said = json.loads(roland_client.get(f"{API}{row.key}/").content)
    assert said["report"]["moons"]["allowed"] == 12
    assert f"Format: {house.key}" in said["text"]


@pytest.mark.parametrize(
    ("declaration", "line", "said"),
    [
        ('{\n"moons": -1\n}', 2, "from 0 to 200"),
        ('{\n"mons": 12\n}', 2, "Did you mean"),
        ('{\n"size": 30,\n"banned": ["Seer"]\n}', 3, "Sear"),
        ('{\n"without": ["leaders"]\n}', 2, "isn’t a card type. The types are"),
        ('{\n"size": 30\n"moons": 1\n}', 3, "This isn’t valid JSON"),
        ('{\n"size": 30,\n"size": 31\n}', 2, "twice"),
        ('{\n"base": "draft",\n"moons": 3\n}', 3, "DECK-18"),
        ("[]", 1, "object"),
        ("[" * 3000, 1, ""),
    ],
)
def test_every_fault_of_a_declaration_has_its_line(
    client: Client, db_catalogue: Catalogue, declaration: str, line: int, said: str
) -> None:
    page = declare(client, declaration)
    assert page.status_code == 400
    assert page.context["details"][0].line == line
    assert said in page.context["details"][0].message
    assert HouseFormat.objects.count() == 0


def test_only_its_owner_lists_a_format(roland_client: Client, stranger_client: Client) -> None:
    declare(roland_client)
    address = HouseFormat.objects.get().get_absolute_url()
    assert stranger_client.post(address, {"listed": "1"}).status_code == 403
    assert roland_client.post(address, {"listed": "1"}).status_code == 302
    assert HouseFormat.objects.get().listed


def test_the_api_reads_any_format_and_keeps_nothing(client: Client, db_catalogue: Catalogue) -> None:
    sent = {"text": '{"slots": {"Vulca 10": 1, "Nobody": 2}}'}
    said = client.post(f"{API}import/", json.dumps(sent), content_type="application/json").json()
    assert said["written_as"] == "share"
    assert [line["code"] for line in said["lines"]] == ["Vulca 10"]
    assert [problem["line"] for problem in said["problems"]] == [1]
    assert said["report"]["status"] == "unknown"
    assert Deck.objects.count() == 0


def test_the_api_exports_and_declares(row: Deck, client: Client, roland_client: Client) -> None:
    answer = client.get(f"{API}{row.key}/export/cockatrice/")
    assert b"<cockatrice_deck" in answer.content
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert client.get(f"{API}{row.key}/export/word/").status_code == 404
    sent = {"name": "Forty", "declaration": {"size": 40}}
    made_ = roland_client.post(f"{API}formats/", json.dumps(sent), content_type="application/json")
    assert made_.status_code == 201
    assert client.get(f"{API}formats/{made_.json()['key']}/").json()["declaration"]["size"] == 40
    wrong = roland_client.post(
        f"{API}formats/", json.dumps({"name": "x", "declaration": {"size": 0}}), content_type="application/json"
    )
    assert (wrong.status_code, wrong.json()["error"]["details"][0]["field"]) == (400, "size")


def test_the_api_judges_call_of_cthulhu_and_names_the_list(client: Client, db_catalogue: Catalogue) -> None:
    sent = {"game": "cthulhu", "format": "tournament", "cards": [{"card": "Museum Curator", "copies": 4}]}
    said = client.post(f"{API}check/", json.dumps(sent), content_type="application/json").json()
    assert said["status"] == "illegal"
    assert {"COC-01", "COC-02"} <= {finding["code"] for finding in said["findings"]}
    assert said["findings"][0]["link"].endswith("#COC-01")


def test_a_word_card_says_when_its_power_works_and_what_a_ship_carries(facts: Catalogue) -> None:
    codes = ("Khind 07", "Vulca 14", "Vulca 15", "Buka 29", "Inq 411")
    deck = DeckList(entries=tuple(Entry(code, 1) for code in codes))
    said = {card.code: " ".join(card.lines) for card in create_paper_cards(deck, facts)}
    assert "Once on your turn: On each of your turns" in said["Khind 07"]
    assert "Now: When you play this card" in said["Vulca 14"]
    assert "End of turn: At the end of your turn" in said["Vulca 15"]
    assert "carries 3 cards Now: When you play this ship" in said["Buka 29"]
    assert "Game start: Before the opening hands" in said["Inq 411"]
    for card in create_paper_cards(DeckList(entries=tuple(Entry(fact.code, 1) for fact in facts)), facts):
        known = facts[card.code]
        assert not known.summary or any(str(TIMING_LABELS[known.timing]) in line for line in card.lines)
        assert known.capacity is None or f"carries {known.capacity} card" in " ".join(card.lines)


def test_papers_are_written_in_the_readers_language(facts: Catalogue) -> None:
    deck = DeckList(entries=(Entry("Buka 29", 1),))
    with override("de"):
        [card] = create_paper_cards(deck, facts)
    assert (card.code, card.name) == ("Buka 29", "Seeteufel")
    assert card.lines[0] == "trägt 3 Karten"
    assert "darfst du bis zu drei Handkarten" in card.lines[1]
    with override("ru"):
        assert create_paper_cards(deck, facts)[0].name == "Sea Devil"


@pytest.mark.django_db
def test_the_description_of_a_card_says_the_same(client: Client) -> None:
    page = client.get("/cards/buka-29/").content.decode()
    assert 'property="og:description" content="Buka ship. carries 3 cards. Now: When you play this ship' in page
