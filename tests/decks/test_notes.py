"""Notes on a deck and on its cards: in versions and copies, in every format, and nowhere else."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from decks.core.text import DECK_TEXT_FORMATS, parse_deck_text
from decks.deck import services
from decks.deck.queries import decklist_of, decklist_with_notes
from decks.deck.versions import FIELDS
from decks.history import services as history
from decks.models import Deck
from tests.decks.rows import person_of_user, terrah_deck

pytestmark = pytest.mark.django_db
NOTE = "burns #swap-first"


@pytest.fixture
def row(roland: User, db_catalogue: Catalogue) -> Deck:
    made = terrah_deck(roland, db_catalogue)
    contents = services.DeckContents(deck=decklist_of(made), notes="Wait.\nThen burn.")
    return services.create_deck(owner=person_of_user(roland), contents=contents)


def noted_row(row: Deck) -> tuple[Deck, str]:
    code = decklist_of(row).entries[0].code
    return services.set_card_notes(key=row.key, person=row.owner, notes_by_code={code: NOTE}), code


def test_a_note_is_a_version_and_undo_takes_it_back(row: Deck) -> None:
    changed, code = noted_row(row)
    assert (changed.version, changed.card_notes) == (2, {code: NOTE})
    assert (
        services.set_card_notes(key=row.key, person=row.owner, notes_by_code={code: NOTE, "Nobody 01": "x"}).version
        == 2
    )
    assert history.undo_change(key=row.key, person=row.owner).card_notes == {}
    assert history.redo_change(key=row.key, person=row.owner).card_notes == {code: NOTE}
    assert services.set_card_notes(key=row.key, person=row.owner, notes_by_code={code: " "}).card_notes == {}


def test_what_does_not_speak_of_notes_keeps_them(row: Deck) -> None:
    changed, code = noted_row(row)
    contents = services.DeckContents(deck=decklist_of(changed), notes=changed.notes)
    saved = services.save_deck(key=row.key, person=row.owner, version=changed.version, contents=contents)
    services.put_card(key=row.key, who=row.owner, code=code, present=False)
    services.put_card(key=row.key, who=row.owner, code=code, present=True)
    saved.refresh_from_db()
    assert saved.card_notes == {code: NOTE}
    assert services.copy_deck(source=saved, owner=row.owner).card_notes == {code: NOTE}


@pytest.mark.parametrize("format_", DECK_TEXT_FORMATS)
def test_every_format_carries_the_notes_there_and_back(row: Deck, db_catalogue: Catalogue, format_: str) -> None:
    changed, code = noted_row(row)
    deck = decklist_with_notes(changed)
    text = DECK_TEXT_FORMATS[format_].print(deck, db_catalogue)
    assert NOTE in text and "Then burn." in text
    reading, _format = parse_deck_text(text, db_catalogue, format_=format_)
    read = reading.deck_with_notes
    assert not reading.problems and read.notes is not None and read.notes.startswith("Wait.\nThen burn.")
    notes = {entry.code: entry.note for entry in read.entries if entry.note}
    assert notes == {code: NOTE} or NOTE in read.notes


def test_a_deck_as_it_is_judged_and_handed_in_has_no_notes(row: Deck) -> None:
    changed, _code = noted_row(row)
    plain = decklist_of(changed)
    assert plain.notes is None and not any(entry.note for entry in plain.entries)


def test_comments_of_a_pasted_list_become_notes(roland: User, roland_client: Client, db_catalogue: Catalogue) -> None:
    text = "# For the winter.\nLeader: Vulca 00\n\nVulca 01  # first out\n// by a friend\n"
    roland_client.post("/decks/check/", {"text": text, "save": "yes"})
    saved = Deck.objects.get()
    assert saved.notes == "For the winter.\nby a friend"
    assert saved.card_notes == {"Vulca 01": "first out"}


def test_notes_are_written_on_a_page_and_only_what_changed_is_saved(
    row: Deck, roland_client: Client, elinor_client: Client
) -> None:
    changed, code = noted_row(row)
    page = f"/decks/{row.key}/notes/"
    assert NOTE in roland_client.get(page).content.decode()
    assert elinor_client.get(page).status_code == 403
    other = decklist_of(row).entries[1].code
    services.set_card_notes(key=row.key, person=row.owner, notes_by_code={code: "by another"})
    roland_client.post(page, {code: NOTE, f"before {code}": NOTE, other: "keep #core", f"before {other}": ""})
    changed.refresh_from_db()
    assert changed.card_notes == {code: "by another", other: "keep #core"}
    shown = roland_client.get(f"/decks/{row.key}/").content.decode()
    assert "by another" in shown and '<span class="chip">core</span>' in shown


def test_the_api_says_and_takes_notes(row: Deck, roland_client: Client) -> None:
    changed, code = noted_row(row)
    body = roland_client.get(f"/api/v1/decks/{row.key}/").json()
    assert body["cards"][0] == {"card": code, "copies": 1, "note": NOTE}
    body["cards"][0]["note"] = "changed"
    del body["text"]
    answer = roland_client.put(f"/api/v1/decks/{row.key}/", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    changed.refresh_from_db()
    assert changed.card_notes == {code: "changed"}


# Columns of a deck that a restored version doesn’t touch: its owner, its visibility, and its folder.
NOT_IN_A_VERSION = {
    *("id", "key", "owner", "game", "visibility", "visibility_before", "pool", "folder", "archived", "built"),
    *("origin", "forked_from", "version", "shows", "created", "updated"),
}


def test_every_column_of_a_deck_is_in_its_versions_or_named_here() -> None:
    columns = {field.name for field in Deck._meta.concrete_fields}
    assert columns == NOT_IN_A_VERSION | set(FIELDS)
    assert not NOT_IN_A_VERSION & set(FIELDS)
