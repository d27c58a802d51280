"""Link previews: 1200 by 630, of a card and of a deck, for readers who may see it."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from cards.core.art.link_picture import MAX_PICTURES_IN_ROW, card_preview_svg, card_row_preview_svg
from cards.core.art.subject import picture_subject_of
from cards.core.facts import Catalogue
from cards.pictures import painting
from cards.pictures.painting import svg_as_png
from drafts.models import Draft
from matches.core.tournament.rules import EventRules
from matches.events.services import create_event
from matches.groups.services import create_group
from tests.drafts.tables import begun, person

SIZE = (1200, 630)


def test_the_link_of_a_card_shows_its_picture(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/cards/vulca-03/").content.decode()
    assert 'property="og:image" content="http://testserver/cards/pictures/vulca-03.png"' in page
    answer = client.get("/cards/pictures/vulca-03.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == SIZE
    assert client.get("/cards/pictures/no-card.png").status_code == 404


def test_names_are_escaped_and_long_ones_broken_into_lines(facts: Catalogue) -> None:
    subject = picture_subject_of(facts["Vulca 03"])
    svg = card_preview_svg(
        subject, "<b>Ketharkopas the Astronomer of the Old Tower</b>", "kind", "said & done", [("fire", 6)]
    )
    texts = [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert "said & done" in texts
    assert texts[1].startswith("<b>Ketharkopas")
    assert "Tower</b>" in " ".join(texts)


def test_a_row_shows_as_many_cards_as_fit(facts: Catalogue) -> None:
    subjects = [picture_subject_of(card) for card in list(facts)[:20]]
    assert card_row_preview_svg(subjects, "Deck", "words").count("<image") == MAX_PICTURES_IN_ROW
    assert card_row_preview_svg([], "Deck", "words").count("<image") == 0


def test_titles_are_painted_in_the_typeface_of_the_site_and_keep_from_the_edges(facts: Catalogue) -> None:
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><g fill="#fff">{}</g></svg>'
    seen = set()
    for family in ("Ten Moons Serif", "Ten Moons Sans"):
        words = f'<text x="70" y="128" font-size="64" font-weight="600" font-family="{family}">Wörter Слова</text>'
        seen.add(svg_as_png(page.format(words)))
    assert len(seen) == 2
    subjects = [picture_subject_of(card) for card in list(facts)[:6]]
    longest = max((card.name for card in facts), key=len)
    for svg in (
        card_row_preview_svg(subjects, "Great Summer Tournament of the Ten Moons", "words"),
        card_preview_svg(subjects[0], longest, "", "", []),
    ):
        letters = page.format("".join(re.findall(r"<text.*?</text>", svg)))
        left, top, right, bottom = Image.open(io.BytesIO(svg_as_png(letters))).getchannel("A").getbbox() or (0, 0, 0, 0)
        assert left >= 60 and right <= SIZE[0] - 30 and top > 60 and bottom < SIZE[1] - 20


def poster_texts(client: Client, monkeypatch: pytest.MonkeyPatch, address: str) -> list[str]:
    """Return the words on the picture at a URL, which is not painted."""
    seen: list[str] = []
    monkeypatch.setattr(painting, "svg_as_png", seen.append)
    assert client.get(address)["Content-Type"] == "image/png"
    return [element.text or "" for element in ElementTree.fromstring(seen[0]).iter("{http://www.w3.org/2000/svg}text")]


def test_the_link_of_a_draft_shows_its_peoples_and_no_card_that_is_dealt(
    client: Client, roland: User, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = Draft.objects.get(key=begun(person(roland), players=4))
    page = client.get(reverse("drafts:detail", args=[draft.key])).content.decode()
    address = reverse("drafts:link_picture", args=[draft.key])
    assert f'property="og:image" content="http://testserver{address}"' in page
    before = poster_texts(client, monkeypatch, address)
    assert before[0] == draft.name
    assert before[1].startswith("4 players · Vulca, Hoax")
    assert client.get(reverse("drafts:link_picture", args=["nothing"])).status_code == 404


def test_the_link_of_an_event_shows_where_it_is_and_how_many_play(
    client: Client, roland: User, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = create_event(by=person(roland), rules=EventRules(name="Spring Cup", venue="Town hall"))
    page = client.get(event.get_absolute_url()).content.decode()
    address = reverse("matches:event_link_picture", args=[event.key])
    assert f'property="og:image" content="http://testserver{address}"' in page
    assert poster_texts(client, monkeypatch, address)[:2] == ["Spring Cup", "Town hall"]


def test_the_link_of_a_season_shows_the_group(
    client: Client, roland: User, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = create_group(by=person(roland), name="Thursdays")
    page = client.get(reverse("matches:group_season", args=[group.key])).content.decode()
    address = reverse("matches:season_link_picture", args=[group.key])
    assert f'property="og:image" content="http://testserver{address}"' in page
    assert poster_texts(client, monkeypatch, address)[:2] == ["Thursdays", "0 matches"]
