"""A catalogue loaded by a newer release, with unknown words, can still be read."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue, Timing
from cards.models import Card, CardList, CatalogueVersion, Ruling

PAGES = (
    "/",
    "/cards/",
    "/cards/?q=vulca",
    "/cards/rulings/",
    "/cards/errata/",
    "/decks/check/",
    "/decks/new/",
    "/api/v1/cards/",
)


@pytest.fixture
def newer(db_catalogue: Catalogue) -> Catalogue:
    Card.objects.filter(code="Vulca 01").update(
        timing="at full moon", type="dragon", icons=["PAIR", "WINGS", "GANG:blue"]
    )
    Card.objects.filter(code="Vulca 02").update(people="Merfolk")
    CardList.objects.filter(current=True, pk=CardList.objects.latest("pk").pk).update(kind="frowned")
    Ruling.objects.filter(key__in=Ruling.objects.values("key")[:3]).update(
        trust="hearsay", edition="third", timings=["at full moon"], icons=["WINGS"], types=["dragon"]
    )
    CatalogueVersion.objects.filter(game="bluemoon").update(number=F("number") + 1, digest="of a newer version")
    return db_catalogue


def test_what_a_newer_version_calls_something_counts_as_unknown(newer: Catalogue) -> None:
    cards = catalogue()
    card = cards["Vulca 01"]
    assert card.timing is Timing.NONE and card.type == "" and [str(icon) for icon in card.icons] == ["PAIR"]
    assert "Vulca 02" not in cards and len(cards) == len(newer) - 1


@pytest.mark.parametrize("path", PAGES)
def test_no_page_breaks_of_it(newer: Catalogue, client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


def test_the_version_before_can_load_its_own_catalogue_again(newer: Catalogue) -> None:
    call_command("load_catalogue", verbosity=0)
    assert catalogue()["Vulca 01"] == newer["Vulca 01"] and "Vulca 02" in catalogue()
