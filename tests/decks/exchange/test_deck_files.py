"""Deck files: decks are exported completely, imported twice without duplicates, and a faulty file is rejected as a
whole with every error’s place."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from common.errors import Invalid
from decks.core.legality import Format, HouseRules
from decks.core.text.deck_file import MAX_DECK_FILE_BYTES, parse_deck_file
from decks.deck import services
from decks.deck.queries import decklist_of, decklist_with_notes, decks_of
from decks.exchange.deck_files import ImportOutcome, deck_file_of, import_deck_file
from decks.guides.services import save_guide
from decks.models import Deck
from tests.decks.rows import draft_deck, drafted_pool, person_of_user, terrah_deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def whole(roland: User, db_catalogue: Catalogue) -> Deck:
    """Return a deck with everything that its owner can write."""
    row = terrah_deck(roland, db_catalogue, visibility="public")
    person = row.owner
    code = decklist_of(row).entries[0].code
    services.set_card_notes(key=row.key, person=person, notes_by_code={code: "burns #swap-first"})
    services.set_maybe_card(key=row.key, person=person, code="Vulca 01", present=True)
    house = HouseRules("abc", "Small", base=Format.CUSTOM, size=28, banned=("Vulca 03",))
    deck = replace(decklist_of(Deck.objects.get(pk=row.pk)), house=house)
    notes, tags = "# Plan\n\nWait.", ["slow", "late game"]
    contents = services.DeckContents(deck=deck, notes=notes, visibility="public", tags=tags)
    row = services.save_settings(key=row.key, person=person, version=4, contents=contents)
    save_guide(key=row.key, person=person, language="de", text="Warte ab.", version=0)
    Deck.objects.filter(pk=row.pk).update(folder="Winter", built=True)
    return Deck.objects.get(pk=row.pk)


def file_of(*rows: Deck) -> str:
    return deck_file_of(Deck.objects.filter(pk__in=[row.pk for row in rows]))


def changed(text: str, **values: Any) -> str:
    said = json.loads(text)
    said["decks"][0] |= values
    return json.dumps(said)


def test_a_deck_comes_to_another_person_with_all_that_was_written(whole: Deck, elinor: User) -> None:
    there = person_of_user(elinor)
    (brought,) = import_deck_file(file_of(whole), there)
    made = Deck.objects.get(key=brought.key)
    assert (brought.became, made.owner) == (ImportOutcome.NEW, there) and made.key != whole.key
    assert decklist_with_notes(made) == decklist_with_notes(whole)
    fields = ("notes", "tags", "maybe", "card_notes", "visibility", "folder", "built", "options")
    assert {name: getattr(made, name) for name in fields} == {name: getattr(whole, name) for name in fields}
    assert [(guide.language, guide.text) for guide in made.guides.all()] == [("de", "Warte ab.")]
    here, copied = (json.loads(file_of(row))["decks"][0] for row in (whole, made))
    assert here | {"updated": ""} == copied | {"updated": ""}


def test_twice_is_once_and_back_home_is_the_deck_itself(whole: Deck, roland: User, elinor: User) -> None:
    there = person_of_user(elinor)
    (first,) = import_deck_file(file_of(whole), there)
    (second,) = import_deck_file(file_of(whole), there)
    assert (second.key, second.became) == (first.key, ImportOutcome.SAME)
    (home,) = import_deck_file(file_of(Deck.objects.get(key=first.key)), person_of_user(roland))
    assert (home.key, home.became) == (whole.key, ImportOutcome.SAME)
    assert Deck.objects.count() == 2


def test_a_newer_file_changes_the_deck_and_undo_takes_it_back_an_older_one_leaves_it(whole: Deck) -> None:
    text, version = file_of(whole), whole.version
    earlier, later = ((whole.updated + timedelta(days=days)).isoformat() for days in (-1, 1))
    (kept,) = import_deck_file(changed(text, name="Older", updated=earlier), whole.owner)
    assert kept.became is ImportOutcome.KEPT
    (newer,) = import_deck_file(changed(text, name="Newer", updated=later), whole.owner)
    whole.refresh_from_db()
    assert (newer.became, newer.name) == (ImportOutcome.CHANGED, "Newer")
    assert (whole.name, whole.version) == ("Newer", version + 1)
    assert whole.changes.filter(version=version).exists()


def test_a_pool_does_not_travel_and_that_is_said(roland: User, elinor: User, db_catalogue: Catalogue) -> None:
    row = draft_deck(roland, drafted_pool(roland, db_catalogue), 30)
    assert "Vulca 20" not in json.dumps(json.loads(file_of(row))["decks"][0]["cards"][:5])
    (brought,) = import_deck_file(file_of(row), person_of_user(elinor))
    assert brought.unpooled and Deck.objects.get(key=brought.key).pool is None
    (home,) = import_deck_file(file_of(row), row.owner)
    assert not home.unpooled and home.became is ImportOutcome.SAME


def faults_of(text: str, whole: Deck) -> dict[str | None, str]:
    with pytest.raises(Invalid) as refused:
        import_deck_file(text, whole.owner)
    assert Deck.objects.count() == 1
    return {fault.field: fault.message for fault in refused.value.details}


def test_every_fault_is_named_with_its_place_and_nothing_is_taken(whole: Deck) -> None:
    said = json.loads(file_of(whole))
    good, bad, worse = (json.loads(json.dumps(said["decks"][0])) for _ in range(3))
    good["id"], bad["id"], worse["id"] = "one", "two", "three"
    bad |= {"format": "pauper", "colour": "red", "match": "yes"}
    bad["cards"][2] |= {"copies": 0}
    del worse["name"]
    said["decks"] = [good, bad, worse]
    faults = faults_of(json.dumps(said), whole)
    assert set(faults) == {"decks.1", "decks.1.format", "decks.1.match", "decks.1.cards.2.copies", "decks.2"}
    said["decks"] = [good, good | {"id": "two", "leader": "Nobody 00", "cards": [{"card": "Vulca 99"}]}]
    faults = faults_of(json.dumps(said), whole)
    assert set(faults) == {"decks.1.leader", "decks.1.cards.0.card"}
    house = changed(file_of(whole), id="four", house={"key": "k", "name": "n", "size": "thirty"})
    assert list(faults_of(house, whole)) == ["decks.0.size"]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text[: len(text) // 2], "damaged or incomplete at line"),
        (lambda text: text.replace('"version": 1', '"version": 2'), "has version 2"),
        (lambda text: text.replace('"decks",', '"matches",', 1), "This isn’t a deck file from this site."),
        (lambda text: "[" * 2000, "nested too deeply"),
        (lambda text: '{"ten-moons": ' * 2000, "nested too deeply"),
        (lambda text: text + " " * MAX_DECK_FILE_BYTES, "larger than"),
        (lambda text: "[1]", "This isn’t a deck file from this site."),
        (lambda text: '{"ten-moons": "decks", "version": 1, "decks": 5}', "Errors in the file: 1."),
        (lambda text: '{"ten-moons": "decks", "version": NaN, "decks": []}', "invalid number"),
    ],
    ids=[
        "cut off",
        "newer",
        "other",
        "nested",
        "nested objects",
        "large",
        "list",
        "no decks",
        "NaN",
    ],
)
def test_files_that_are_none_are_refused(whole: Deck, spoil: Any, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        parse_deck_file(spoil(file_of(whole)))


def test_guests_bring_in_only_so_many(whole: Deck, elinor: User) -> None:
    guest = person_of_user(elinor)
    guest.user = None
    said = json.loads(file_of(whole))
    said["decks"] = [said["decks"][0] | {"id": f"d{number}"} for number in range(51)]
    with pytest.raises(Invalid, match="up to 50"):
        import_deck_file(json.dumps(said), guest)


def test_the_page_gives_and_takes(whole: Deck, elinor: User, roland_client: Client, elinor_client: Client) -> None:
    body = roland_client.get("/decks/decks.json").content
    assert json.loads(body)["decks"][0]["id"] == whole.key
    page = elinor_client.post("/decks/import/", {"file": SimpleUploadedFile("decks.json", body)})
    assert page.status_code == 200 and "1 deck in the file" in page.content.decode()
    assert "already here" in elinor_client.post("/decks/import/", {"text": body.decode()}).content.decode()
    wrong = elinor_client.post("/decks/import/", {"text": body.decode().replace('"slow"', "7")})
    assert wrong.status_code == 400 and "<code>decks.0.tags." in wrong.content.decode()
    assert decks_of(person_of_user(elinor)).count() == 1


def test_the_api_gives_and_takes(whole: Deck, roland_client: Client, elinor_client: Client, client: Client) -> None:
    body = roland_client.get("/api/v1/decks/file/").content
    answer = elinor_client.post("/api/v1/decks/file/", body, content_type="application/json")
    assert [deck["became"] for deck in answer.json()] == ["new"]
    wrong = elinor_client.post("/api/v1/decks/file/", body[:-9], content_type="application/json")
    assert wrong.status_code == 400 and wrong.json()["error"]["details"][0]["line"] > 5
    assert client.get("/api/v1/decks/file/").status_code == 401


def test_the_command_gives_and_takes(whole: Deck, roland: User, elinor: User, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "decks.json"
    call_command("deck_file", "export", roland.username, str(file))
    call_command("deck_file", "import", elinor.username, str(file))
    assert "new" in capsys.readouterr().out and decks_of(person_of_user(elinor)).count() == 1
    file.write_text(changed(file.read_text(encoding="utf-8"), tags=[7]), encoding="utf-8")
    with pytest.raises(CommandError, match=r"decks\.0\.tags\.0"):
        call_command("deck_file", "import", elinor.username, str(file))
