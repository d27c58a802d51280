"""Decks of Call of Cthulhu: every worked example of the rules page, 7, through the core and through `check_deck`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import CardFacts, Catalogue
from cards.core.rulings import CardList, Erratum, ListEntry, ListKind, RulingsBook
from cards.games import GAMES
from cards.games.cthulhu.facts import CthulhuFacts
from decks.core.legality import DeckList, Entry, Format, judge_deck
from decks.core.text import detect_game_of_text, format_deck, parse_deck
from tests.conftest import FIXTURES
from tests.effort import examples

LISTED = ("Museum Curator", "Doppelgänger", "Guardian Pillar", "Uroborus, Fang of Yig")
DOG = "Alaskan Sledge Dog"


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    game = GAMES["cthulhu"]
    read = game.parse((FIXTURES / "cthulhu" / "cards.csv").read_text(encoding="utf-8"))
    first, *rest = read.cards
    old = CthulhuFacts("CoC Old Relic", "Old Relic", set="Eldritch Edition")
    plot = CthulhuFacts("CoC The Great Plot", "The Great Plot", type="conspiracy", set="Core Set")
    other = CthulhuFacts("CoC A Lesser Plot", "A Lesser Plot", type="conspiracy", set="Core Set")
    return game.build_catalogue([first, *rest, *(cast(CardFacts, card) for card in (old, plot, other))])


@pytest.fixture(scope="module")
def book() -> RulingsBook:
    entries = tuple(ListEntry(f"CX-{n}", "4.2", f"CoC {x}", x, "", "") for n, x in enumerate(LISTED))
    limit = Erratum("CE-58", "cthulhu", f"CoC {DOG}", ("deck-limit",), "", "", "")
    lists = [
        CardList("4.2", "cthulhu", ListKind.RESTRICTED, "", "", True, "COC-07", "", entries=entries),
        CardList("4.2-banned", "cthulhu", ListKind.BANNED, "", "", True, "COC-08", ""),
        CardList("9.9", "cthulhu", ListKind.RESTRICTED, "", "", False, "COC-07", ""),
        CardList(
            *("9.9-banned", "cthulhu", ListKind.BANNED, "", "", False, "COC-08", ""),
            entries=(ListEntry("CX-99", "9.9-banned", "CoC Shotgun", "Shotgun", "", ""),),
        ),
    ]
    return RulingsBook(lists=lists, errata=[limit])


def lines(catalogue: Catalogue, total: int, *first: tuple[int, str]) -> list[tuple[int, str]]:
    """Return the given cards, filled up to the total with harmless others, three of each."""
    taken = {name.split(", ")[0] for _, name in first} | {name.split(", ")[0] for name in LISTED} | {DOG}
    entries, left = list(first), total - sum(copies for copies, _ in first)
    for card in _plain(catalogue):
        if left <= 0:
            break
        if card.name in taken:
            continue
        taken.add(card.name)
        entries.append((min(3, left), card.label))
        left -= min(3, left)
    return entries


def _plain(catalogue: Catalogue) -> list[Any]:
    listed = (FIXTURES / "cthulhu" / "list_entries.csv").read_text(encoding="utf-8")
    legal: list[Any] = [card for card in catalogue if cast(Any, card).type not in ("story", "conspiracy")]
    return [card for card in legal if card.code not in listed and card.set != "Eldritch Edition"]


Make = Callable[[Catalogue], list[tuple[int, str]]]


def of(total: int, *first: tuple[int, str]) -> Make:
    return lambda catalogue: lines(catalogue, total, *first)


CASUAL, TOURNAMENT = Format.CASUAL, Format.TOURNAMENT
# number, deck, format, verdict, rules of the errors
EXAMPLES: list[tuple[str, Make, Format, str, set[str]]] = [
    ("01", of(50), CASUAL, "legal", set()),
    ("02", of(49), CASUAL, "illegal", {"COC-01"}),
    ("03", of(61), CASUAL, "legal", set()),
    ("04", of(50, (4, "Shotgun Blast")), CASUAL, "illegal", {"COC-02"}),
    (
        "05",
        of(50, (3, "Julia Brown, Insomniac"), (1, "Julia Brown, Oddly Amphibious")),
        CASUAL,
        "illegal",
        {"COC-02"},
    ),
    ("07", of(50, (3, "Descendant of Eibon")), CASUAL, "legal", set()),
    ("08", of(60), CASUAL, "legal", set()),
    ("09", of(50, (3, "Cthulhu, The Great Old One")), CASUAL, "legal", set()),
    ("10", of(55), CASUAL, "legal", set()),
    ("11-printed", of(50, (4, "Pervasive Toxemia")), CASUAL, "illegal", {"COC-03"}),
    ("12-printed", of(50, (3, "Pervasive Toxemia"), (3, "The R'lyeh Conspiracy")), CASUAL, "legal", set()),
    ("14", of(50, (3, "Museum Curator")), TOURNAMENT, "legal", set()),
    ("15", of(50, (3, "Museum Curator"), (1, "Doppelgänger")), TOURNAMENT, "illegal", {"COC-07"}),
    ("15-casual", of(50, (3, "Museum Curator"), (1, "Doppelgänger")), CASUAL, "legal", set()),
    ("16", of(50, (1, "Museum Curator"), (1, "Guardian Pillar")), TOURNAMENT, "illegal", {"COC-07"}),
    ("18", of(50, (4, DOG)), CASUAL, "illegal", {"COC-09"}),
    ("19", of(50, (3, DOG)), CASUAL, "legal", set()),
    ("23", of(50, (3, "Uroborus, Fang of Yig")), TOURNAMENT, "legal", set()),
]
IN_THE_CORE = [
    *EXAMPLES,
    ("11", of(50, (4, "The Great Plot")), CASUAL, "illegal", {"COC-03"}),
    ("12", of(50, (3, "The Great Plot"), (3, "A Lesser Plot")), CASUAL, "legal", set()),
    ("22", of(50, (1, "Old Relic")), TOURNAMENT, "illegal", {"COC-12"}),
    ("22-casual", of(50, (1, "Old Relic")), CASUAL, "legal", set()),
]
# Collectible cards aren’t in the data, which has every card of the living card game.
BY_THE_COMMAND = [
    *EXAMPLES,
    ("22-unknown", of(50, (1, "Old Relic")), TOURNAMENT, "illegal", {"COC-12"}),
    ("22-casual", of(50, (1, "Old Relic")), CASUAL, "unknown", set()),
]


def built(catalogue: Catalogue, make: Make, format_: Format, **fields: Any) -> DeckList:
    entries = tuple(Entry(catalogue.find_card(name).code, copies) for copies, name in make(catalogue))
    return DeckList(entries=entries, game="cthulhu", format=format_, **fields)


@pytest.mark.parametrize(
    ("make", "format_", "status", "broken"),
    [row[1:] for row in IN_THE_CORE],
    ids=[f"7-{row[0]}" for row in IN_THE_CORE],
)
def test_worked_example(
    cards: Catalogue, book: RulingsBook, make: Make, format_: Format, status: str, broken: set[str]
) -> None:
    report = judge_deck(built(cards, make, format_), cards, book)
    assert (report.status, {finding.code for finding in report.findings_of_severity("error")}) == (status, broken)
    assert report.list_version == "4.2"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("make", "format_", "status", "broken"),
    [row[1:] for row in BY_THE_COMMAND],
    ids=[f"7-{row[0]}" for row in BY_THE_COMMAND],
)
def test_worked_example_by_the_command(
    tmp_path: Path, cards: Catalogue, make: Make, format_: Format, status: str, broken: set[str]
) -> None:
    text = [f"{copies}x {name}" for copies, name in make(cards)]
    file = tmp_path / "deck.txt"
    file.write_text("\n".join(["Game: cthulhu", f"Format: {format_}", "List: 4.2", *text]), encoding="utf-8")
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_deck", str(file), "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert (report["status"], report["list"]) == (status, "4.2")
    assert {finding["code"] for finding in report["findings"] if finding["severity"] == "error"} == broken
    assert ended.value.code == {"legal": 0, "illegal": 1, "unknown": 2}[status]


def test_a_story_card_is_never_a_card_of_a_deck(cards: Catalogue, book: RulingsBook) -> None:
    story = next(card for card in cards if cast(Any, card).type == "story")
    report = judge_deck(DeckList((Entry(story.code),), game="cthulhu", format=CASUAL), cards, book)
    assert "COC-04" in {finding.code for finding in report.findings_of_severity("error")}


def test_a_card_nobody_can_name_counts_by_title_and_is_never_legal(cards: Catalogue, book: RulingsBook) -> None:
    first = built(cards, of(50), CASUAL)
    entries = (*first.entries, Entry("CoC Nobody's Card, The First", 2))
    casual = replace(first, entries=entries)
    report = judge_deck(casual, cards, book)
    assert (report.status, report.have) == ("unknown", 52)
    assert report.findings_of_severity("unknown")[0].message == "No card has this name: Nobody's Card, The First."
    illegal = judge_deck(replace(casual, format=TOURNAMENT), cards, book)
    assert [finding.code for finding in illegal.findings_of_severity("error")] == ["COC-12"]
    part = Catalogue([card for card in cards if card.code != "CoC Panic"], order=GAMES["cthulhu"].order)
    assert judge_deck(replace(casual, format=TOURNAMENT), part, book).status == "unknown"
    four = replace(casual, entries=(*entries, Entry("CoC Nobody's Card, The First", 2)))
    assert judge_deck(four, cards, book).findings_of_severity("error")[0].code == "COC-02"


@pytest.mark.parametrize("format_", [CASUAL, TOURNAMENT])
def test_a_mistyped_title_leaves_the_verdict_open_and_names_the_nearest(
    cards: Catalogue, book: RulingsBook, format_: Format
) -> None:
    fifty = built(cards, of(47), format_)
    report = judge_deck(replace(fifty, entries=(*fifty.entries, Entry("CoC Swit Byakhee", 3))), cards, book)
    assert (report.status, report.have) == ("unknown", 50)
    assert report.findings_of_severity("unknown")[0].message == "No card has this name: Swit Byakhee (Swift Byakhee?)."


def test_another_version_of_the_list_may_be_named(cards: Catalogue, book: RulingsBook) -> None:
    first = built(cards, of(50, (1, "Museum Curator"), (1, "Doppelgänger"), (1, "Shotgun")), TOURNAMENT)
    assert {finding.code for finding in judge_deck(first, cards, book).findings_of_severity("error")} == {"COC-07"}
    older = judge_deck(replace(first, list_version="9.9"), cards, book)
    assert ({finding.code for finding in older.findings_of_severity("error")}, older.list_version) == (
        {"COC-08"},
        "9.9",
    )
    unknown = judge_deck(replace(first, list_version="1.0"), cards, book)
    assert (unknown.status, unknown.findings_of_severity("unknown")[0].code) == ("unknown", "COC-15")


def test_misprinted_and_older_titles_are_the_same_card(cards: Catalogue) -> None:
    text = "Game: cthulhu\n1x The Cthonian Stone\n2 Unausprechlichen Kulten\n"
    codes = parse_deck(text, cards).deck.codes
    assert codes == ("CoC The Chthonian Stone", "CoC Unaussprechlichen Kulten", "CoC Unaussprechlichen Kulten")


def test_the_game_is_told_by_its_heading(cards: Catalogue) -> None:
    assert detect_game_of_text("Name: x\nGAME: Call of Cthulhu\n") == "cthulhu"
    assert detect_game_of_text('{"game": "cthulhu"}') == "cthulhu"
    assert detect_game_of_text("Name: Game night\nVulca 01") == "bluemoon"


def test_negative_copies_have_their_line(cards: Catalogue) -> None:
    (problem,) = parse_deck("Game: cthulhu\n-2x Shotgun\n", cards).problems
    assert problem.line == 2


@settings(max_examples=examples(15))
@given(data=st.data())
def test_what_is_printed_reads_back_and_order_does_not_matter(
    cards: Catalogue, book: RulingsBook, data: st.DataObject
) -> None:
    known = st.sampled_from([card.code for card in cards])
    codes = data.draw(st.lists(known | st.just("CoC Nobody's Card, The First"), unique=True, max_size=20))
    entries = tuple(Entry(code, data.draw(st.integers(1, 9))) for code in codes)
    deck = DeckList(entries, game="cthulhu", format=data.draw(st.sampled_from([CASUAL, TOURNAMENT])))
    assert parse_deck(format_deck(deck, cards), cards).deck == deck
    other = replace(deck, entries=tuple(data.draw(st.permutations(entries))))
    here, there = judge_deck(deck, cards, book), judge_deck(other, cards, book)
    assert (here.status, sorted(x.code for x in here.findings)) == (
        there.status,
        sorted(x.code for x in there.findings),
    )
