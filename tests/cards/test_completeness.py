"""Completeness of the catalogues: emissary sets, and Call of Cthulhu by set and faction."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any, cast

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core import completeness as set_completeness
from cards.core.completeness import catalogue_completeness, completeness_by_set, missing_facts_csv
from cards.core.facts import Catalogue
from cards.games.cthulhu.csv_table import TABLE_COLUMNS, parse_partial_table
from cards.games.cthulhu.facts import FACTIONS, SET_SIZES
from cards.models import Card, CatalogueChange, CatalogueVersion
from cards.permissions import EDITORS_GROUP
from tests.cards.test_editing import do, show
from tests.html import flat

pytestmark = pytest.mark.django_db
ADDRESS = "/cards/keeping/?game=cthulhu"


@pytest.fixture
def editor(elinor: User, elinor_client: Client) -> Client:
    elinor.groups.add(Group.objects.get(name=EDITORS_GROUP))
    return elinor_client


def weighed(cards: list[Any]) -> set_completeness.CompletenessBySet:
    return completeness_by_set(cards, factions=FACTIONS, sets=SET_SIZES)


# Emissary sets


def test_every_card_of_a_set_is_wanted_until_its_emissary_is_known(facts: Catalogue) -> None:
    completeness = catalogue_completeness(facts)
    assert [emissary.wanted for emissary in completeness.emissaries] == [7, 7, 7, 7]
    assert len(completeness.unplaced) == 28
    assert {card.code for card in completeness.unplaced} >= {"Inter 402", "Infl 607", "Mutant 108", "Mutant 110"}
    assert "Mutant 106" not in {card.code for card in completeness.unplaced}
    told = [row["code"] or row["slot"] for row in csv.DictReader(io.StringIO(missing_facts_csv(completeness)))]
    assert {"Inter 402", "Tutu slot 1", "Mutant 108"} <= set(told)
    assert len(told) == len(set(told))


def test_a_card_stays_with_its_emissary_when_the_gap_gets_its_code(editor: Client, client: Client) -> None:
    do(editor, show(editor, "code,emissary\nInter 402,Emissary slot 1\n")[1])
    do(editor, show(editor, "slot,code,name,number\nEmissary slot 1,Emissary 421,Envoy,421\n")[1])
    completeness = catalogue_completeness(catalogue())
    first = next(emissary for emissary in completeness.emissaries if emissary.emissary.code == "Emissary 421")
    assert ([card.code for card in first.cards], first.wanted, len(completeness.unplaced)) == (["Inter 402"], 6, 27)
    page = flat(client.get("/cards/keeping/").content)
    assert "6 of 7 cards missing · Inter 402" in page
    assert "Add emissary" not in page
    assert "Add emissary" in editor.get("/cards/keeping/").content.decode()
    sent = client.get("/api/v1/catalogue/").json()
    assert {"emissary": "Emissary 421", "cards": ["Inter 402"], "wanted": 6} in sent["emissaries"]
    assert len(sent["unplaced"]) == 27


# Call of Cthulhu


def test_every_number_of_every_set_has_its_card(client: Client) -> None:
    page = flat(client.get(ADDRESS).content)
    for part in (
        "Call of Cthulhu has 18 sets with 1568 card numbers; 1568 of them are in the catalogue.",
        "We know everything about 1565 of 1565 cards.",
        "None: every number in every set has a card.",
        "The Mark of Madness",
        "Silver Twilight",
    ):
        assert part in page
    assert "Tutu slot 1" not in page
    assert 'class="chart"' in page


def test_what_is_missing_is_named(client: Client) -> None:
    Card.objects.filter(code="CoC Deep One Assault").delete()
    row = Card.objects.get(code="CoC Pulled Under")
    row.attributes["cost"] = ""
    row.people = ""
    row.complete = False
    row.save()
    CatalogueVersion.objects.filter(game="cthulhu").update(digest="changed")
    completeness = weighed(list(catalogue("cthulhu")))
    core = next(share for share in completeness.by_set if share.label == "Core Set")
    assert (core.size, core.printings, core.complete, core.missing, core.percent) == (165, 164, 163, ("F56",), 98)
    assert [card.code for card in completeness.wanting] == ["CoC Pulled Under"]
    page = flat(client.get(ADDRESS).content)
    assert ">F56</span>" in page
    assert "faction not known" in page and "cost not known" in page
    sent = client.get("/api/v1/catalogue/sets/").json()
    assert (sent["numbers"], sent["printings"], sent["cards"], sent["complete"]) == (1568, 1567, 1564, 1563)
    assert sent["wanting"] == {"CoC Pulled Under": ["people", "cost"]}
    assert {"label": "Core Set", "missing": ["F56"]}.items() <= sent["by_set"][0].items()
    assert [share["label"] for share in sent["by_faction"]] == [*FACTIONS, ""]


def test_the_table_of_what_is_wanted_changes_nothing_until_it_is_filled(facts: Catalogue) -> None:
    cards = [cast(Any, card) for card in catalogue("cthulhu")]
    torn = [replace(card, cost="", people="") if card.code == "CoC Pulled Under" else card for card in cards]
    text = set_completeness.missing_facts_csv_of_sets(weighed(torn), TABLE_COLUMNS)
    assert text == "printing,code,name,title,faction,cost\nCORE-057,CoC Pulled Under,Pulled Under,,,\n"
    assert list(parse_partial_table(text, torn).cards) == [card for card in torn if card.code == "CoC Pulled Under"]
    filled = parse_partial_table(text.replace(",,,\n", ",,Cthulhu,2\n"), torn)
    assert (filled.cards[0].people, cast(Any, filled.cards[0]).cost, filled.faults) == ("Cthulhu", "2", ())


def test_an_editor_uploads_a_table_of_cthulhu_cards_and_takes_it_back(editor: Client) -> None:
    sent = {"game": "cthulhu", "text": "printing,terror,unique\nCORE-003,2,yes\n"}
    page = editor.post("/cards/keeping/upload/", sent).content.decode()
    assert do(editor, page, game="cthulhu")[0] == 302
    card = cast(Any, catalogue("cthulhu")["CoC Local Sheriff"])
    assert (card.terror, card.unique) == (2, True)
    for change in CatalogueChange.objects.filter(code=card.code):
        assert editor.post(f"/cards/keeping/history/{change.pk}/revert/").status_code == 302
    card = cast(Any, catalogue("cthulhu")["CoC Local Sheriff"])
    assert (card.terror, card.unique) == (0, False)


def test_a_faulty_line_of_a_cthulhu_table_is_named_and_the_table_kept(editor: Client) -> None:
    sent = {"game": "cthulhu", "text": "printing,faction\nCORE-003,Agencey\n"}
    answer = editor.post("/cards/keeping/upload/", sent)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert '<td class="r">2</td><td><code>faction</code></td>' in flat(answer.content)
    assert "CORE-003,Agencey" in page
    assert 'name="game" value="cthulhu"' in page


@pytest.mark.parametrize("address", ["/cards/keeping/?game=chess", "/cards/keeping/wanted.csv?game=chess"])
def test_an_unknown_game_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404
