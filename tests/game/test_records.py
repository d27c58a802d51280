"""Games as files: the documented example, the shipped games, and everything that can be wrong with a file."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import Catalogue
from common.errors import Invalid
from game.powers.cards import POWERS
from game.records.coverage import cards_played_in_part, cards_played_without_text, power_coverage
from game.records.games import MAX_FILE_BYTES, parse_game_file, replay_game
from tests.effort import examples
from tests.game.traces.__main__ import main as compare_traces

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((Path(__file__).parent / "games").glob("*.json"))


def example() -> dict[str, Any]:
    text = (ROOT / "docs" / "game.md").read_text()
    match = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert match
    return parse_game_file(match.group(1).encode())


def refusal(facts: Catalogue, data: dict[str, Any]) -> str:
    with pytest.raises(Invalid) as error:
        replay_game(facts, data)
    return error.value.message


def test_the_example_of_the_documentation_plays(facts: Catalogue) -> None:
    played = replay_game(facts, example())
    assert played.steps == 7
    assert played.state.dragons_balance == 1


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_a_shipped_game_plays_to_its_recorded_end(facts: Catalogue, path: Path) -> None:
    played = replay_game(facts, parse_game_file(path.read_bytes()))
    assert played.outcome is not None


def test_an_illegal_step_is_named_with_its_rule(facts: Catalogue) -> None:
    data = example()
    data["steps"][1] = "play Vulca 18"
    message = refusal(facts, data)
    assert message.startswith("Step 2 (“play Vulca 18”)")
    assert "GAME-04" in message
    assert "play Vulca 05" in message


@pytest.mark.parametrize(
    ("place", "words", "rule"),
    [
        (0, "play Vulca 05", "GAME-03"),
        (2, "play Vulca 01", "GAME-06"),
        (3, "pass", "GAME-03"),
        (4, "announce fire", "GAME-10"),
        (5, "bluff Hoax 01", "GAME-13"),
    ],
)
def test_an_illegal_step_names_the_rule_of_its_phase(facts: Catalogue, place: int, words: str, rule: str) -> None:
    data = example()
    data["steps"][place] = words
    message = refusal(facts, data)
    assert message.startswith(f"Step {place + 1} (“{words}”)") and message.endswith(f"({rule}).")


def test_a_file_of_ten_megabytes_of_steps_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text(json.dumps(example() | {"steps": ["continue"] * 900_000}))
    assert path.stat().st_size > 10_000_000
    with pytest.raises(CommandError, match="too large"):
        call_command("replay_game", str(path))


def test_a_recorded_power_that_differs_is_named(facts: Catalogue) -> None:
    data = example()
    data["steps"][2]["power"] = [6, 0]
    assert refusal(facts, data).startswith("Step 3 (“announce fire”): power recorded [6, 0], the engine has [5, 0]")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"decks": [{"cards": ["Vulca 99"]}, {"cards": []}]}, "isn’t a card"),
        ({"decks": [{"cards": ["Vulca 01", "Vulca 01"]}, {"cards": []}]}, "twice (DECK-08)"),
        ({"decks": [{"cards": ["Vulca 00"]}, {"cards": []}]}, "DECK-09"),
        ({"decks": [{"cards": ["Tutu slot 1"]}, {"cards": []}]}, "We don’t know enough about “"),
        ({"decks": [{"cards": []}]}, "a list of two is wanted"),
        ({"decks": 7}, "a list of two is wanted"),
        ({"decks": [[], []]}, "an object with “cards”"),
        ({"decks": [{"cards": [1]}, {"cards": []}]}, "a list of card codes"),
        ({"decks": [{"cards": [], "inquisitor": "Inq 999"}, {"cards": []}]}, "” isn’t a known inquisitor."),
        ({"order": [["Vulca 05"], []]}, "The given order doesn’t match player 0’s draw deck"),
        ({"order": [["Hoax 05"], []]}, "isn’t one of player 0’s cards"),
        ({"start": 2}, "start is 0 or 1"),
        ({"start": True}, "start is 0 or 1"),
        ({"seed": "x"}, "a whole number"),
        ({"settings": {"speed": 1}}, "” isn’t a game setting, or its value isn’t valid. Settings:"),
        ({"settings": []}, "an object is wanted"),
        ({"steps": "play"}, "a list is wanted"),
        ({"steps": [7]}, "Step 1"),
        ({"steps": ["fly"]}, "” isn’t an action. An action starts with one of"),
        ({"steps": ["\x1b[31mpass"]}, "Step 1: a text holds characters that cannot be printed: '\\x1b[31mpass'"),
        ({"decks": [{"cards": ["\ud800"]}, {"cards": []}]}, "cannot be printed"),
        ({"order": [["Vulca 05", "Vulca 05", "Vulca 01"], []]}, "The given order doesn’t match player 0’s draw deck"),
        ({"steps": ["play Nobody 01"]}, "isn’t one of player 0’s cards"),
        ({"steps": ["pass"] * 30_000}, "no game has more"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_words(facts: Catalogue, change: dict[str, Any], words: str) -> None:
    assert words in refusal(facts, example() | change)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[]", "it is no game"),
        (b'{"format": "ten-moons-game", "version": 9}', "“version” must be 1"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "thousands of digits"),
        (b" " * (MAX_FILE_BYTES + 1), "too large"),
    ],
)
def test_bytes_that_are_no_game_are_refused_in_words(raw: bytes, words: str) -> None:
    with pytest.raises(Invalid) as error:
        parse_game_file(raw)
    assert words in error.value.message


def test_a_cut_off_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_bytes(GAMES[0].read_bytes()[:2000])
    with pytest.raises(CommandError, match=r"Line .* not JSON"):
        call_command("replay_game", str(path))


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(["Vulca 05"])
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner))


@settings(max_examples=examples(30))
@given(place=st.integers(0, 10_000), value=values)
def test_whatever_stands_somewhere_in_a_file_it_is_played_or_refused_in_words(
    facts: Catalogue, place: int, value: Any
) -> None:
    data = example()
    data["steps"][3] = {"do": "retreat", "picks": ["Vulca 05"], "shuffled": [["Vulca 05"]], "power": [0, 0]}
    spots = list(_spots(data))
    inside, key = spots[place % len(spots)]
    inside[key] = value
    with contextlib.suppress(Invalid):
        replay_game(facts, data)


def _spots(inside: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a file that holds a value."""
    keys = list(inside) if isinstance(inside, dict) else range(len(inside))
    for key in keys:
        yield inside, key
        if isinstance(inside[key], dict | list):
            yield from _spots(inside[key])


def test_steps_after_the_end_are_refused(facts: Catalogue) -> None:
    data = parse_game_file(GAMES[0].read_bytes())
    data["steps"].append("pass")
    assert "the game is over already" in refusal(facts, data)


@pytest.mark.parametrize(
    "line", [b"{}\n", b"[1]\n", b"x" * 100, b'{"id": 1, "order": 2, "start": 3, "steps": 4, "end": 5}']
)
def test_traces_that_are_none_are_refused(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(line)
    with pytest.raises(SystemExit, match="this isn’t a recorded game"):
        compare_traces([str(path)])


def test_an_empty_file_of_traces_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    with pytest.raises(SystemExit, match="is empty"):
        compare_traces([str(path)])


def test_a_cut_off_gzip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}" * 10_000)[:-9])
    with pytest.raises(SystemExit, match="is incomplete or isn’t a gzip file"):
        compare_traces([str(path)])


def test_a_played_game_can_be_replayed(tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("play_game", "Buka", "Flit", "--seed", "3", "--players", "random", "random", "--json", stdout=out)
    path = tmp_path / "game.json"
    path.write_text(out.getvalue())
    said = io.StringIO()
    call_command("replay_game", str(path), "--log", stdout=said)
    assert "steps are legal" in said.getvalue()
    assert json.loads(out.getvalue())["result"]


def test_a_text_left_out_is_said(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("Terrah 28\nVulca 01\nSpark\n# a remark\nVulca 02\nVulca 03\nVulca 04\nVulca 05\n")
    out = io.StringIO()
    call_command("play_game", str(deck), "Hoax", "--players", "random", "random", stdout=out)
    assert "Terrah 28 was played without its text, or with only part of it." in out.getvalue()


def test_a_text_that_no_power_stands_for_is_not_played_in_silence(facts: Catalogue) -> None:
    told, plain = facts["Vulca 14"], facts["Vulca 01"]
    new = replace(told, code="Vulca 99")  # a card that was added to the catalogue, with a text
    assert cards_played_without_text([told, plain, facts["Terrah 28"], facts["Terrah 28"], new]) == (
        "Terrah 28",
        "Vulca 99",
    )
    assert cards_played_without_text([replace(plain, code="Vulca 99")]) == ()
    assert cards_played_in_part([told, plain, facts["Khind 32"], facts["Terrah 28"]]) == ("Khind 32", "Terrah 28")


def test_every_known_power_is_declared_and_all_but_three_carried_out_whole(facts: Catalogue) -> None:
    covered = power_coverage(facts)
    assert {card.code for card in facts if card.summary} == set(POWERS)
    assert set(covered.not_carried_out) == {"Aqua 15", "Terrah 28"}
    assert set(covered.carried_out_in_part) == {"Khind 32"}
    assert len(covered.carried_out) == 160
    assert covered.known == 163
