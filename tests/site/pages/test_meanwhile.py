"""Two browsers have the form of the same settings open: the second save undoes nothing of the first without a word."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from html.parser import HTMLParser

import pytest
from django.test import Client

from accounts.models import User
from matches.core.scoring.records import USUAL_SHEET
from matches.groups import membership, services
from matches.play.services import Player, create_match
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import made_event

pytestmark = pytest.mark.django_db


def of_an_event(owner: User) -> tuple[str, str]:
    return made_event(person(owner), 2).get_absolute_url() + "settings/", "venue"


def of_a_match(owner: User) -> tuple[str, str]:
    match = create_match(by=person(owner), players=(Player("A", person(owner)), Player("B")), sheet=USUAL_SHEET)
    return f"/matches/{match.key}/agreed/", "target"


def of_a_season(owner: User) -> tuple[str, str]:
    group = services.create_group(by=person(owner), name="Thursday", me="Roland", members=[])
    kept = membership.save_season(by=group.owner, key=group.key, name="Spring", first=date(2026, 3, 1))
    return f"/matches/groups/{group.key}/season/?season={kept.key}", "name"


def of_a_group(owner: User) -> tuple[str, str]:
    group = services.create_group(by=person(owner), name="Thursday", me="Roland", members=[])
    return f"/matches/groups/{group.key}/members/", "about"


FORMS: list[Callable[[User], tuple[str, str]]] = [of_an_event, of_a_match, of_a_season, of_a_group]


class Forms(HTMLParser):
    """The forms of a page: where each is sent to, and what a browser sends of it as it stands."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._select = self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((said.get("action", ""), {}))
        elif tag == "select":
            self._select = said.get("name", "")
        elif tag == "textarea":
            self._area = said.get("name", "")
            self.forms[-1][1][self._area] = ""
        elif tag == "option" and self._select and ("selected" in said or self._select not in self.forms[-1][1]):
            self.forms[-1][1][self._select] = said.get("value", "")
        elif tag == "input" and "name" in said and ("checked" in said or said.get("type") not in ("checkbox", "radio")):
            self.forms[-1][1][said["name"]] = said.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._area:
            self.forms[-1][1][self._area] += data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""


def form_of(content: bytes, page: str, field: str) -> tuple[str, dict[str, str]]:
    action, answers = next(form for form in Forms(content.decode()).forms if field in form[1] and "seen" in form[1])
    return action or page, answers


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_the_second_browser_is_told_and_then_decides(
    form: Callable[[User], tuple[str, str]], roland: User, roland_client: Client
) -> None:
    page, field = form(roland)
    first, second = "7", "3"
    address, answers = form_of(roland_client.get(page).content, page, field)
    assert roland_client.post(address, {**answers, field: first}).status_code == 302
    refused = roland_client.post(address, {**answers, field: second})
    assert refused.status_code == 409 and "It is “7” now." in flat(refused.content)
    assert form_of(roland_client.get(page).content, page, field)[1][field] == first
    again, kept = form_of(refused.content, address, field)
    assert kept[field] == second
    assert roland_client.post(again, kept).status_code == 302
    assert form_of(roland_client.get(page).content, page, field)[1][field] == second
