"""The pages of moving, the command, My data, and what must not be in a file."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES
from decks.collection.services import set_boxes
from decks.core.building import initial_deck
from decks.core.collection import SETS
from decks.deck.services import DeckContents, create_deck, create_pool
from decks.models import Deck, Pool, ShelfBox
from matches.events.decks.services import submit_deck
from matches.models import Event, Group, Match, Role
from matches.play.decks_brought import choose_deck
from tests.html import flat
from tests.matches.builders import group_match, made_group, made_match, person, won
from tests.matches.events.builders import made_event, paired
from tests.site.moving.sites import emptied, exported

PAGE = "/moving/"


def _upload(text: str | bytes, name: str = "match.json") -> dict[str, object]:
    return {"file": SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text), "do": "check"}


def _packed(page: str) -> str:
    found = re.search(r'name="packed" value="([^"]+)"', page)
    assert found
    return found[1]


def test_a_file_is_shown_then_saved(roland_client: Client, elinor_client: Client, roland: User, elinor: User) -> None:
    match = won(made_match(roland, elinor))
    answer = roland_client.get(reverse("export", args=["match", match.key]))
    assert answer["Content-Disposition"] == f'attachment; filename="ten-moons-match-{match.key}.json"'
    emptied()

    page = elinor_client.post(PAGE, _upload(answer.content))
    assert page.status_code == 200 and not Match.objects.exists()
    assert 'Matches</th><td class="r">1</td><td class="r">0</td>' in flat(page.text)
    saved = elinor_client.post(PAGE, {"packed": _packed(page.text), "me": "Elinor", "do": "save"})
    moved = Match.objects.get()
    assert saved.url == f"/matches/{moved.key}/" and moved.player_b == person(elinor)  # type: ignore[attr-defined]
    assert elinor_client.get(saved.url).status_code == 200  # type: ignore[attr-defined]

    again = elinor_client.post(PAGE, {"packed": _packed(page.text), "do": "save"})
    assert again.status_code == 409 and "here already" in again.text and Match.objects.count() == 1


def test_an_evening_joins_a_club_on_the_page(elinor_client: Client, roland: User, elinor: User) -> None:
    evening = made_group(roland, "Klara W.", "Ben")
    group_match(evening, "Klara W.", "Ben", ("a", 3), ("a", 1))
    text = exported("group", evening.key, person(roland))
    emptied()
    club = made_group(elinor, "Klara Weiß", "-Otto")
    assert f'value="{club.key}" selected' in elinor_client.get(f"{PAGE}?group={club.key}").text
    page = elinor_client.post(PAGE, _upload(text) | {"group": club.key})
    assert "please choose" in page.text and "is Klara Weiß" in flat(page.text)
    names = {"name-1": "Klara W.", "who-1": "=Klara Weiß", "name-2": "Ben", "who-2": "-"}
    kept = {"packed": _packed(page.text), "group": club.key, "do": "save"}
    refused = elinor_client.post(PAGE, kept)
    assert refused.status_code == 409 and "Choose who is who" in refused.text and "please choose" in refused.text
    assert not Match.objects.exists()
    elinor_client.post(PAGE, kept | names)
    assert str(Match.objects.get(group=club)) == "Klara Weiß – Ben" and Group.objects.count() == 1
    Match.objects.all().delete()
    elinor_client.post(PAGE, kept | names | {"who-2": "=-Otto"})
    assert str(Match.objects.get(group=club)) == "Klara Weiß – -Otto"


def test_faults_are_listed_and_nothing_else_is_a_file(elinor_client: Client, roland: User) -> None:
    text = exported("match", won(made_match(roland)).key, person(roland)).replace('"dragons": 0', '"dragons": 7')
    page = elinor_client.post(PAGE, _upload(text))
    assert page.status_code == 400 and "<code>match.games[0]" in page.text
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("other.json", "{}")
    packed_otherwise = io.BytesIO()
    with zipfile.ZipFile(packed_otherwise, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("moving.json", text)
    broken = bytearray(packed_otherwise.getvalue())
    broken[100] ^= 255
    for bad in (b"\xff\xfe", b"PK\x03\x04 not a zip", zipped.getvalue(), packed_otherwise.getvalue(), bytes(broken)):
        assert elinor_client.post(PAGE, _upload(bad)).status_code == 400
    for packed in ("", "!", "AAAA", "eJw="):
        assert elinor_client.post(PAGE, {"packed": packed}).status_code == 400
    assert elinor_client.post(PAGE, {"packed": "eJw=", "group": "x"}).status_code == 400


def test_a_stranger_exports_and_imports_nothing_of_others(
    stranger_client: Client, client: Client, roland: User, elinor: User
) -> None:
    group, event, match = made_group(roland), made_event(person(roland)), made_match(roland, elinor)
    for kind, key in (("group", group.key), ("event", event.key), ("match", match.key)):
        for visitor in (stranger_client, client):
            assert visitor.get(reverse("export", args=[kind, key])).status_code == 403
    text = exported("match", match.key, person(roland))
    emptied()
    group = made_group(roland)
    assert stranger_client.post(PAGE, _upload(text) | {"group": group.key}).status_code == 400


def test_hidden_decks_and_keys_stay_where_they_are(
    db_catalogue: object, roland: User, elinor: User, judge: User
) -> None:
    decks = {
        user: create_deck(
            owner=person(user),
            contents=DeckContents(deck=initial_deck(people, catalogue()), visibility=Deck.Visibility.PRIVATE),
        )
        for user, people in zip((roland, elinor), PEOPLES, strict=False)
    }
    match = made_match(roland, elinor)
    for user, side in ((roland, "a"), (elinor, "b")):
        match = choose_deck(by=person(user), key=match.key, version=match.version, side=side, deck_key=decks[user].key)
    file = json.loads(exported("match", match.key, person(roland)))
    assert [deck["side"] for deck in file["match"]["decks"]] == ["a"]

    event = made_event(person(judge), 2)
    Event.objects.filter(pk=event.pk).update(announcement="Lunch at one")
    event.registrations.filter(name="Roland").update(person=person(roland))
    submit_deck(by=person(roland), key=event.key, number=1, deck_key=decks[roland].key)
    Role.objects.create(event=event, person=person(elinor), kind=Role.Kind.SCOREKEEPER)
    paired(event, 1)
    event.refresh_from_db()
    scorekeeper, owner = (exported("event", event.key, person(user)) for user in (elinor, judge))
    assert "Vulca" in owner and "Vulca" not in scorekeeper
    played = Match.objects.get(pairing__round__event=event)
    for secret in (event.judge_key, event.scorekeeper_key, event.code, str(event.seed), played.join_key):
        assert secret not in owner


def test_my_data_moves(roland_client: Client, elinor_client: Client, roland: User, elinor: User) -> None:
    by = person(roland)
    create_deck(owner=by, contents=DeckContents(deck=initial_deck(PEOPLES[0], catalogue()), notes="Mine"))
    create_pool(owner=by, name="Friday", codes=["Vulca 01", "Hoax 02"], source="draft:secret")
    set_boxes(person=by, boxes={next(iter(SETS)): 1})
    won(made_match(roland, elinor))
    data = roland_client.get("/mine/data/download/").content
    emptied()
    page = elinor_client.post(PAGE, _upload(data, "ten-moons-my-data.zip"))
    assert page.status_code == 200 and "Which of them are you?" in page.text
    elinor_client.post(PAGE, {"packed": _packed(page.text), "me": "Roland", "do": "save"})
    to = person(elinor)
    assert [(deck.notes, deck.owner) for deck in Deck.objects.all()] == [("Mine", to)]
    assert Pool.objects.filter(owner=to).values_list("name", "source").get() == ("Friday", "")
    assert ShelfBox.objects.filter(shelf__owner=to, count=1).exists()
    assert Match.objects.get().player_a == to
    again = elinor_client.post(PAGE, {"packed": _packed(page.text), "me": "Roland", "do": "save"})
    assert again.status_code == 409 and Deck.objects.count() == Pool.objects.count() == Match.objects.count() == 1


def test_the_command_imports_and_says_what_is_wrong(roland: User, elinor: User, tmp_path: Path) -> None:
    match, file, out = won(made_match(roland, elinor)), tmp_path / "match.json", io.StringIO()
    file.write_text(exported("match", match.key, person(roland)))
    emptied()
    person(elinor)
    call_command("import_file", str(file), "--for", elinor.username, "--dry-run", stdout=out)
    assert out.getvalue() == "match: 1 new, 0 already here\n" and not Match.objects.exists()
    call_command("import_file", str(file), "--for", elinor.username, stdout=out)
    assert Match.objects.get().created_by == person(elinor)
    file.write_text("{}")
    with pytest.raises(SystemExit):
        call_command("import_file", str(file), "--for", elinor.username, stderr=out)
    assert "isn’t a file" in out.getvalue()
