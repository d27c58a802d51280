"""Lists as people paste them: from forums, chats, spreadsheets, Markdown and other programs, of both games.

Every non-empty line is a card, a heading, a comment, or a problem; nothing is silently dropped.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import Catalogue
from cards.games import GAMES
from decks.core.legality import judge_deck, report_with_unread_lines
from decks.core.text import ParsedDeck, detect_game, parse_deck, parse_deck_text, text_with_corrected_line
from decks.core.text.formats import MIN_FOREIGN_CARDS
from decks.core.text.near_names import guess_card_by_name
from tests.conftest import FIXTURES
from tests.effort import examples


@pytest.fixture(scope="module")
def games() -> Mapping[str, Catalogue]:
    tables = {key: (FIXTURES / key / "cards.csv").read_text(encoding="utf-8") for key in GAMES}
    return {key: game.build_catalogue(game.parse(tables[key]).cards) for key, game in GAMES.items()}


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
    reading = parse_deck_text(f"My deck\n{line}\n1x Panic\n", games["cthulhu"], format_="text")[0]
    assert reading.problems == reading.marks == ()
    assert [(entry.code, entry.copies) for entry in reading.deck.entries] == [
        ("CoC Stalking Hound", 3),
        ("CoC Panic", 1),
    ]


@pytest.mark.parametrize("line", [line for line in NOTATIONS if "39" not in line])
def test_so_are_the_cards_of_blue_moon(games: Mapping[str, Catalogue], line: str) -> None:
    line = line.replace("STALKING HOUND", "SEAR").replace("Stalking Hound", "Sear")
    line = line.replace("Perilous Trials", "Vulca deck")
    reading = parse_deck_text(f"{line}\nTerrah 05\n", games["bluemoon"], format_="text")[0]
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
    assert guess_card_by_name(words, games["bluemoon"]) is None


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
    assert judge_deck(reading.deck, cards).status == "legal"


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
        mended = text_with_corrected_line(f"My deck\n{line}\n", 2, mark.suggestions[0])
        assert parse_deck(mended, games["cthulhu"]).deck.codes == ("CoC Swift Byakhee",) * 3


def test_a_title_near_none_is_named(games: Mapping[str, Catalogue]) -> None:
    (mark,) = parse_deck("My deck\n2x Zzyzx Quuxington\n", games["cthulhu"]).marks
    assert mark.message == "No card is called “Zzyzx Quuxington”."


@pytest.mark.parametrize(
    "line", ["Characters (24)", "--- Events ---", "Gangs (12)", "Total: 50", "By Roland", "|---|---|"]
)
def test_a_heading_is_shown_as_such(games: Mapping[str, Catalogue], line: str) -> None:
    for game, card in (("bluemoon", "Sear"), ("cthulhu", "3x Panic")):
        reading = parse_deck_text(f"{card}\n{line}\n# 3x a comment\n// another", games[game], format_="text")[0]
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
    told = detect_game(text, games)
    assert (told.game, told.tie) == (game, tie)


def test_while_lines_are_unread_nothing_is_said_of_what_may_stand_on_them(games: Mapping[str, Catalogue]) -> None:
    cards = games["bluemoon"]
    reading = parse_deck("Leder: Vulca 00\nVulca 01\nVulca 01\nNobody at all", cards)
    report = report_with_unread_lines(
        judge_deck(reading.deck, cards), "CARD-04", [problem.line for problem in reading.problems]
    )
    assert [finding.code for finding in report.findings_of_severity("error")] == ["DECK-08"]
    assert (
        report.findings_of_severity("unknown")[0].message
        == "We can’t tell yet, because these lines haven’t been read: 1, 4."
    )
    assert report_with_unread_lines(judge_deck(reading.deck, cards), "CARD-04", []) == judge_deck(reading.deck, cards)


LINE_ENDS = "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"
NAMES = ["Sear", "Vulca 03", "Terrah 05 Catusan", "Nobody at all", "Panic", "Stalking Hound", "Swit Byakhee", "Inferno"]
LINE = st.one_of(
    st.builds("{}{}{}".format, st.sampled_from(["", "3x ", "2 ", "- ", "1. ", "x3 ", "3\t", "| 3 | "]),
              st.sampled_from(NAMES), st.sampled_from(["", " x3", " (3)", " [Core Set] F77", "\tx", " |", ": 3", ":"])),
    st.sampled_from(["Characters (24)", "Name: x", "Leader: Vulca", "Family: 3", "Foo: bar", "# note", "// no", "--"]),
    st.text(st.characters(blacklist_characters=LINE_ENDS + "\ufeff", blacklist_categories=["Cs"]), max_size=40),
)  # fmt: skip


def accounted_for(reading: ParsedDeck) -> set[int]:
    return (
        {line.line for line in (*reading.lines, *reading.aside)}
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
            reading = parse_deck_text(text, cards, format_=key)[0]
            read = [line.text for line in (*reading.lines, *reading.aside)] + [line.text for line in reading.problems]
            told = " ".join(read + [words for _number, words in (*reading.headings, *reading.comments)])
            foreign = any("a deck for another game" in problem.template for problem in reading.problems)
            assert all(name in told for name, _count in held) or (foreign and len(held) >= MIN_FOREIGN_CARDS), key


# Ways to write a line of one card, by the text around "Vulca 05 Volca": its copies, and whether the line is marked.
ONE_CARD = [
    ("Volca 05", 1, False),
    ("05 Volca", 1, False),
    ("5 Volca", 1, True),
    ("02 Volca", 1, True),
    ("2 Volca", 2, False),
    ("5x Volca", 5, False),
    ("Vulca #5", 1, False),
    ("Vulca #5 # burns", 1, False),
    ("| 05 | Volca |", 1, False),
    ("05\tVulca\tVolca", 1, False),
    ("V05", 1, False),
    ("v 5", 1, False),
    ("2x V05", 2, False),
    ("Vulca05", 1, False),
    ("[b]Volca[/b]", 1, False),
    ("[*] [size=12]2x [i]Volca[/i][/size]", 2, False),
    ("[url=https://cards.example/5]Volca[/url]", 1, False),
    ("<li>Volca</li>", 1, False),
    ('<p>2&times; <a href="/cards/vulca-05/">Volca</a></p>', 2, False),
    ("[12.03.26, 18:20:11] Roland: 1 Volca", 1, False),
    ("12.03.26, 18:20 - Elinor: 2 Volca", 2, False),
    ("3/12/26, 6:20 PM - Roland: Volca", 1, False),
    ("1х Volca", 1, False),  # a Cyrillic letter
    ("\u200b2 Volca", 2, False),
    ("\u200e1 Vol\u00adca", 1, False),
    ("1.0 Volca", 1, False),
    ("2,0x Volca", 2, False),
    ("Volca 5/2", 1, False),
    ("• Volca – 3 moons", 1, False),
    ("Volca (3 Monde)", 1, False),
]


@pytest.mark.parametrize(("line", "copies", "marked"), ONE_CARD)
def test_a_line_is_one_card_with_as_many_copies_as_it_says(
    games: Mapping[str, Catalogue], line: str, copies: int, marked: bool
) -> None:
    reading = parse_deck_text(line, games["bluemoon"])[0]
    assert [(entry.code, entry.copies) for entry in reading.deck.entries] == [("Vulca 05", copies)]
    assert (reading.problems, bool(reading.marks)) == ((), marked)
    assert detect_game(line, games).game == "bluemoon"


def test_numbers_of_a_whole_list_are_marked_once(games: Mapping[str, Catalogue]) -> None:
    cards = games["bluemoon"]
    table = "\n".join(f"| {int(cards[code].number)} | {cards[code].name} |" for code in VULCA)
    reading = parse_deck(table, cards)
    assert [(entry.code, entry.copies) for entry in reading.deck.entries] == [(code, 1) for code in VULCA]
    assert [mark.message for mark in reading.marks] == [
        "29 numbers were read as numbers of the list, not as copies: one card each."
    ]


VULCA = [f"Vulca {number:02}" for number in range(1, 31)]


def test_a_range_is_asked_about_and_one_tap_takes_all_of_it(games: Mapping[str, Catalogue]) -> None:
    cards = games["bluemoon"]
    for text in ("Vulca 01-30", "Vulca 1 – 30", "V01 to V30", "Vulca 01 bis Vulca 30"):
        (problem,) = parse_deck(text, cards).problems
        assert problem.message == f"Does “{text}” mean these 30 cards, one of each?"
        mended = text_with_corrected_line(text, 1, problem.suggestions[0])
        assert [(entry.code, entry.copies) for entry in parse_deck(mended, cards).deck.entries] == [
            (code, 1) for code in VULCA
        ]
    assert parse_deck("Vulca 05-02", cards).marks


def test_a_line_of_many_cards_is_read_between_its_commas(games: Mapping[str, Catalogue]) -> None:
    cards = games["bluemoon"]
    line = ", ".join(f"2x {cards[code].name}" for code in VULCA)
    assert len(line) > 300
    assert [(entry.code, entry.copies) for entry in parse_deck(line, cards).deck.entries] == [
        (code, 2) for code in VULCA
    ]
    reading = parse_deck("Sear; Volca; Nobody at all", cards)
    assert [entry.code for entry in reading.deck.entries] == ["Vulca 10", "Vulca 05"]
    assert [(problem.line, problem.text) for problem in reading.problems] == [(1, "Nobody at all")]
    assert parse_deck("x, " * 5000, cards).problems[0].message == "The line is longer than 300 characters."


SIDEBOARDS = [
    "Sear\n{} \n2x Volca".format,
    lambda word: (
        f'<deck><section name="Main"><card qty="1">Sear</card></section><section name="{word}">'
        '<card qty="2">Volca</card></section></deck>'
    ),
    lambda word: (
        '<cockatrice_deck><zone name="main"><card number="1" name="Sear"/></zone><zone name="side">'
        '<card number="2" name="Volca"/></zone></cockatrice_deck>'
    ),
]


@pytest.mark.parametrize(
    ("written", "word"),
    [
        *((SIDEBOARDS[0], word) for word in ("Sideboard:", "Sideboard (2)", "// Sideboard", "MAYBE", "[b]Side[/b]")),
        *((written, "Sideboard") for written in SIDEBOARDS),
    ],
)
def test_what_stands_below_sideboard_is_kept_aside(
    games: Mapping[str, Catalogue], written: Callable[[str], str], word: str
) -> None:
    reading = parse_deck_text(written(word), games["bluemoon"])[0]
    assert [(entry.code, entry.copies) for entry in reading.deck.entries] == [("Vulca 10", 1)]
    assert [(line.code, line.copies) for line in reading.aside] == [("Vulca 05", 2)]
    back = parse_deck("Sideboard\nVolca\nMain deck (1)\nSear", games["bluemoon"])
    assert [entry.code for entry in back.deck.entries] == ["Vulca 10"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\f"])
def test_a_line_ends_however_a_program_ends_it(games: Mapping[str, Catalogue], end: str) -> None:
    text = f"Sear{end}Seer{end}Volca"
    reading = parse_deck(text, games["bluemoon"])
    assert [(line.line, line.code) for line in reading.lines] == [(1, "Vulca 10"), (3, "Vulca 05")]
    assert text_with_corrected_line(text, 2, "Blaze") == f"Sear{end}Blaze{end}Volca"


@pytest.mark.parametrize("title", ["Roland’s storm deck", "MIMIX by Elinor", "Meine Liste", "Колода огня"])
def test_a_title_above_the_cards_names_the_deck(games: Mapping[str, Catalogue], title: str) -> None:
    reading = parse_deck(f"{title}\n\nSear\nVolca", games["bluemoon"])
    assert (reading.deck.name, reading.problems) == (title, ())
    assert [mark.message for mark in reading.marks] == [f"“{title}” was taken as the name of the deck."]
    assert parse_deck(f"Sear\n{title}", games["bluemoon"]).problems


def test_a_mistyped_first_card_is_no_title(games: Mapping[str, Catalogue]) -> None:
    assert parse_deck("Flash the Incendary\nSear", games["bluemoon"]).problems
    assert parse_deck("Zorgblat the Unknown\nSear", games["bluemoon"]).problems


CTHULHU_FILE = (
    '<deck><section name="D"><card qty="1" id="45f006f4-02ed-4b8d-b095-eb5efe58d041">Guardian Shoggoth</card>'
    '</section><section name="Story Deck" /></deck>'
)
OTHER_GAME = "".join(f'<card qty="2" id="{number}">Sloane Gang {number}</card>' for number in range(6))


def test_the_game_of_a_file_is_told_from_its_cards(games: Mapping[str, Catalogue]) -> None:
    zone = '<card number="1" name="Ocean Crawlers"/><card number="1" name="Guardian Shoggoth"/>'
    for text in (CTHULHU_FILE, f'<cockatrice_deck><zone name="main">{zone}</zone></cockatrice_deck>'):
        assert detect_game(text, games).game == "cthulhu"
        assert parse_deck_text(text, games["cthulhu"])[0].problems == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"<deck><section>{OTHER_GAME}</section></deck>", "None of these 6 cards is from Blue Moon or Call of Cthulhu"),
        ('{"players": [{"name": "Roland"}]}', "The file was read, but it contains no cards."),
        ("<!DOCTYPE html><html><body><p>Sear</p></body></html>", "This is a whole web page."),
        ("https://cards.example/decks/5", "This is a link."),
    ],
)
def test_what_is_no_list_is_called_what_it_is(games: Mapping[str, Catalogue], text: str, message: str) -> None:
    for cards in games.values():
        (problem,) = parse_deck_text(text, cards)[0].problems
        assert problem.message.startswith(message)


def test_a_title_of_several_cards_is_told_by_its_subtitle_or_its_number_in_a_file(
    games: Mapping[str, Catalogue],
) -> None:
    cards = games["cthulhu"]
    (line,) = parse_deck("1 Carl Stanford (Deathless Fanatic)", cards).lines
    assert line.code == "CoC Carl Stanford, Deathless Fanatic"
    plain = "Carl Stanford"
    for card in cards.lookup(plain):
        number = int(card.printings[0].number[1:])  # type: ignore[attr-defined]
        card_line = f'<card qty="1" id="45f006f4-02ed-4b8d-b095-{number:012}">{plain}</card>'
        text = f'<deck><section name="D">{card_line}</section></deck>'
        assert [entry.code for entry in parse_deck_text(text, cards)[0].deck.entries] == [card.code]


def test_thirty_cards_of_one_people_offer_its_leader(games: Mapping[str, Catalogue]) -> None:
    cards = games["bluemoon"]
    text = "\n".join(VULCA)
    (mark,) = parse_deck(text, cards, guess=True).marks
    assert mark.message == "The list names no leader. Vulca decks are led by Inferno."
    mended = text_with_corrected_line(text, mark.line, mark.suggestions[0])
    assert parse_deck(mended, cards, guess=True).deck.leaders == ("Vulca 00",)
    assert parse_deck(mended, cards, guess=True).marks == ()
    assert parse_deck("Format: draft\n" + text, cards, guess=True).marks == ()


AROUND = st.sampled_from(
    ["{}", "- {}", "[b]{}[/b]", "<li>{}</li>", "> {}", "**{}**", "\u200b{}", "12.03.26, 18:20 - Roland: {}"]
)
COUNT = st.sampled_from(
    ["{n}x {c}", "{n} {c}", "{c} x{n}", "{c} ({n})", "{n}х {c}", "{n}.0 {c}", "{c}: {n}", "{n}\t{c}"]
)


@settings(max_examples=examples(60))
@given(data=st.lists(st.tuples(AROUND, COUNT, st.integers(1, 3), st.sampled_from(VULCA)), min_size=1, max_size=8))
def test_copies_never_exceed_what_was_written(
    games: Mapping[str, Catalogue], data: list[tuple[str, str, int, str]]
) -> None:
    cards = games["bluemoon"]
    written = [around.format(count.format(n=n, c=cards[code].name)) for around, count, n, code in data]
    reading = parse_deck("\n".join(written), cards)
    assert accounted_for(reading) == set(range(1, len(written) + 1))
    read = {line.line: (line.code, line.copies) for line in reading.lines}
    for number, (_around, _count, n, code) in enumerate(data, start=1):
        if number in read:
            assert read[number][0] == code
            assert read[number][1] <= n
        else:
            assert number in {problem.line for problem in reading.problems}
