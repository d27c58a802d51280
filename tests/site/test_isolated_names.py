"""Right-to-left names: on pages and in sentences they reverse no number beside them."""

from __future__ import annotations

import gzip
from decimal import Decimal

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.utils import translation

from accounts.models import User
from common.i18n import translated
from common.sentence_tables import Sentence
from matches.events import services
from tenmoons.middleware.isolated_names import IsolatedNamesMiddleware
from tests.matches.builders import person
from tests.matches.events.builders import made_event

NAME = "דוד כהן"


def isolated(page: str, kind: str = "text/html; charset=utf-8") -> str:
    answer = IsolatedNamesMiddleware(lambda _request: HttpResponse(page, content_type=kind))(HttpRequest())
    assert isinstance(answer, HttpResponse)
    return answer.text


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (f"<p>{NAME} 5 : 3 Ben</p>", f"<p><bdi>{NAME}</bdi> 5 : 3 Ben</p>"),
        ("<p>مریم رضایی\u200cنژاد, 2</p>", "<p><bdi>مریم رضایی\u200cنژاد</bdi>, 2</p>"),
        (f'<a title="{NAME}">x</a>', f'<a title="{NAME}">x</a>'),
        *(
            (each, each)
            for each in (f"<textarea>{NAME}</textarea>", f"<title>{NAME} 5</title>", "<p>Zoë 5 : 3 Юля</p>")
        ),
        (f'<script>"{NAME}<b>"</script>', f'<script>"{NAME}<b>"</script>'),
        (f"<!-- <b>{NAME} -->", f"<!-- <b>{NAME} -->"),
        (f"<!--[if x]-->{NAME}", f"<!--[if x]--><bdi>{NAME}</bdi>"),
        (f"<svg><b></b>{NAME}</svg>{NAME}", f"<svg><b></b>{NAME}</svg><bdi>{NAME}</bdi>"),
        (f"<svg/>{NAME}", f"<svg/><bdi>{NAME}</bdi>"),
        # As a page has the marks that are letters of many Hebrew names.
        ("<p>ג&#x27;ורג&#x27; 5</p>", "<p><bdi>ג&#x27;ורג&#x27;</bdi> 5</p>"),
        ("<p>רמב&quot;ם &quot;x&quot;</p>", "<p><bdi>רמב&quot;ם</bdi> &quot;x&quot;</p>"),
    ],
)
def test_a_name_on_a_page_is_isolated_where_it_is_text(page: str, shown: str) -> None:
    assert isolated(page) == shown


def test_a_compressed_page_stays_as_it_is() -> None:
    body = gzip.compress(NAME.encode() * 99)
    packed = HttpResponse(body, headers={"Content-Encoding": "gzip"})
    answer = IsolatedNamesMiddleware(lambda _request: packed)(HttpRequest())
    assert isinstance(answer, HttpResponse) and answer.content == body


def test_other_answers_stay_as_they_are() -> None:
    assert isolated(NAME, "text/plain; charset=utf-8") == NAME


@pytest.mark.parametrize("language", ["en", "de", "nl", "ru"])
def test_a_sentence_isolates_its_names_and_writes_numbers_as_its_language_does(language: str) -> None:
    with translation.override(language):
        sentence = translated(Sentence("%(name)s: %(value)s", {"name": NAME, "value": Decimal("2.40")}))
    assert sentence == f"\u2068{NAME}\u2069: {'2.40' if language == 'en' else '2,40'}"
    assert translated(Sentence("%(name)s", {"name": "Ben"})) == "Ben"


@pytest.mark.django_db
def test_no_page_of_an_event_has_such_a_name_loose(roland: User, roland_client: Client) -> None:
    event = made_event(person(roland), 2)
    services.add_players(by=event.owner, key=event.key, names=[NAME])
    for path in ("", "trail/", "players/3/"):
        answer = roland_client.get(f"/matches/events/{event.key}/{path}")
        assert int(answer.headers["Content-Length"]) == len(answer.content)
        page = answer.content.decode()
        body = page[page.index("<body") :]
        assert f"<bdi>{NAME}</bdi>" in body and f">{NAME}" not in body.replace(f"<bdi>{NAME}", "")
