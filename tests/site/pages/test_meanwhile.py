"""Two browsers have the form of the same settings open: the second save silently undoes nothing of the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

import pytest
from django.db.models import Model
from django.test import Client

from accounts.models import User
from cards import models as rows
from cards.catalogue.queries import catalogue
from matches.core.scoring.match import DEFAULT_SHEET
from matches.groups import services
from matches.play.services import NewMatchPlayer, create_match
from tests.decks.rows import terrah_deck
from tests.html import Forms, flat
from tests.matches.builders import person
from tests.matches.events.builders import made_event

pytestmark = pytest.mark.django_db


NOW = "It’s now “7”."


@dataclass(frozen=True)
class Asked:
    """A form: its page, one of its fields, and how a page refuses when somebody else has changed it."""

    page: str
    field: str
    status: int = 409
    said: str = NOW


def of_an_event(owner: User) -> Asked:
    return Asked(made_event(person(owner), 2).get_absolute_url() + "settings/", "venue")


def of_a_match(owner: User) -> Asked:
    match = create_match(
        by=person(owner), players=(NewMatchPlayer("A", person(owner)), NewMatchPlayer("B")), sheet=DEFAULT_SHEET
    )
    return Asked(f"/matches/{match.key}/agreed/", "target")


def of_a_season(owner: User) -> Asked:
    group = services.create_group(by=person(owner), name="Thursday", me="Judge", members=[])
    kept = services.save_season(by=group.owner, key=group.key, name="Spring", first=date(2026, 3, 1))
    return Asked(f"/matches/groups/{group.key}/season/?season={kept.key}", "name")


def of_a_group(owner: User) -> Asked:
    group = services.create_group(by=person(owner), name="Thursday", me="Judge", members=[])
    return Asked(f"/matches/groups/{group.key}/members/", "about")


def of_a_deck(owner: User) -> Asked:
    row = terrah_deck(owner, catalogue())
    return Asked(f"/decks/{row.key}/settings/", "notes")


def of_a_guide(owner: User) -> Asked:
    row = terrah_deck(owner, catalogue())
    return Asked(f"/decks/{row.key}/guide/en/", "text", said="Saved in the meantime")


def of_a_card(owner: User) -> Asked:
    return Asked("/cards/inter-402/edit/", "source")


def in_the_admin(model: type[Model], field: str) -> Callable[[User], Asked]:
    def asked(owner: User) -> Asked:
        row = model._default_manager.order_by("pk").first()
        assert row is not None
        return Asked(f"/admin/cards/{model._meta.model_name}/{row.pk}/change/", field, 200)

    asked.__name__ = f"of_a_{model._meta.model_name}_in_the_admin"
    return asked


# Every form of something that two people may have open at once.
FORMS: list[Callable[[User], Asked]] = [
    *(of_an_event, of_a_match, of_a_season, of_a_group, of_a_deck, of_a_guide, of_a_card),
    *(in_the_admin(rows.Card, "source"), in_the_admin(rows.Ruling, "place"), in_the_admin(rows.Erratum, "text")),
    *(in_the_admin(rows.CardList, "title"), in_the_admin(rows.ListEntry, "printed")),
    *(in_the_admin(rows.RulingTopic, "title"), in_the_admin(rows.RulingReading, "title")),
]


def form_of(content: bytes, page: str, field: str) -> tuple[str, dict[str, str]]:
    forms = Forms(content.decode()).forms
    action, answers = next(form for form in forms if field in form[1] and {"seen", "version"} & set(form[1]))
    return action or page, {name: values[-1] for name, values in answers.items()}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_the_second_browser_is_told_and_then_decides(
    form: Callable[[User], Asked], judge: User, judge_client: Client
) -> None:
    asked = form(judge)
    page, field, first, second = asked.page, asked.field, "7", "3"
    address, answers = form_of(judge_client.get(page).content, page, field)
    assert judge_client.post(address, {**answers, field: first}).status_code == 302
    refused = judge_client.post(address, {**answers, field: second})
    assert refused.status_code == asked.status and asked.said in flat(refused.content)
    assert form_of(judge_client.get(page).content, page, field)[1][field] == first
    again, kept = form_of(refused.content, address, field)
    assert kept[field] == second
    assert judge_client.post(again, kept).status_code == 302
    assert form_of(judge_client.get(page).content, page, field)[1][field] == second
