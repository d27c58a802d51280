"""Admin of cards: finding, completing and correcting them, for staff only."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.models import Card, Ruling

pytestmark = pytest.mark.django_db


def form_of(card: Card, **change: str) -> dict[str, str]:
    """Return an editor’s form data for a card."""
    names = [field.name for field in Card._meta.concrete_fields if field.editable and field.name != "id"]
    values = {name: getattr(card, name) for name in names}
    sent = {name: "; ".join(value) if isinstance(value, list) else value for name, value in values.items()}
    return {name: "" if value is None else str(value) for name, value in sent.items()} | change


def send(client: Client, which: str, **change: str) -> int:
    """Save a card in the editor; return the status."""
    card = Card.objects.get(code=which)
    return client.post(f"/admin/cards/card/{card.pk}/change/", form_of(card, **change)).status_code


def test_cards_can_be_searched_and_filtered(judge_client: Client) -> None:
    assert b"Inter 402" in judge_client.get("/admin/cards/card/?q=shame").content
    assert b"Tutu slot 1" in judge_client.get("/admin/cards/card/?known__exact=0").content


def test_saving_completes_a_card_and_raises_the_version(judge_client: Client, db_catalogue: Catalogue) -> None:
    assert send(judge_client, "Inter 402", moons="2", icons="PAIR; bluff:fire") == 302
    card = catalogue()["Inter 402"]
    assert (card.moons, card.complete, len(card.icons)) == (2, True, 2)
    assert catalogue().version == db_catalogue.version + 1


def test_a_gap_becomes_a_card_under_its_own_code(judge_client: Client) -> None:
    sent = {"code": "Tutu 801", "name": "Ferryman", "number": "801", "moons": "0"}
    assert send(judge_client, "Tutu slot 1", **sent) == 302
    assert catalogue()["Tutu 801"].slot == "Tutu slot 1"


def test_the_code_of_a_known_card_stays(judge_client: Client) -> None:
    assert send(judge_client, "Vulca 03", code="Vulca 99", notes="Seen.") == 302
    assert "Vulca 99" not in catalogue()
    assert catalogue()["Vulca 03"].notes == "Seen."


@pytest.mark.parametrize(
    "change",
    [
        {"moons": "10"},
        {"icons": "HUG"},
        {"deck": "Z"},
        {"family": "a"},
        {"number": "x"},
        {"name": "x" * 81},
        {"people": ""},
    ],
)
def test_what_cannot_be_is_shown_at_its_field_and_not_saved(
    judge_client: Client, db_catalogue: Catalogue, change: dict[str, str]
) -> None:
    assert send(judge_client, "Vulca 03", **change) == 200
    assert catalogue() is db_catalogue


def test_a_new_card_cannot_take_a_code_that_is_there(judge_client: Client) -> None:
    sent = {"code": "vulca 03", "people": "Vulca", "name": "Twin"}
    assert judge_client.post("/admin/cards/card/add/", sent).status_code == 200
    sent["code"] = "Vulca 33"
    assert judge_client.post("/admin/cards/card/add/", sent).status_code == 302
    assert catalogue()["Vulca 33"].name == "Twin"


def test_the_editor_is_for_staff(stranger_client: Client, client: Client) -> None:
    assert stranger_client.get("/admin/cards/card/").status_code == 302
    assert client.get("/admin/cards/card/").status_code == 302


@pytest.mark.parametrize(
    ("path", "note", "field", "value"),
    [("card/{card}", "notes", "source", "a box"), ("ruling/{ruling}", "note", "place", "question 5")],
)
def test_two_who_edit_the_same_row_lose_nothing(
    judge_client: Client, path: str, note: str, field: str, value: str
) -> None:
    ruling = Ruling.objects.exclude(trust="low").first()
    assert ruling is not None
    path = f"/admin/cards/{path}/change/".format(card=Card.objects.get(code="Vulca 03").pk, ruling=ruling.pk)

    def opened() -> dict[str, Any]:
        form = judge_client.get(path).context["adminform"].form
        answers = {name: form[name].value() for name in form.fields}
        lists = {name: "; ".join(map(str, value)) for name, value in answers.items() if isinstance(value, list)}
        return {name: value for name, value in (answers | lists).items() if value not in (None, False)}

    one, other = opened(), opened()
    assert judge_client.post(path, {**one, note: "Seen by Roland."}).status_code == 302
    refused = judge_client.post(path, {**other, field: value})
    assert refused.status_code == 200
    assert "It’s now “Seen by Roland.”." in refused.text
    assert value in refused.text
    kept = opened()
    assert (kept[note], kept.get(field)) == ("Seen by Roland.", other.get(field))
    decided = {**other, note: "Seen by Roland.", field: value, "seen": kept["seen"]}
    assert judge_client.post(path, decided).status_code == 302
    assert opened()[field] == value
