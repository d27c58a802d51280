"""Commands of matches: `score_match` and `pair_round`, with what each prints and refuses."""

from __future__ import annotations

import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

Answer = tuple[int, dict[str, Any]]


def run(command: str, path: Path, content: object) -> Answer:
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    out = StringIO()
    status = 0
    try:
        call_command(command, str(path), stdout=out)
    except SystemExit as stop:
        status = int(stop.code or 0)
    return status, json.loads(out.getvalue())


MATCH = {
    "edition": "legends",
    "target": 5,
    "players": ["A", "B"],
    "games": [
        {"winner": "A", "dragons": 3, "crystal_cards": 0, "ended": "fourth_dragon"},
        {"winner": "B", "dragons": 0, "crystal_cards": 0, "ended": "decline"},
    ],
}


def test_score_match_prints_the_score(tmp_path: Path) -> None:
    status, answer = run("score_match", tmp_path / "match.json", MATCH)
    assert status == 0
    expected: object = {
        "crystals": {"A": 4, "B": 1},
        "winner": None,
        "drawn": False,
        "next_starter": "A",
        "findings": [],
    }
    assert answer == expected


def test_score_match_says_that_a_match_was_drawn(tmp_path: Path) -> None:
    games: list[object] = [{"winner": who, "dragons": 2, "ended": "decline"} for who in ("A", "B")]
    games.append({"winner": None, "dragons": 0, "ended": "time"})
    status, answer = run("score_match", tmp_path / "match.json", {**MATCH, "games": games})
    assert (answer["crystals"], answer["winner"]) == ({"A": 3, "B": 3}, None)
    assert (status, answer["drawn"], answer["next_starter"]) == (0, True, None)


def test_score_match_says_which_rule_a_game_breaks(tmp_path: Path) -> None:
    games = [{"winner": "A", "dragons": 4, "crystal_cards": 0, "ended": "out_of_cards"}]
    status, answer = run("score_match", tmp_path / "match.json", {**MATCH, "games": games})
    assert status == 1
    assert [(finding["code"], finding["severity"], finding["game"]) for finding in answer["findings"]] == [
        ("MATCH-01", "error", 1)
    ]


def test_a_game_is_scored_from_its_fights_alone(tmp_path: Path) -> None:
    six: dict[str, object] = {"winner": "A", "combat": 4, "support": 2}
    games = [{"fights": [six, six]}, {"fights": [{"winner": "B", "bluff": True}], "ended": "out_of_cards"}]
    penalties = [{"player": "A", "after": 2}]
    agreed = {"penalty": "crystals", "penalty_crystals": 2}
    content = {**MATCH, **agreed, "games": games, "penalties": penalties}
    status, answer = run("score_match", tmp_path / "match.json", content)
    assert (status, answer["crystals"], answer["next_starter"]) == (0, {"A": 4, "B": 4}, "A")
    combat = {**MATCH, "games": games, "six_cards": "combat_only"}
    status, answer = run("score_match", tmp_path / "match.json", combat)
    assert (status, answer["crystals"]) == (0, {"A": 3, "B": 2})
    said = {**MATCH, "games": [{"fights": [six], "winner": "B", "dragons": 1, "ended": "out_of_cards"}]}
    status, answer = run("score_match", tmp_path / "match.json", said)
    assert status == 1 and [finding["code"] for finding in answer["findings"]] == ["MATCH-07"]


@pytest.mark.parametrize("agreed", ["emissary", "inquisitor", "crystal_cards"])
def test_a_penalty_is_seven_where_an_expansion_was_agreed(tmp_path: Path, agreed: str) -> None:
    games = [{"winner": "A", "dragons": 0, "ended": "penalty"}]
    _, answer = run("score_match", tmp_path / "match.json", {**MATCH, "games": games, agreed: True})
    assert answer["crystals"]["A"] == 7


@pytest.mark.parametrize(
    ("content", "line", "near"),
    [
        ('{"players": ["A", "B"],\n"inquisitors": true}', 1, "inquisitor"),
        ('{"players": ["A", "B"], "games": [\n{"winer": "A", "dragons": 1, "ended": "time"}]}', 2, "winner"),
        ('{"players": ["A", "B"], "games": [\n{"fights": [\n{"winner": "A", "bluf": true}]}]}', 3, "bluff"),
        ('{"players": ["A", "B"],\n"penalties": [{"player": "A", "aftr": 1}]}', 2, "after"),
    ],
)
def test_a_field_that_is_not_known_is_refused_with_its_place(
    tmp_path: Path, content: str, line: int, near: str
) -> None:
    status, answer = run("score_match", tmp_path / "match.json", content)
    assert (status, answer["error"]["line"]) == (3, line)
    assert near in answer["error"]["message"]


def test_a_winner_of_null_is_a_finding(tmp_path: Path) -> None:
    games = [{"winner": None, "dragons": 1, "ended": "out_of_cards"}]
    status, answer = run("score_match", tmp_path / "match.json", {**MATCH, "games": games})
    assert status == 1 and answer["findings"][0]["code"] == "MATCH-01"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param('{"players": ["A", "B"],\n "games": [}', 2, id="not-json"),
        pytest.param(
            '{"players": ["A", "B"],\n "games": [\n{"winner": "A", "dragons": "3"}]}', 3, id="a-text-for-dragons"
        ),
        pytest.param('{"players": ["A", "B"], "games": [\n\n{"winner": "A", "dragons": 1}]}', 3, id="no-end"),
        pytest.param(
            '{"players": ["A", "B"], "games": [{"winner": "A", "dragons": true, "ended": "x"}]}', 1, id="true"
        ),
        pytest.param('{"players": ["A", "B"], "games": [1]}', 1, id="a-game-that-is-a-number"),
        pytest.param('{"players": ["A"]}', 1, id="one-player"),
        pytest.param('{"players": ["A", "B"], "six_cards": "all"}', 1, id="no-such-reading"),
        pytest.param('{"players": ["A", "B"], "games": [{"fights": [1]}]}', 1, id="a-fight-that-is-a-number"),
        pytest.param('{"players": ["A", "B"],\n"penalties": [{"player": "A"}]}', 2, id="half-a-penalty"),
        pytest.param("[]", 1, id="a-list"),
        pytest.param("", 1, id="empty"),
        pytest.param(b'{"edition":\n"\xff"}', 2, id="not-utf-8"),
        pytest.param("[" * 100_000, 1, id="nested-too-deeply"),
        pytest.param('{"target": 1' + "0" * 5000 + "}", 1, id="a-number-without-end"),
    ],
)
def test_an_unreadable_match_names_the_line(tmp_path: Path, content: str | bytes, line: int) -> None:
    status, answer = run("score_match", tmp_path / "match.json", content)
    assert status == 3
    assert answer["error"]["line"] == line and answer["error"]["message"]


def test_a_file_that_is_not_there_is_unreadable(tmp_path: Path) -> None:
    status, answer = run("score_match", tmp_path / "none.json", None)
    assert status == 3 and answer["error"]["message"]


def test_score_match_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(json.dumps(MATCH).encode())))
    out = StringIO()
    call_command("score_match", "-", stdout=out)
    assert json.loads(out.getvalue())["crystals"] == {"A": 4, "B": 1}


def test_pair_round_prints_the_pairings(tmp_path: Path) -> None:
    players: list[dict[str, object]] = [
        {"id": "A", "points": 3, "opponents": ["B"], "byes": 0, "dropped": False},
        {"id": "B", "points": 3, "opponents": ["A"], "byes": 0, "dropped": False},
        {"id": "C", "points": 0, "opponents": [], "byes": 0, "dropped": False},
        {"id": "D", "points": 0, "opponents": [], "byes": 0, "dropped": False},
        {"id": "E", "points": 0, "opponents": [], "byes": 1, "dropped": True},
    ]
    field = {"seed": 7, "players": players, "fixed": [["A", "D"]]}
    status, answer = run("pair_round", tmp_path / "field.json", field)
    assert status == 0
    assert answer == {"pairings": [["A", "D"], ["B", "C"]], "bye": None, "rematches": []}


@pytest.mark.parametrize(
    "content",
    [
        '{"seed": 1}',
        '{"seed": "x", "players": []}',
        '{"players": [{"points": 1}]}',
        '{"players": [{"id": 1, "opponents": [[]]}]}',
        '{"players": [{"id": 1}], "fixed": [[1]]}',
        '{"players": [{"id": 1}, {"id": 1}]}',
        '{"players": [{"id": 1, "points": 1e999}]}',
    ],
)
def test_pair_round_refuses_what_it_cannot_read(tmp_path: Path, content: str) -> None:
    status, answer = run("pair_round", tmp_path / "field.json", content)
    assert status == 3 and answer["error"]["message"]
