"""Verdicts on Cthulhu decks besides errors: advice, corrected titles, the version of the list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.core.facts import Catalogue
from cards.core.rulings import CardList, Erratum, ListEntry, ListKind, RulingsBook
from cards.games import GAMES
from decks.core.legality import DeckList, Entry, Format, Report, judge_deck
from decks.core.text import parse_deck
from tests.conftest import FIXTURES


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    game = GAMES["cthulhu"]
    return game.build_catalogue(game.parse((FIXTURES / "cthulhu" / "cards.csv").read_text(encoding="utf-8")).cards)


def restricted(version: str, issued: str, *names: str) -> CardList:
    entries = tuple(ListEntry(f"CX-{name}", version, f"CoC {name}", name, "", "") for name in names)
    return CardList(
        version, "cthulhu", ListKind.RESTRICTED, "", issued, version == "4.2", "COC-07", "", entries=entries
    )


TITLE = Erratum("CE-49", "cthulhu", "CoC The Chthonian Stone", ("title",), "", "FAQ and errata 4.2", "errata")
BOOK = RulingsBook(lists=[restricted("4.2", "", "Museum Curator", "Guardian Pillar")], errata=[TITLE])


def told(report: Report, code: str) -> list[str]:
    """Return the findings of a rule in English; none of them an error."""
    assert code not in {finding.code for finding in report.findings_of_severity("error")}
    return [finding.message for finding in report.findings if finding.code == code]


def fifty(cards: Catalogue, *first: tuple[str, int], format_: Format = Format.TOURNAMENT) -> DeckList:
    """Return a deck of these cards, filled up to fifty with cheap Agency cards."""
    chosen = {cards.find_card(name).code: copies for name, copies in first}
    for card in cards:
        left = 50 - sum(chosen.values())
        plain = card.people == "Agency" and card.type == "event" and not (card.loyal or card.steadfast)  # type: ignore[attr-defined]
        if left and plain and card.code not in chosen:
            chosen[card.code] = min(3, left)
    return DeckList(tuple(Entry(code, copies) for code, copies in chosen.items()), game="cthulhu", format=format_)


def test_loyal_and_steadfast_cards_without_resources_are_advice_and_never_an_error(cards: Catalogue) -> None:
    loyal, steadfast = "Triggerman", "Lodge Barkeep"
    report = judge_deck(fifty(cards, (loyal, 3), (steadfast, 3)), cards, BOOK)
    assert report.status == "legal"
    advice = [message for message in told(report, "COC-05") if message.startswith("Loyal or steadfast")]
    assert advice == [
        "Loyal or steadfast, but few cards in the deck give resources of their faction: Triggerman, Lodge Barkeep."
    ]
    plain = judge_deck(fifty(cards), cards, BOOK)
    assert not [message for message in told(plain, "COC-05") if message.startswith("Loyal")]


def test_the_mix_of_factions_and_the_spread_of_costs_are_told(cards: Catalogue) -> None:
    findings = told(judge_deck(fifty(cards, ("Cthulhu, The Great Old One", 2)), cards, BOOK), "COC-05")
    assert "Cards by faction, each a resource: Agency 48, Cthulhu 2." in findings
    curve = next(message for message in findings if message.startswith("Cards by cost: "))
    steps = dict(step.split(": ") for step in curve.removeprefix("Cards by cost: ").rstrip(".").split(", "))
    assert sum(map(int, steps.values())) == 50


def test_a_title_with_an_erratum_is_a_finding_with_its_source(cards: Catalogue) -> None:
    report = judge_deck(fifty(cards, ("The Chthonian Stone", 2)), cards, BOOK)
    assert report.status == "legal"
    assert told(report, "COC-10") == [
        "The Chthonian Stone, Stygian Waymark: title as corrected by CE-49 in FAQ and errata 4.2.",
    ]


def test_the_only_version_of_the_list_says_that_it_is(cards: Catalogue) -> None:
    (said,) = told(judge_deck(fifty(cards), cards, BOOK), "COC-15")
    assert "restricted list 4.2, the only version whose cards we know" in said
    casual = judge_deck(fifty(cards, format_=Format.CASUAL), cards, BOOK)
    assert told(casual, "COC-15") == []


@pytest.mark.parametrize(
    ("day", "version"),
    [
        *[("2014-05-01", "3.3"), ("2014-06-01", "3.3"), ("2015-04-30", "3.3")],
        *[("2015-05-01", "4.0"), ("2015-06-01", "4.0"), ("2014-04-30", ""), ("2013-01-01", "")],
    ],
)
def test_a_day_names_the_list_that_was_in_force_then(cards: Catalogue, day: str, version: str) -> None:
    book = RulingsBook(
        lists=[*BOOK.lists, restricted("3.3", "2014-05-01", "Shotgun"), restricted("4.0", "2015-05-01", "Dynamite")]
    )
    report = judge_deck(replace(fifty(cards), list_version=day), cards, book)
    if version:
        assert (report.list_version, report.status) == (version, "legal")
    else:
        assert (report.status, report.findings_of_severity("unknown")[0].code) == ("unknown", "COC-15")


def test_an_unknown_title_keeps_its_commas(cards: Catalogue) -> None:
    reading = parse_deck("Game: cthulhu\n3x Nobody's Card, The First, of Many\n3x Panic\n", cards)
    assert reading.deck.codes[:1] == ("CoC Nobody's Card, The First, of Many",)
    report = judge_deck(replace(reading.deck, format=Format.CASUAL), cards, BOOK)
    assert any("Nobody's Card, The First, of Many" in finding.message for finding in report.findings)
