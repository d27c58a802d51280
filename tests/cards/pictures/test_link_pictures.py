"""Pictures of links: 1200 by 630, of a card and of a deck, for those who may see it."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

from django.test import Client
from PIL import Image

from cards.core.art.poster import MAX_PICTURES, card_poster, row_poster
from cards.core.art.subject import subject_of
from cards.core.facts import Catalogue

SIZE = (1200, 630)


def test_the_link_of_a_card_shows_its_picture(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/cards/vulca-03/").content.decode()
    assert 'property="og:image" content="http://testserver/cards/pictures/vulca-03.png"' in page
    answer = client.get("/cards/pictures/vulca-03.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == SIZE
    assert client.get("/cards/pictures/no-card.png").status_code == 404


def test_names_are_escaped_and_long_ones_broken_into_lines(facts: Catalogue) -> None:
    subject = subject_of(facts["Vulca 03"])
    svg = card_poster(
        subject, "<b>Ketharkopas the Astronomer of the Old Tower</b>", "kind", "said & done", [("fire", 6)]
    )
    texts = [one.text or "" for one in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert "said & done" in texts
    assert texts[1].startswith("<b>Ketharkopas")
    assert "Tower</b>" in " ".join(texts)


def test_a_row_shows_as_many_cards_as_fit(facts: Catalogue) -> None:
    subjects = [subject_of(card) for card in list(facts)[:20]]
    assert row_poster(subjects, "Deck", "words").count("<image") == MAX_PICTURES
    assert row_poster([], "Deck", "words").count("<image") == 0
