"""Twelve tournament lists as forums and programs write them: every line is understood, and each is judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from cards.catalogue.queries import current_catalogues
from cards.core.facts import Catalogue
from cards.games import GAMES
from cards.rulings.queries import current_rulings_book
from decks.core.legality import Format, judge_deck
from decks.core.text import detect_game, json_formats, parse_deck, parse_deck_text
from decks.core.text.cthulhu_lines import cards_of_pasted_line
from decks.core.text.json_formats import _LineFinder
from decks.core.text.pasted_lines import PastedLine, is_heading, possible_parses, split_pasted_line
from tests.conftest import FIXTURES

LISTS = sorted((Path(__file__).parent / "lists").iterdir())


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    game = GAMES["cthulhu"]
    return game.build_catalogue(game.parse((FIXTURES / "cthulhu" / "cards.csv").read_text(encoding="utf-8")).cards)


def test_there_are_twelve() -> None:
    assert len(LISTS) == 12


@pytest.mark.django_db
@pytest.mark.parametrize("path", LISTS, ids=[path.stem for path in LISTS])
def test_a_list_is_understood_and_legal(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    every = current_catalogues()
    told = detect_game(text, every)
    assert told.game == "cthulhu"
    reading, _format = parse_deck_text(text, every["cthulhu"])
    assert reading.problems == ()
    deck = reading.deck
    assert (deck.size, deck.name != "" or path.suffix == ".o8d") == (50, True)
    assert all(code in every["cthulhu"] for code in deck.codes)
    for format_ in (Format.CASUAL, Format.TOURNAMENT):
        report = judge_deck(replace(deck, format=format_), every["cthulhu"], current_rulings_book())
        assert report.status == "legal", report.findings


@pytest.mark.parametrize(
    ("text", "pasted"),
    [
        ("3x Panic", PastedLine("Panic", 3)),
        ("x3 Panic", PastedLine("Panic", 3)),
        ("3 Panic", PastedLine("Panic", 3, digits="3")),
        ("(3x) Panic", PastedLine("Panic", 3)),
        ("Panic x3", PastedLine("Panic", 3)),
        ("Panic 3x", PastedLine("Panic", 3)),
        ("- 3x Panic [Core Set]", PastedLine("Panic", 3, ("Core Set",))),
        ("3 Panic (Core F77)", PastedLine("Panic", 3, ("Core F77",), digits="3")),
        ("3 Panic F77", PastedLine("Panic", 3, ("F77",), digits="3")),
        ("Hamu XX 15:14", PastedLine("Hamu XX 15:14")),
        ("Broken Space, Broken Time", PastedLine("Broken Space, Broken Time")),
    ],
)
def test_a_line_is_taken_apart(text: str, pasted: PastedLine) -> None:
    assert split_pasted_line(text) == pasted


@pytest.mark.parametrize(
    "text",
    [
        "Characters (24)",
        "--- Events ---",
        "2. Support cards: 12",
        "Total: 50",
        "Agency (20 cards)",
        "=== Deck ===",
        "----",
    ],
)
def test_a_heading_is_one(text: str) -> None:
    assert is_heading(text)


@pytest.mark.parametrize("text", ["3x Cthulhu", "Hastur x3", "Panic", "1 Yog-Sothoth, All-In-One"])
def test_a_card_is_no_heading(text: str) -> None:
    assert not is_heading(text)


def test_every_card_is_found_by_its_title_with_set_and_number(cards: Catalogue) -> None:
    for card in cards:
        for printing in card.printings:  # type: ignore[attr-defined]
            pasted = split_pasted_line(f"2x {card.name} ({printing.pack or printing.set} {printing.number})")
            assert cards_of_pasted_line(pasted, cards) == (card,), card.code


def test_a_title_of_several_cards_asks_which(cards: Catalogue) -> None:
    (problem,) = parse_deck("Deck\n3x Julia Brown\n3x Panic", cards).problems
    assert problem.line == 2
    assert problem.suggestions == ("Julia Brown, Insomniac", "Julia Brown, Oddly Amphibious")
    assert parse_deck("3x Julia Brown (Summons of the Deep F17)", cards).deck.codes[0] == "CoC Julia Brown, Insomniac"
    assert parse_deck("1x Opening Night (conspiracy)", cards).deck.codes == ("CoC Opening Night (conspiracy)",)


def test_the_deck_has_its_own_title(cards: Catalogue) -> None:
    deck = parse_deck("== Panic at Midnight, the Second ==\n3x Panic\n", cards).deck
    assert (deck.name, deck.size) == ("Panic at Midnight, the Second", 3)


def test_a_mistyped_title_without_a_count_proposes_the_nearest(cards: Catalogue) -> None:
    (problem,) = parse_deck("My deck\n3x Panic\nDynamit\n", cards).problems
    assert "Dynamite" in problem.suggestions


@pytest.mark.django_db
def test_the_game_is_told_by_the_names_and_a_switch_wins() -> None:
    every = current_catalogues()
    assert detect_game("3x Panic\n2x Dynamite\n", every).game == "cthulhu"
    blue = detect_game("Vulca 01\nFlash the Incendiary\n", every)
    assert (blue.game, blue.is_explicit, blue.tie) == ("bluemoon", False, False)
    assert detect_game("3x Panic\n", every, "bluemoon").game == "bluemoon"
    assert detect_game("Game: Call of Cthulhu\nVulca 01\n", every).game == "cthulhu"
    assert detect_game("", every).game == "bluemoon"


def test_a_line_longer_than_any_of_a_list_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.core.text.formats.possible_parses", apart := Mock(wraps=possible_parses))
    assert detect_game("- " * 20_000 + "\n3x Panic", {"cthulhu": Catalogue(())}).game == "cthulhu"
    assert apart.call_count == 1


@pytest.mark.parametrize("entry", ['{"a": 1}', '"\\u0061"'])
def test_what_does_not_stand_in_a_json_list_is_looked_for_some_times_only(entry: str) -> None:
    text = f"[{', '.join([entry] * 5000)}]"
    looked = Mock(wraps=text.find)
    with patch.object(json_formats, "_LineFinder", lambda said: _LineFinder(Mock(find=looked, count=said.count))):
        rows, problems = json_formats.parse_json_rows(text, Catalogue(()))
    assert (len(rows), problems) == (2000, [])
    assert looked.call_count == 200
