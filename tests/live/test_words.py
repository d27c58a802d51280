"""Words at a table: six phrases, three a minute, to everyone at the table and stored nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from common.errors import Invalid, TooMany
from drafts.table import services
from live import words
from live.words import PHRASES, phrase_message, say_phrase
from matches.core.scoring import DEFAULT_SHEET
from matches.play.services import NewMatchPlayer, create_match
from tests.drafts.tables import by, person, setup_for


@pytest.fixture(autouse=True)
def fresh_minute() -> Iterator[None]:
    cache.clear()
    with patch("common.rate_limits.time.time", return_value=1_800_000_000.0):
        yield


def heard() -> list[tuple[str, dict[str, object]]]:
    notices = words.notify.call_args_list  # type: ignore[attr-defined]
    return [(topic, json.loads(phrase_message(notice))) for topic, notice in (call.args for call in notices)]


@pytest.mark.parametrize("number", ["", "6", "-1", "x", "10", "1.0", "٣" * 9])
def test_a_phrase_that_does_not_exist_is_refused_and_not_counted(number: str) -> None:
    with patch.object(words, "notify"):
        for _ in range(4):
            with pytest.raises(Invalid, match="Choose one of the phrases"):
                say_phrase("k", seat=0, number=number)
        say_phrase("k", seat=0, number="0")


def test_a_seat_says_three_phrases_a_minute_and_does_not_use_up_those_of_others() -> None:
    with patch.object(words, "notify"):
        for number in range(3):
            say_phrase("k", seat=5, number=str(number))
        with pytest.raises(TooMany):
            say_phrase("k", seat=5, number="0")
        say_phrase("k", seat=4, number=str(PHRASES - 1))
        assert heard()[0] == ("word.k", {"type": "word", "seat": 5, "phrase": 0})
        assert heard()[-1][1] == {"type": "word", "seat": 4, "phrase": 5}


@pytest.mark.django_db
def test_players_of_a_match_may_speak_and_nobody_else(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, stranger_client: Client, client: Client
) -> None:
    players = (NewMatchPlayer("Roland", person(roland)), NewMatchPlayer("Elinor", person(elinor)))
    match = create_match(by=person(roland), players=players, sheet=DEFAULT_SHEET)
    address = f"/matches/{match.key}/words/"
    with patch.object(words, "notify"):
        assert roland_client.post(address, {"phrase": "4"}).status_code == 204
        assert elinor_client.post(address, {"phrase": "5"}).status_code == 204
        assert [message["seat"] for _topic, message in heard()] == [0, 1]
        assert roland_client.get(address).status_code == 405
        assert roland_client.post(address, {"phrase": "99"}).status_code == 400
        assert stranger_client.post(address, {"phrase": "4"}).status_code == 403
        assert client.post(address, {"phrase": "4"}).status_code == 403
    assert f'hx-post="{address}"' in roland_client.get(f"/matches/{match.key}/").content.decode()
    assert address not in stranger_client.get(f"/matches/{match.key}/").content.decode()


@pytest.mark.django_db
def test_seats_of_a_draft_may_speak_and_nobody_else(
    db_catalogue: object, roland: User, elinor: User, roland_client: Client, stranger_client: Client, client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    address = f"/drafts/{key}/words/"
    with patch.object(words, "notify"):
        assert roland_client.post(address, {"phrase": "0"}).status_code == 204
        assert heard() == [(f"word.{key}", {"type": "word", "seat": 0, "phrase": 0})]
        assert 'value="0" hidden>Roland</data>' in roland_client.get(address).content.decode()
        for visitor in (stranger_client, client):
            assert visitor.get(address).status_code == 403
            assert visitor.post(address, {"phrase": "0"}).status_code == 403
        for _ in range(2):
            roland_client.post(address, {"phrase": "0"})
        late = roland_client.post(address, {"phrase": "0"})
        assert late.status_code == 429 and len(heard()) == 3
    assert f'hx-post="{address}"' in roland_client.get(f"/drafts/{key}/").content.decode()
    assert address not in stranger_client.get(f"/drafts/{key}/").content.decode()
