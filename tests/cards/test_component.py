"""The drawn card: every size, every state, and its text for screen readers."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.template import Context, Template
from django.utils.translation import override

from cards.core.facts import CardFacts, CardType, Catalogue, People
from cards.games import labels
from cards.templatetags.cards import draw_card, icon

BLOCKS = {"div", "p", "header", "footer", "article", "section", "ul", "li", "h1", "h2", "h3", "table"}


class Seen(HTMLParser):
    """What a browser would see: the tags, and the text that is not hidden from screen readers."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[bool] = []
        self.heard = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "img":  # has no end tag
            return
        self.open.append(dict(attrs).get("aria-hidden") == "true")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.open):
            self.heard += data


def heard(html: str) -> str:
    """Return the accessible text of a card."""
    return re.sub(r"\s+", " ", Seen(html).heard).replace(" ,", ",").strip()


def test_a_reader_hears_name_people_values_shields_and_icons(facts: Catalogue) -> None:
    said = heard(draw_card(facts["Mutant 106"], "tile"))
    assert said.startswith(
        "Zig-nur-Don, mutant, fire 4 with shield, earth 0 with shield, stop, costs no moons, Vulca deck, 106"
    )


@pytest.mark.parametrize("size", ["tile", "row", "full"])
def test_every_card_can_be_drawn_in_every_size(facts: Catalogue, size: str) -> None:
    for card in facts:
        seen = Seen(draw_card(card, size))
        assert not seen.open
        assert not BLOCKS & set(seen.tags)
        assert labels.displayed_name(card) in seen.heard


@pytest.mark.parametrize("size", ["tile", "row", "full"])
def test_a_card_links_to_its_page_unless_it_stands_in_a_button(facts: Catalogue, size: str) -> None:
    assert 'href="/cards/vulca-03/"' in draw_card(facts["Vulca 03"], size)
    assert 'href="/' not in draw_card(facts["Vulca 03"], size, link=False).replace('use href="', "")


def test_a_gap_says_which_of_how_many_it_is(facts: Catalogue) -> None:
    html = draw_card(facts["Tutu slot 1"], "tile")
    assert "Not known yet: Tutu, 1 of 8" in html
    assert 'class="card gap' in html
    assert "Not known yet: Hyla, 2 of 8" in draw_card(facts["Hyla slot 1"], "row")


@pytest.mark.parametrize("size", ["tile", "row", "full"])
def test_a_card_whose_moons_nobody_knows_says_so(facts: Catalogue, size: str) -> None:
    html = draw_card(facts["Inter 402"], size)
    assert "moons not known" in html
    assert "moons not known" in heard(html)


def test_a_card_without_moons_draws_none_and_says_so(facts: Catalogue) -> None:
    assert "#moon" not in draw_card(facts["Mutant 106"])
    assert draw_card(facts["Vulca 01"]).count("#moon") == 3
    assert "3 moons" in heard(draw_card(facts["Vulca 01"]))


def test_leaders_inquisitors_and_ships_say_what_they_print(facts: Catalogue) -> None:
    assert "30 cards, 10 moons" in draw_card(facts["Vulca 00"])
    assert "+5 cards, +5 moons" in draw_card(facts["Inq 412"])
    assert "carries 3 cards" in draw_card(facts["Buka 29"])


def test_gang_colours_differ_in_more_than_colour(facts: Catalogue) -> None:
    symbols = {icon.detail: f"#gang-{icon.detail}" for card in facts for icon in card.icons if icon.kind == "GANG"}
    assert set(symbols) == {"red", "orange", "beige", "purple"}
    assert "orange gang" in heard(draw_card(facts["Khind 16"]))
    assert symbols["orange"] in draw_card(facts["Khind 16"])


def test_a_german_name_is_marked_as_german(facts: Catalogue) -> None:
    card = next(card for card in facts if card.known and not card.name)
    assert 'lang="de"' in draw_card(card)
    assert 'lang="de"' not in draw_card(facts["Vulca 03"])


def test_what_a_card_says_is_escaped(facts: Catalogue) -> None:
    html = draw_card(replace(facts["Vulca 03"], name="<b>x</b>", summary='"><script>'))
    assert "<b>" not in html
    assert "<script>" not in html


def test_the_tag_draws_in_a_template(facts: Catalogue) -> None:
    page = Template('{% load cards %}<label>{% card one "row" link=False %}</label>{% icon "fire" %}')
    html = page.render(Context({"one": facts["Vulca 03"]}))
    assert "Scorch the Inflammable" in html
    assert str(icon("fire")) in html


def test_every_drawing_that_is_used_is_in_the_sprite(facts: Catalogue) -> None:
    with open("static/img/icons.svg", encoding="utf-8") as file:
        symbols = set(re.findall(r'symbol id="([^"]+)"', file.read()))
    used = {name for card in facts for name in re.findall(r'icons\.svg#([^"]+)"', draw_card(card, "full"))}
    assert used <= symbols


def test_a_free_card_is_spoken_of_in_the_right_case() -> None:
    card = CardFacts("Hoax 06", People.HOAX, CardType.CHARACTER, name="Nirwadas the Traveler", fire=3, earth=2, moons=0)
    with override("de"):
        assert "Erde 2, kostet keinen Mond" in labels.drawing_in_words(card)
    with override("ru"):
        assert "не стоит лун" in labels.drawing_in_words(card)
