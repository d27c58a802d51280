"""The API of decks and pools, as scripts and pages use it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import ApiToken, Person, User
from cards.core.facts import Catalogue, People
from decks.core.legality import DeckList, Format
from decks.core.text import format_deck
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck
from tests.decks.example_decks import deck, published, sample_step_2
from tests.decks.rows import draft_deck, drafted_pool, terrah_deck

pytestmark = pytest.mark.django_db
JSON = "application/json"
DECKS = "/api/v1/decks/"


def sent(client: Client, url: str, body: object, method: str = "post", **headers: str) -> tuple[int, Any]:
    answer = getattr(client, method)(url, body, content_type=JSON, headers=headers)
    return answer.status_code, answer.json() if answer.content else None


@pytest.fixture
def token(roland: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiToken.issue(user=roland, name='bot')[1]}"}


def test_anybody_may_check_a_text(client: Client, facts: Catalogue) -> None:
    text = format_deck(deck(People.TERRAH, sample_step_2(facts)), facts)
    status, report = sent(client, f"{DECKS}check/", {"text": text})
    assert (status, report["status"]) == (200, "legal")
    assert report["size"] == {"have": 30, "required": 30}
    assert (report["moons"]["have"], report["moons"]["allowed"]) == (10, 10)
    assert list(report["findings"][0]) == ["code", "severity", "message", "cards", "have", "allowed", "link"]
    assert not Person.objects.exists()


def test_anybody_may_check_field_by_field(client: Client, facts: Catalogue) -> None:
    cards = [{"card": code} for code in published(facts, People.TERRAH)] + [{"card": "catusan", "copies": 2}]
    body = {"leader": "Tecton Earthquaker", "cards": cards, "match": True, "family": "b"}
    status, report = sent(client, f"{DECKS}check/", body)
    assert (status, report["status"], report["size"]["have"]) == (200, "illegal", 37)
    assert {"DECK-02", "DECK-03", "DECK-08", "DECK-23"} <= {finding["code"] for finding in report["findings"]}


def test_every_card_that_does_not_exist_is_named_with_its_place(client: Client) -> None:
    body = {"leader": "Terah 00", "cards": [{"card": "Catusan"}, {"card": "Catussan"}]}
    status, answer = sent(client, f"{DECKS}check/", body)
    assert (status, answer["error"]["code"]) == (400, "invalid")
    places = {detail["field"]: detail["suggestions"] for detail in answer["error"]["details"]}
    assert set(places) == {"leader", "cards.1.card"}
    assert places["cards.1.card"][0] == "Catusan"


def test_a_fault_beside_it_hides_no_card_that_does_not_exist(client: Client) -> None:
    body = {
        "leader": "Terrah 00",
        "cards": [{"card": "Catussan", "copies": 0}, {"card": "Catusan"}, {"card": "Ctusan"}],
    }
    for more in ({}, {"cards": [{"card": "Catussan"}], "match": "perhaps"}):
        _status, answer = sent(client, f"{DECKS}check/", body | more)
        said = {detail["field"]: detail["message"] for detail in answer["error"]["details"]}
        assert "Did you mean Catusan?" in said["cards.0.card"]
        assert set(said) == ({"cards.0.card", "match"} if more else {"cards.0.copies", "cards.0.card", "cards.2.card"})


def test_a_faulty_line_has_its_number(client: Client) -> None:
    status, answer = sent(client, f"{DECKS}check/", {"text": "Leader: Terrah 00\n-1x Catusan"})
    assert (status, answer["error"]["details"][0]["line"]) == (400, 2)


@pytest.mark.parametrize(
    "body",
    [
        {"text": "x\n" * 1200},
        {"format": "standard"},
        {"cards": [{"card": "Catusan", "copies": -1}]},
        {"cards": "Catusan"},
        {"cards": [{"card": "Catusan"}] * 1001},
        {"pool": "nothing"},
        [],
    ],
)
def test_bad_input_has_the_one_error_shape(client: Client, body: object) -> None:
    status, answer = sent(client, f"{DECKS}check/", body)
    assert status in (400, 404)
    assert set(answer["error"]) == {"code", "message", "rule", "details"}


def test_a_script_with_a_token_keeps_reads_changes_and_deletes(client: Client, token: dict[str, str]) -> None:
    body = {"name": "By a bot", "leader": "Terrah 00", "cards": [{"card": "Catusan"}], "visibility": "private"}
    status, made = sent(client, DECKS, body, **token)
    assert (status, made["version"], made["cards"]) == (201, 1, [{"card": "Terrah 05", "copies": 1, "note": ""}])
    assert made["report"]["status"] == "illegal"
    url = f"{DECKS}{made['key']}/"
    assert client.get(DECKS, headers=token).json()["results"][0]["key"] == made["key"]
    assert client.get(url, headers=token).json() == made
    assert client.get(url).status_code == 404
    status, changed = sent(client, url, {**made, "text": made["text"] + "Sear\n"}, "put", **token)
    assert (status, changed["version"], len(changed["cards"])) == (200, 2, 2)
    assert client.delete(url, headers={**token, "If-Match": '"1-old"'}).status_code == 412
    tag = client.get(url, headers=token)["ETag"]
    assert client.delete(url, headers={**token, "If-Match": tag}).status_code == 204
    assert not Deck.objects.exists()


def test_of_two_changes_of_one_version_the_second_is_a_conflict(client: Client, token: dict[str, str]) -> None:
    _, made = sent(client, DECKS, {"text": "Name: One"}, **token)
    url = f"{DECKS}{made['key']}/"
    assert sent(client, url, {"name": "Two", "version": 1}, "patch", **token)[0] == 200
    status, answer = sent(client, url, {"name": "Three", "version": 1}, "patch", **token)
    assert (status, answer["error"]["code"]) == (409, "conflict")
    assert client.get(url).json()["name"] == "Two"


def test_without_token_or_session_nothing_is_kept(client: Client) -> None:
    status, answer = sent(client, DECKS, {"text": "Name: Lost"})
    assert (status, answer["error"]["code"]) == (401, "not_authenticated")
    assert "token" in answer["error"]["message"]
    assert client.get(DECKS).status_code == 401


def test_a_guest_with_a_session_keeps_decks(client: Client) -> None:
    client.post("/decks/new/", {"people": "Aqua", "start": "box", "format": "custom"})
    assert sent(client, DECKS, {"text": "Name: Second"})[0] == 201
    assert len(client.get(DECKS).json()["results"]) == 2


def test_a_stranger_reads_but_changes_nothing(roland: User, stranger_client: Client, facts: Catalogue) -> None:
    url = f"{DECKS}{terrah_deck(roland, facts).key}/"
    assert stranger_client.get(url).json()["owner"] == "Roland"
    assert sent(stranger_client, url, {"name": "Mine now", "version": 1}, "put")[0] == 403
    assert stranger_client.delete(url).status_code == 403


def test_two_decks_are_compared(roland: User, client: Client, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts, name="Stones")
    answer = client.get(f"{DECKS}compare/", {"a": row.key, "b": "Terrah"}).json()
    stones, own = answer["sides"]
    assert (stones["deck"], stones["name"], own["deck"]) == (row.key, "Stones", "Terrah")
    both = set(answer["both"])
    assert both and both.isdisjoint({*stones["only"], *own["only"]})
    assert stones["cards"] == len(both) + len(stones["only"])
    assert answer["likeness"] == round(100 * len(both) / (len(both) + len(stones["only"]) + len(own["only"])))


def test_decks_that_cannot_be_seen_or_read_are_not_compared(roland: User, client: Client, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    Deck.objects.update(visibility=Deck.Visibility.PRIVATE)
    for other, status in ((row.key, 404), ("Chess!", 400), ("", 400)):
        answer = client.get(f"{DECKS}compare/", {"a": "Vulca", "b": other})
        assert answer.status_code == status, other
        assert [detail["field"] for detail in answer.json()["error"]["details"]] == ["b"] * (status == 400)


def test_a_pool_is_read_by_its_owner_alone(
    roland: User, roland_client: Client, stranger_client: Client, client: Client, facts: Catalogue
) -> None:
    pool = drafted_pool(roland, facts)
    url = f"/api/v1/pools/{pool.key}/"
    assert roland_client.get(url).json()["cards"] == pool.codes
    assert stranger_client.get(url).status_code == 404
    assert client.get(url).status_code == 404


def test_a_pool_is_deleted_by_its_owner_and_its_decks_stay(
    roland: User, roland_client: Client, stranger_client: Client, facts: Catalogue
) -> None:
    pool = drafted_pool(roland, facts)
    url = f"/api/v1/pools/{pool.key}/"
    contents = DeckContents(deck=DeckList(name="Drafted", format=Format.DRAFT), pool=pool)
    deck = create_deck(owner=pool.owner, contents=contents)
    tag = roland_client.get(url)["ETag"]
    assert stranger_client.delete(url).status_code == 404
    assert roland_client.delete(url, headers={"If-Match": '"other"'}).status_code == 412
    assert roland_client.delete(url, headers={"If-Match": tag}).status_code == 204
    assert roland_client.get(url).status_code == 404
    assert roland_client.get(f"/api/v1/decks/{deck.key}/").json()["pool"] in ("", None)


def test_a_shared_draft_deck_does_not_tell_its_pool(roland: User, client: Client, facts: Catalogue) -> None:
    row = draft_deck(roland, drafted_pool(roland, facts), 30)
    answer = client.get(f"{DECKS}{row.key}/")
    assert answer.json()["report"]["status"] == "legal"
    unused = (set(row.pool.codes) if row.pool else set()) - {card.code for card in row.cards.all()}
    assert not any(code in answer.content.decode() for code in unused)


def test_a_list_of_decks_needs_few_queries(
    roland: User, roland_client: Client, facts: Catalogue, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(4):
        terrah_deck(roland, facts, name=f"Deck {number}")
    with django_assert_max_num_queries(8):
        assert len(roland_client.get(DECKS).json()["results"]) == 4
