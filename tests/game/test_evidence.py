"""Measuring cards: plans follow from the seed, sums are right, and an interrupted run goes on to the same tables."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.core.facts import Catalogue, People
from game.evidence.plan import DRAFTED, PEOPLES_SERIES, all_series, planned
from game.evidence.sums import Mean, Sums, difference
from game.management.commands import measure_cards
from tests.conftest import FIXTURES


@pytest.mark.parametrize("series", all_series())
def test_a_plan_follows_from_its_seed(facts: Catalogue, series: str) -> None:
    game = planned(facts, series, 12, seed=3)
    assert game == planned(facts, series, 12, seed=3)
    assert game.seed != planned(facts, series, 12, seed=4).seed
    for deck in (game.first, game.second):
        assert len(deck) == len(set(deck)) == 30


def test_two_drafted_decks_share_no_card(facts: Catalogue) -> None:
    for number in range(20):
        game = planned(facts, DRAFTED, number, seed=1)
        assert not set(game.first) & set(game.second)


def test_every_pair_of_peoples_comes_in_turn(facts: Catalogue) -> None:
    decks = {(game.first, game.second) for game in (planned(facts, PEOPLES_SERIES, n, seed=1) for n in range(81))}
    assert len(decks) == 81


def test_an_exchanged_deck_keeps_the_moon_limit(facts: Catalogue) -> None:
    for number in range(30):
        deck = planned(facts, "Khind", number, seed=2).first
        assert sum(facts[code].moons or 0 for code in deck if facts[code].people.value != "Khind") <= 10


def test_worth_is_with_less_without() -> None:
    with_it, without = Mean(), Mean()
    for value in (3, 1, 2, 2):
        with_it.add(value)
    for value in (0, -2, -1, -1):
        without.add(value)
    worth = difference(with_it, without)
    assert worth.value == 3
    assert worth.low < 3 < worth.high
    assert worth.games == 4
    assert with_it.less(with_it).count == 0


def test_a_drafted_game_counts_for_both_decks(facts: Catalogue) -> None:
    sums = Sums()
    game = planned(facts, DRAFTED, 0, seed=1)
    sums.add(game, 2)
    assert sums.holding[DRAFTED, game.first[0]].value == 2
    assert sums.holding[DRAFTED, game.second[0]].value == -2
    assert sums.every[DRAFTED].value == 0


@pytest.mark.parametrize("name", ["strength.csv", "strength_of_peoples.csv"])
def test_the_shipped_tables_hold_figures_within_their_intervals(facts: Catalogue, name: str) -> None:
    with (FIXTURES / "bluemoon" / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        assert float(row["low"]) <= float(row.get("worth") or row["crystals"]) <= float(row["high"])
        assert int(row["games"]) > 1
        assert row["code"] in facts if "code" in row else People(row["people"]) and People(row["against"])


def measure(folder: Path, games: int, **more: Any) -> tuple[str, str]:
    names = {name: folder / f"{name}.csv" for name in ("cards", "peoples")}
    call_command(
        "measure_cards", games=games, series=[DRAFTED, PEOPLES_SERIES], kept=folder / "kept.jsonl", **names, **more
    )
    return names["cards"].read_text(), names["peoples"].read_text()


def test_an_interrupted_run_ends_in_the_same_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_cards, "BATCH", 2)
    monkeypatch.setattr(measure_cards, "FEWEST_GAMES", 1)
    whole, part = tmp_path / "whole", tmp_path / "part"
    whole.mkdir()
    part.mkdir()
    expected = measure(whole, 4)
    measure(part, 3)  # not a whole number of batches
    with (part / "kept.jsonl").open("a") as kept:
        kept.write('{"series": "drafted", "sta')  # the machine went down here
    assert measure(part, 4) == expected
    assert expected[0].startswith("code,series,worth,low,high,games\n")


def test_kept_scores_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "kept.jsonl").write_text(json.dumps({"seed": 1}) + "\n")
    with pytest.raises(CommandError, match="line 1: these are no scores"):
        measure(tmp_path, 2)
