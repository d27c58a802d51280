"""Looking up cards by code and by any name."""

from __future__ import annotations

import pytest

from cards.core.facts import CardIcon, Catalogue, card_sort_key
from common.errors import Missing


@pytest.mark.parametrize(
    "text",
    [
        "Vulca 03",
        "vulca 3",
        "VULCA-03",
        "Scorch the Inflammable",
        "scorch   the inflammable",
        "Sengar der Glutvolle",
        "sengar der glutvolle",
    ],
)
def test_a_card_is_found_by_code_and_by_every_name(facts: Catalogue, text: str) -> None:
    assert facts.find_card(text).code == "Vulca 03"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Rasmus-Pan", "Mutant 107"),
        ("Togana", "Terrah 11"),
        ("inquisitor 411", "Inq 411"),
        ("Lavar der machtige", "Vulca 04"),
    ],
)
def test_other_spellings_lead_to_the_card(facts: Catalogue, text: str, code: str) -> None:
    assert facts.find_card(text).code == code


def test_a_mistyped_name_names_the_nearest_card(facts: Catalogue) -> None:
    with pytest.raises(Missing) as caught:
        facts.find_card("Flash the Incendary")
    assert "Flash the Incendiary" in caught.value.details[0].suggestions


@pytest.mark.parametrize("text", ["GANG:green", "PAIR:fire", "SHIELD", "BLUFF:water", "", "HUG"])
def test_an_icon_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        CardIcon.parse(text)


def test_slugs_are_unique_and_lead_back(facts: Catalogue) -> None:
    assert len(facts.by_slug) == len(facts)
    assert all(facts.by_slug[card.slug] is card for card in facts)
    assert facts["Vulca 03"].slug == "vulca-03"


def test_a_catalogue_has_one_order_however_it_was_made(facts: Catalogue) -> None:
    assert Catalogue(reversed(facts.cards)).cards == facts.cards
    assert list(facts) == sorted(facts, key=card_sort_key)


def test_a_card_without_its_moons_is_not_complete(facts: Catalogue) -> None:
    assert facts["Inter 402"].unknown == ("moons",)
    assert facts["Inq 411"].complete
    assert facts["Vulca 00"].complete
    assert facts["Tutu slot 1"].unknown == ("name", "number", "moons")
