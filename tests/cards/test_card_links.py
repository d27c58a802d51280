"""Names of cards in running text: links to the cards, and nothing else changed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils.translation import override

from cards.core.facts import Catalogue
from cards.tiles.card_links import card_anchor, link_card_names, link_card_names_in_game


def hrefs(markup: str) -> list[str]:
    return re.findall(r'href="([^"]+)"', markup)


def test_a_name_in_a_sentence_is_a_link_to_its_card(facts: Catalogue) -> None:
    spark = facts["Vulca 08"]
    assert (
        link_card_names(f"{spark.name} < {spark.name}s and sparks", [spark])
        == f"{card_anchor(spark)} &lt; {spark.name}s and sparks"
    )


def test_the_longest_name_wins(facts: Catalogue) -> None:
    short, long = facts["Vulca 08"], facts["Vulca 03"]
    html = link_card_names(f"{short.name} of Ages", [short, replace(long, name=f"{short.name} of Ages")])
    assert hrefs(html) == [f"/cards/{long.slug}/"]


def test_a_german_reader_finds_both_names(facts: Catalogue) -> None:
    scorch = facts["Vulca 03"]
    with override("de"):
        assert len(hrefs(link_card_names(f"{scorch.name}, {scorch.name_de}", [scorch]))) == 2
    assert len(hrefs(link_card_names(f"{scorch.name}, {scorch.name_de}", [scorch]))) == 1


def test_without_cards_the_text_is_only_made_safe() -> None:
    assert link_card_names("Scorch & <b>", []) == "Scorch &amp; &lt;b&gt;"


@pytest.mark.django_db
def test_a_list_names_cards_of_its_game_in_a_page_of_any_length(db_catalogue: Catalogue) -> None:
    listed = "\n".join(f"1x {card.code} {card.name}" for card in list(db_catalogue)[:60] if card.name)
    html = link_card_names_in_game(listed, "bluemoon")
    assert hrefs(html) == [f"/cards/{card.slug}/" for card in list(db_catalogue)[:60] if card.name]
