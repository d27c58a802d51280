"""A person's data as a file, without secrets of others."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from cards.core.facts import Catalogue
from cards.models import SavedSearch
from decks.models import Deck, Pool
from drafts.models import Note
from drafts.table.rows import load_draft
from matches.models import Event, Registration
from tenmoons.my_account.personal_data import export_personal_data
from tests.drafts.tables import begun, person, take
from tests.site.security.personal_data.matches import match_between

pytestmark = pytest.mark.django_db


def _read(content: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert file.testzip() is None
        return {name: json.loads(file.read(name)) for name in file.namelist() if name.endswith(".json")}


def test_my_data_is_one_file(roland: User, roland_client: Client, db_catalogue: Catalogue) -> None:
    me = person(roland)
    Deck.objects.create(owner=me, name="Gulls", notes="for Friday").cards.create(code="Vulca 01", copies=1, position=1)
    ApiToken.issue(user=roland, name="my bot")
    SavedSearch.objects.create(person=me, name="Hot", query="fire>5")
    answer = roland_client.get(reverse("my_data_download"))
    assert answer["Content-Type"] == "application/zip"
    assert "no-store" in answer["Cache-Control"]
    files = _read(answer.content)
    names = {"account.json", "cards.json", "decks.json", "drafts.json", "games.json", "matches.json", "moving.json"}
    assert set(files) == names
    assert files["account.json"]["tokens"][0]["name"] == "my bot"
    assert files["decks.json"]["decks"][0]["cards"] == [{"code": "Vulca 01", "copies": 1}]
    assert files["cards.json"]["searches"] == [{"name": "Hot", "query": "fire>5"}]


def test_my_data_holds_no_secret_of_others(roland: User, elinor: User, db_catalogue: Catalogue) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=4)
    mine = [take(key, me)]
    take(key, other)
    loaded = load_draft(key)
    assert loaded.state is not None
    number = next(seat.number for seat in loaded.seats if seat.person_id == me.pk)
    own = set(loaded.state.hands[number]) | set(mine)
    secret = {code for code in loaded.draft.deal.order if code not in own}
    Note.objects.create(seat=next(seat for seat in loaded.seats if seat.person_id == other.pk), text="their plan")
    Pool.objects.create(owner=other, name="Their pool", codes=["Vulca 09"])
    match = match_between(me, other)
    match.decks.create(side="b", number=1, name="Theirs", text="hidden list", report={}, contents={})
    match.decks.create(side="a", number=1, name="You", text="my list", report={}, contents={})
    event = Event.objects.create(name="Saturday", owner=me)
    ApiToken.issue(user=roland, name="my bot")
    Registration.objects.create(event=event, number=1, name="Elinor", person=other, deck="their sealed deck")
    text = json.dumps(export_personal_data(me), default=str)
    assert "my list" in text
    assert not [code for code in secret if f'"{code}"' in text]
    hidden = ["their plan", "Their pool", "hidden list", "their sealed deck", match.join_key, event.judge_key]
    hidden += [event.scorekeeper_key, loaded.draft.deal.seed, loaded.draft.deal.salt, roland.password]
    hidden += list(ApiToken.objects.values_list("digest", flat=True))
    assert not [text_ for text_ in hidden if text_ and text_ in text]
