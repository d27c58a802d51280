"""One look: colours come from the tokens, and the style page shows every component."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from cards.core.facts import Catalogue

COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(")
COMPONENTS: tuple[str, ...] = (
    "card full",
    "row",
    "packet",
    "sum",
    "finding",
    "seat",
    "clock",
    "chart",
    "errorlist",
    "notice error",
)
COMPONENTS += ("empty", "more", "chip good", "btn danger", "segments", "tick", "player won", "figures")


def test_every_colour_is_a_token() -> None:
    sheets = settings.BASE_DIR / "static" / "css"
    loose = [
        f"{sheet.name}: {match[0]}"
        for sheet in sorted(sheets.rglob("*.css"))
        if sheet.name != "site.css"
        for match in COLOUR.finditer(sheet.read_text(encoding="utf-8"))
    ]
    assert not loose


def test_the_style_page_shows_every_component(
    client: Client, db_catalogue: Catalogue, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(6):
        answer = client.get("/help/style/")
    text = answer.content.decode()
    classes = {" ".join(names.split()) for names in re.findall(r'class="([^"]*)"', text)}
    spoken = " ".join(classes)
    assert not [name for name in COMPONENTS if not set(name.split()) <= set(spoken.split())]


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_style_page_only_shows(client: Client, db: None, method: str) -> None:
    assert getattr(client, method)("/help/style/").status_code == 405


def test_dates_have_one_form_that_nobody_can_misread() -> None:
    """2026-11-03, whatever the reader's language: 11/03/2026 is another day in half of the world."""
    formats = re.compile(r'\|date:"([^"]+)"')
    forms = {
        form: page.name
        for page in (settings.BASE_DIR / "templates").rglob("*.html")
        for form in formats.findall(page.read_text(encoding="utf-8"))
    }
    assert not [(form, page) for form, page in forms.items() if form.startswith("SHORT_") or "m/d" in form]
