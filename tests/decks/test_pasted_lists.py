"""Lists as people paste them: from forums, chats, spreadsheets, Markdown and other programs, of both games.

Every line that is not empty is a card, a heading, a comment, or a problem; nothing is dropped without a word.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import Catalogue
from cards.games import GAMES
from decks.core.legality import judge, while_unread
from decks.core.text import ParsedDeck, mend_line, parse_deck, read_deck, tell_game
from decks.core.text.near_names import card_clearly_meant
from tests.conftest import FIXTURES
from tests.effort import examples


@pytest.fixture(scope="module")
def games() -> Mapping[str, Catalogue]:
    tables = {key: (FIXTURES / key / "cards.csv").read_text(encoding="utf-8") for key in GAMES}
    return {key: game.catalogue(game.parse(tables[key]).cards) for key, game in GAMES.items()}


NOTATIONS = [
    "Stalking Hound (3)",
    "Stalking Hound [3]",
    "Stalking Hound {3}",
    "Stalking Hound (x3)",
    "3\tStalking Hound\tPerilous Trials",
    "Stalking Hound\t3",
    "The Rituals of the Order\tF39\tStalking Hound\t3",
    "| 3 | Stalking Hound | Perilous Trials |",
    "| Stalking Hound | 3x |",
    "1. Stalking Hound x3",
    "12) 3x Stalking Hound",
    "- [ ] 3x Stalking Hound",
    "- [x] **3x** Stalking Hound",
    "> - 3 Stalking Hound",
    "**3x** *Stalking Hound*",
    "`3x Stalking Hound`",
    "3x [Stalking Hound](https://cards.example/hound)",
    "3x [[Stalking Hound]]",
    "3 of Stalking Hound",
    "3 copies of Stalking Hound",
    "Stalking Hound: 3",
    "Stalking Hound - 3",
    "Stalking Hound, 3",
    "Stalking Hound = 3",
    "Stalking Hound ..... 3",
    "Stalking Hound 3",
    "3: Stalking Hound",
    "3 - Stalking Hound",
    "3*Stalking Hound",
    "Stalking Hound *3",
    "[12:34] Bob: 3x Stalking Hound",
    "Bob: 3 Stalking Hound",
    "✓ 3x Stalking Hound",
    "• Stalking Hound ×3",
    '3x "Stalking Hound"',
    "3x STALKING HOUND (The Rituals of the Order #39)",
    "3x Stalking Hound F39",
    "3x Stalking Hound  # the best one",
]


@pytest.mark.parametrize("line", NOTATIONS)
def test_three_copies_are_read_however_they_are_written(games: Mapping[str, Catalogue], line: str) -> None:
    reading = read_deck(f"My deck\n{line}\n1x Panic\n", games["cthulhu"], format_="text")[0]
    assert reading.problems == reading.marks == ()
    assert [(entry.code, entry.copies) for entry in reading.deck.entries] == [
        ("CoC Stalking Hound", 3),
        ("CoC Panic", 1),
    ]


@pytest.mark.parametrize("line", [line for line in NOTATIONS if "39" not in line])
def test_so_are_the_cards_of_blue_moon(games: Mapping[str, Catalogue], line: str) -> None:
    line = line.replace("STALKING HOUND", "SEAR").replace("Stalking Hound", "Sear")
    line = line.replace("Perilous Trials", "Vulca deck")
    reading = read_deck(f"{line}\nTerrah 05\n", games["bluemoon"], format_="text")[0]
    assert reading.problems == reading.marks == ()
    assert [(entry.code, entry.copies) for entry in reading.deck.entries] == [("Vulca 10", 3), ("Terrah 05", 1)]


@pytest.mark.parametrize(
    ("line", "code", "copies"),
    [
        ("Sear (10)", "Vulca 10", 1),  # its own number
        ("Sear [2]", "Vulca 10", 2),
        ("Stalking Hound (39)", "CoC Stalking Hound", 1),
        ("3x Hermetic Scholar (34)", "CoC Hermetic Scholar", 3),
        ("Hermetic Scholar [3]", "CoC Hermetic Scholar", 3),
        ("7 Thomas Street", "CoC 7 Thomas Street, The Fleur-de-Lys Building", 1),
        ("2 607 Walter Street", "CoC 607 Walter Street, Dockside Property", 2),
        ("Kidnapping 101", "CoC Kidnapping 101", 1),
        ("Hamu XX 15:14", "CoC Hamu XX 15:14", 1),
        ("From the Depths", "CoC From the Depths", 1),
    ],
)
def test_a_number_that_belongs_to_a_card_is_no_count(
    games: Mapping[str, Catalogue], line: str, code: str, copies: int
) -> None:
    cards = games["cthulhu" if code.startswith("CoC") else "bluemoon"]
    (entry,) = parse_deck(f"{line}\n", cards).deck.entries
    assert (entry.code, entry.copies) == (code, copies)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("1 Terah 05", "Terrah 05", "Read as Terrah 05 Catusan."),
        ("1 Drowning Rainstorm", "Terrah 24", "Read as Terrah 24 Drowning Rain Storm."),
        ("Flash the Incendary", "Vulca 02", "Read as Vulca 02 Flash the Incendiary."),
        ("2x Flamebreth", "Vulca 01", "Read as Vulca 01 Flamebreath the Dazzling."),
        ("Flash (2)", "Vulca 02", "Read as Vulca 02 Flash the Incendiary."),
    ],
)
def test_what_is_clearly_meant_is_read_and_marked(
    games: Mapping[str, Catalogue], line: str, code: str, said: str
) -> None:
    reading = parse_deck(line, games["bluemoon"], guess=True)
    assert (reading.problems, reading.deck.codes[:1]) == ((), (code,))
    assert [mark.message for mark in reading.marks] == [said]
    assert parse_deck(line, games["bluemoon"]).problems, "a program is told instead"


@pytest.mark.parametrize("words", ["Young Bore", "Vulca 35", "Nobody at all", "cards", "Young", "the", "Vulca"])
def test_what_may_mean_two_cards_or_none_is_not_guessed(games: Mapping[str, Catalogue], words: str) -> None:
    assert card_clearly_meant(words, games["bluemoon"]) is None


def test_a_heading_without_its_colon_and_a_name_under_another_word_are_read(games: Mapping[str, Catalogue]) -> None:
    reading = parse_deck("Deck: Fire and ash\nLeader Tecton Earthquaker\nTerrah 05\n", games["bluemoon"])
    assert reading.problems == ()
    assert (reading.deck.name, reading.deck.leaders, reading.deck.codes) == (
        "Fire and ash",
        ("Terrah 00",),
        ("Terrah 05",),
    )


def test_a_list_that_begins_with_its_leader_is_led_by_it(games: Mapping[str, Catalogue]) -> None:
    cards = games["bluemoon"]
    reading = parse_deck("Inferno\n" + "\n".join(f"Vulca {n:02}" for n in range(1, 31)), cards)
    assert (reading.deck.leaders, reading.deck.size) == (("Vulca 00",), 30)
    assert [mark.message for mark in reading.marks] == [
        "Vulca 00 Inferno was taken as the leader because the list doesn’t name another."
    ]
    assert judge(reading.deck, cards).status == "legal"


@pytest.mark.parametrize("text", ["Inferno\nTecton Earthquaker\nVulca 01", "Leader: Terrah\nInferno", "2x Inferno"])
def test_a_leader_among_the_cards_stays_one_where_more_is_said(games: Mapping[str, Catalogue], text: str) -> None:
    assert "Vulca 00" in parse_deck(text, games["bluemoon"]).deck.codes


def test_a_draft_deck_gets_no_leader(games: Mapping[str, Catalogue]) -> None:
    assert parse_deck("Format: draft\nInferno\nVulca 01", games["bluemoon"]).deck.leaders == ()


def test_the_number_of_a_family_is_refused_with_the_reason(games: Mapping[str, Catalogue]) -> None:
    (problem,) = parse_deck("Family: 3", games["bluemoon"]).problems
    assert "Legends numbers the families" in problem.message and "DECK-15a" in problem.message


def test_a_mistyped_title_is_kept_named_and_mended_with_one_tap(games: Mapping[str, Catalogue]) -> None:
    for line in ("3x Swit Byakhee", "Swit Byakhee (3)", "3\tSwit Byakhee\tThe Mark of Madness"):
        reading = parse_deck(f"My deck\n{line}\n", games["cthulhu"])
        assert (reading.problems, reading.deck.codes) == ((), ("CoC Swit Byakhee",) * 3)
        (mark,) = reading.marks
        assert mark.message.startswith("No card is called “Swit Byakhee”. Did you mean Swift Byakhee")
        mended = mend_line(f"My deck\n{line}\n", 2, mark.suggestions[0])
        assert parse_deck(mended, games["cthulhu"]).deck.codes == ("CoC Swift Byakhee",) * 3


def test_a_title_near_none_is_named(games: Mapping[str, Catalogue]) -> None:
    (mark,) = parse_deck("My deck\n2x Zzyzx Quuxington\n", games["cthulhu"]).marks
    assert mark.message == "No card is called “Zzyzx Quuxington”."


@pytest.mark.parametrize(
    "line", ["Characters (24)", "--- Events ---", "Gangs (12)", "Total: 50", "By Roland", "|---|---|"]
)
def test_a_heading_is_shown_as_such(games: Mapping[str, Catalogue], line: str) -> None:
    for game, card in (("bluemoon", "Sear"), ("cthulhu", "3x Panic")):
        reading = read_deck(f"{card}\n{line}\n# 3x a comment\n// another", games[game], format_="text")[0]
        assert (reading.problems, reading.headings) == ((), ((2, line),))
        assert [number for number, _text in reading.comments] == [3, 4]


@pytest.mark.parametrize(
    ("text", "game", "tie"),
    [
        ("Leader: Vulca 00\n2x Flamebreth\n3 Swift Byakhee", "bluemoon", False),
        ("Vulca 03\n2x Flamebreth\n3 Swift Byakhee", "bluemoon", False),
        ("3 Swit Byakhee\n2 Dynamit\nVulca 01", "cthulhu", False),
        ("Vulca 01\n3 Swift Byakhee", "bluemoon", True),
        ("Name: Panic\nVulca 01", "bluemoon", False),
        ("", "bluemoon", False),
    ],
)
def test_the_game_is_told_by_codes_headings_and_near_names_and_a_tie_is_not_decided(
    games: Mapping[str, Catalogue], text: str, game: str, tie: bool
) -> None:
    told = tell_game(text, games)
    assert (told.game, told.tie) == (game, tie)


def test_while_lines_are_unread_nothing_is_said_of_what_may_stand_on_them(games: Mapping[str, Catalogue]) -> None:
    cards = games["bluemoon"]
    reading = parse_deck("Leder: Vulca 00\nVulca 01\nVulca 01\nNobody at all", cards)
    report = while_unread(judge(reading.deck, cards), "CARD-04", [problem.line for problem in reading.problems])
    assert [finding.code for finding in report.of("error")] == ["DECK-08"]
    assert report.of("unknown")[0].message == "We can’t tell yet, because these lines haven’t been read: 1, 4."
    assert while_unread(judge(reading.deck, cards), "CARD-04", []) == judge(reading.deck, cards)


NAMES = ["Sear", "Vulca 03", "Terrah 05 Catusan", "Nobody at all", "Panic", "Stalking Hound", "Swit Byakhee", "Inferno"]
LINE = st.one_of(
    st.builds("{}{}{}".format, st.sampled_from(["", "3x ", "2 ", "- ", "1. ", "x3 ", "3\t", "| 3 | "]),
              st.sampled_from(NAMES), st.sampled_from(["", " x3", " (3)", " [Core Set] F77", "\tx", " |", ": 3", ":"])),
    st.sampled_from(["Characters (24)", "Name: x", "Leader: Vulca", "Family: 3", "Foo: bar", "# note", "// no", "--"]),
    st.text(st.characters(blacklist_characters="\r\n\ufeff", blacklist_categories=["Cs"]), max_size=40),
)  # fmt: skip


def accounted_for(reading: ParsedDeck) -> set[int]:
    return (
        {line.line for line in reading.lines}
        | {line.line for line in reading.problems}
        | {number for number, _text in (*reading.headings, *reading.comments)}
    )


@settings(max_examples=examples(40))
@given(lines=st.lists(LINE, max_size=12), game=st.sampled_from(sorted(GAMES)), guess=st.booleans())
def test_every_line_that_is_not_empty_is_accounted_for(
    games: Mapping[str, Catalogue], lines: list[str], game: str, guess: bool
) -> None:
    reading = parse_deck("\n".join(lines), games[game], guess=guess)
    assert accounted_for(reading) == {number for number, line in enumerate(lines, start=1) if line.strip()}


@settings(max_examples=examples(20))
@given(held=st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 3)), min_size=1, max_size=6))
def test_no_card_of_a_file_of_another_program_is_dropped(
    games: Mapping[str, Catalogue], held: list[tuple[str, int]]
) -> None:
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows([("card", "quantity"), *held])
    slots = [{"card": name, "count": count} for name, count in held]
    octgn = "".join(f'<card qty="{count}" id="x">{name}</card>\n' for name, count in held)
    zone = "".join(f'<card number="{count}" name="{name}"/>\n' for name, count in held)
    piles = [{"ContainedObjects": [{"Nickname": name} for name, _count in held]}]
    files = {
        "csv": table.getvalue(),
        "json": json.dumps({"cards": slots[:1], "sideboard": slots[1:]}, indent=0),
        "octgn": f'<deck><section name="Main">\n{octgn}</section></deck>',
        "cockatrice": f'<cockatrice_deck><zone name="side">\n{zone}</zone></cockatrice_deck>',
        "tts": json.dumps({"ObjectStates": piles}, indent=0),
    }
    for key, text in files.items():
        for cards in games.values():
            reading = read_deck(text, cards, format_=key)[0]
            read = [line.text for line in reading.lines] + [line.text for line in reading.problems]
            told = " ".join(read + [words for _number, words in (*reading.headings, *reading.comments)])
            assert all(name in told for name, _count in held), (key, told)
