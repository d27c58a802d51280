"""The pages Timing and Sources: every step leads to rulings that exist, every document is credited."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils.text import slugify

from cards.rulings.queries import current_rulings_book
from tests.html import flat

pytestmark = pytest.mark.django_db


def document(name: str) -> str:
    return (settings.BASE_DIR / "docs" / f"{name}.md").read_text(encoding="utf-8")


def test_every_step_of_timing_leads_to_rulings_that_exist() -> None:
    slugs = re.findall(r"/rulings\.csv#([a-z0-9-]+)\)", document("timing"))
    assert len(slugs) > 30
    assert set(slugs) <= set(current_rulings_book().by_slug)


def test_every_statement_on_timing_is_on_the_page() -> None:
    named = set(re.findall(r"/rulings\.csv#([a-z0-9-]+)\)", document("timing")))
    framework = {f"cr-{number:03}" for number in range(72, 90)} - {"cr-079"}
    assert framework <= named
    assert {f"r1-{number}" for number in range(130, 138)} <= named


@pytest.mark.parametrize(
    ("name", "language", "says"),
    [
        ("timing", "en", "An action, step by step"),
        ("timing", "de", "Eine Aktion, Schritt für Schritt"),
        ("timing", "nl", "Een actie, stap voor stap"),
        ("timing", "ru", "Действие по шагам"),
        ("sources", "ru", "Краткий FAQ первого издания"),
    ],
)
def test_it_is_read_in_four_languages_and_leads_to_the_rulings(
    client: Client, name: str, language: str, says: str
) -> None:
    page = flat(client.get(f"/help/{name}/", headers={"Accept-Language": language}).content)
    assert says in page
    assert ('href="/cards/rulings/cr-083/"' in page) == (name == "timing")


def test_every_ruling_leads_to_its_document_with_author_and_date(client: Client) -> None:
    page = flat(client.get("/help/sources/").content)
    sources = {ruling.source for ruling in current_rulings_book().rulings} | {
        erratum.source for erratum in current_rulings_book().errata
    }
    for source in sources:
        assert f'id="{slugify(source)}"' in page
    ruling = flat(client.get("/cards/rulings/r0-19/").content)
    assert '/help/sources/#short-faq-of-the-first-edition"' in ruling
    assert "Christopher Dearlove, 14 January 2021" in ruling
    assert "ruling R0-19, Ten Moons, based on: Short FAQ of the first edition, question 19" in ruling
