"""Rulings as scenes: the engine meets every expectation, no two contradict each other, each shows its own cards."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from boards.core.notation import cards_by_code
from boards.core.read import parse_position
from boards.core.reasons import why_illegal
from boards.core.scenes import Scene, parse_scenes
from boards.pages.scenes import shipped_scenes
from cards.core.facts import Catalogue
from cards.translations import read_translations
from common.errors import Invalid
from game.records.words import action_from_words
from tests.boards.scene_checks import conflicting_scenes, scene_faults

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "fixtures" / "bluemoon" / "scenes").glob("*.txt"))


def rulings() -> dict[str, set[str]]:
    """Return the cards that each ruling names."""
    with (ROOT / "fixtures" / "bluemoon" / "rulings.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["id"]: {code.strip() for code in row["cards"].split(";") if code.strip()}
            for row in csv.DictReader(file)
        }


def cards_in(facts: Catalogue, scene: Scene) -> set[str]:
    return {card.code for card in parse_position(facts, scene.position).state.table.facts}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_does_what_the_scenes_expect(facts: Catalogue, path: Path) -> None:
    scenes = parse_scenes(path.read_text(encoding="utf-8"))
    assert scenes and all(scene.rulings and scene.position and scene.steps for scene in scenes)
    assert [fault for scene in scenes for fault in scene_faults(facts, scene)] == []


def test_no_two_scenes_expect_unlike_things() -> None:
    assert list(conflicting_scenes(shipped_scenes())) == []


def test_scenes_that_expect_unlike_things_are_a_fault_unless_a_reading_names_both() -> None:
    text = "\n".join(
        f"# {title}\nrulings: {number}\nposition: TM1 h0=V05\ndo: pass\nturn: {turn}"
        for title, number, turn in (("One", "R0-01", 0), ("Two", "R0-02", 1))
    )
    (fault,) = conflicting_scenes(parse_scenes(text))
    assert fault.what == "turn: 1 here, 0 in “One”"
    assert list(conflicting_scenes(parse_scenes(text.replace("R0-01", "C-01").replace("R0-02", "C-01")))) == []


def test_titles_of_scenes_are_unlike() -> None:
    titles = [scene.title for scene in shipped_scenes()]
    assert sorted(title for title in set(titles) if titles.count(title) > 1) == []


def test_every_title_is_there_in_four_languages_with_the_same_cards(facts: Catalogue) -> None:
    titles = {re.sub(r", \d+$", "", scene.title) for scene in shipped_scenes()}
    rows = read_translations("scenes.csv")
    assert set(rows) == titles
    codes = cards_by_code(facts)
    for row in rows.values():
        assert all(row[language].strip() for language in ("de", "nl", "ru")), row["en"]
        named = [set(re.findall(r"\{(\w+)\}", row[language])) for language in ("de", "nl", "ru")]
        assert named[0] == named[1] == named[2] and named[0] <= set(codes), row["en"]


def test_a_scene_shows_the_cards_of_its_rulings(facts: Catalogue) -> None:
    """Each scene of a ruling has at least one of its cards, and together they have every one."""
    named = rulings()
    missing: list[tuple[str, str]] = []
    shown: dict[str, set[str]] = {}
    for scene in shipped_scenes():
        there = cards_in(facts, scene)
        for number in scene.rulings:
            if named.get(number):
                shown.setdefault(number, set()).update(there)
                if not named[number] & there:
                    missing.append((number, scene.title))
    assert missing == []
    assert {number: sorted(named[number] - there) for number, there in shown.items() if named[number] - there} == {}


@pytest.mark.parametrize(
    ("line", "says"),
    [("jump: high", "Line 1"), ("# A\nposition TM1", "Line 2"), ("# A\nthinks: much", "“thinks: much” is no line")],
)
def test_a_line_that_is_none_is_refused(line: str, says: str) -> None:
    with pytest.raises(Invalid) as error:
        parse_scenes(line)
    assert says in error.value.message


def test_what_differs_is_said_with_its_line(facts: Catalogue) -> None:
    text = (
        "# A\nrulings: GAME-04\nposition: TM1 el=fire h0=V05.V06 d0=V01 c1=H09 h1=H01\nto: character\n"
        "legal: play Vulca 05\ndo: play Vulca 05\nturn: 0\npower: 5 1\nnot allowed: play Vulca 06 because GAME-12\n"
        "at: Vulca 06 = deck\ndo: play Vulca 99"
    )
    faults = [f"{fault.line} {fault.what}" for scene in parse_scenes(text) for fault in scene_faults(facts, scene)]
    assert faults == [
        "5 legal: expected play Vulca 05, the engine has play Vulca 05 / play Vulca 06",
        "7 turn: expected 0, the engine has 1",
        "9 not allowed: play Vulca 06 because GAME-12: “Vulca 06” isn’t one of player 1’s cards.",
    ]


@pytest.mark.parametrize(
    ("position", "words", "rule", "says"),
    [
        ("el=fire h0=V05", "yes", "GAME-33", "There’s no question this would answer."),
        ("el=fire h0=V07.V04.V01 d0=V03 h1=H01 c1=P14.P16.P17", "take their Vulca 07", "GAME-33", "You can’t choose"),
        ("el=fire h0=V07.V04.V01 d0=V03 h1=H01 c1=P14.P16.P17", "pass", "GAME-33",
         "Answer the text of Pillar 14 first"),
        ("el=fire h0=V05 d0=V01 h1=H01 c0=H15 c1=H09", "use Hoax 15", "GAME-25", "comes last"),
        ("el=fire h0=V05 s0=K28 d0=V01 h1=H01 c1=H09", "use Khind 28", "GAME-08", "at the end of the turn"),
        ("el=fire h0=V05 s0=V22 d0=V01 h1=H01  c1=H09", "use Vulca 22", "GAME-33", "works on its own"),
        ("ph=engage el=fire h0=B01 i0=B28 c0=V12 d0=V01 h1=H01 c1=H09 s1=K26", "load Buka 01 on Buka 28", "R1-049",
         "forbids all supports: Khind 26"),
        ("ph=engage el=fire h0=M106 d0=V01 h1=H01 c1=H09", "continue", "R1-004", "condition on Mutant 106"),
    ],
)  # fmt: skip
def test_a_reason_says_what_is_really_in_the_way(
    facts: Catalogue, position: str, words: str, rule: str, says: str
) -> None:
    state = parse_position(facts, f"TM1 {position}").state
    reason = why_illegal(state, action_from_words(state.table, max(state.player, 0), words))
    assert reason and reason.rule == rule and says in reason.template % reason.params
