"""The changes of readings as a page and a feed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from cards.rulings.queries import current_rulings_book

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def test_every_change_is_an_entry_of_the_feed_with_its_day_and_place(client: Client) -> None:
    response = client.get("/help/readings.atom", headers={"Accept-Language": "de"})
    assert response["Content-Type"].startswith("application/atom+xml")
    entries = ElementTree.fromstring(response.content).findall(f"{ATOM}entry")
    headings = re.findall(r"^## (.+)$", (settings.BASE_DIR / "docs" / "readings.md").read_text("utf-8"), re.M)
    assert len(entries) == len(headings)
    days = [str(entry.findtext(f"{ATOM}updated"))[:10] for entry in entries]
    assert days == sorted((heading[:10] for heading in headings), reverse=True)
    assert "wer zuerst antwortet (K-21)" in [entry.findtext(f"{ATOM}title") for entry in entries]
    links = [entry.find(f"{ATOM}link") for entry in entries]
    assert all(link is not None and "/help/readings/#" in link.attrib["href"] for link in links)


def test_every_reading_that_is_named_exists() -> None:
    text = (settings.BASE_DIR / "docs" / "readings.md").read_text("utf-8")
    assert set(re.findall(r"\b[CK]-\d\d\b", text)) <= set(current_rulings_book().readings)
