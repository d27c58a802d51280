"""No page leaves out a field of its form: it could never be filled in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.forms import BaseForm
from django.test import Client

PAGES = [
    "/drafts/new/",
    "/drafts/practice/",
    "/matches/new/",
    "/matches/events/new/",
    "/matches/groups/new/",
    "/decks/new/",
    "/decks/check/",
    "/decks/formats/",
]
# What only editing sends: the version that was read, and rules that can be set once the event exists.
NOT_SHOWN = {"NewMatchForm": {"seen"}, "EventForm": {"bots", "take_back"}}


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_every_field_of_its_form(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    contexts: Any = response.context  # a list of contexts, each a list of dicts
    values = [value for context in contexts for part in context for value in part.values()]
    forms = [value for value in values if isinstance(value, BaseForm)]
    names = set(re.findall(r'\bname="([^"]+)"', response.content.decode()))
    for form in forms:
        left_out = {name for name in form.fields if form.add_prefix(name) not in names}
        assert left_out == NOT_SHOWN.get(type(form).__name__, set()), type(form).__name__
    assert forms
