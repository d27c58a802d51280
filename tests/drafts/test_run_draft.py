"""Command `run_draft`: counts, seeds and output."""

from __future__ import annotations

import io
import json
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.db import DatabaseError

from cards.core.facts import Catalogue
from drafts.core.engine.play import replay_picks
from drafts.core.engine.setup import Setup, parse_peoples
from drafts.core.engine.state import DraftPick
from tests.drafts.core.test_setup import ROWS, peoples_for


@pytest.fixture(autouse=True)
def _catalogue(db_catalogue: Catalogue) -> None:
    """The command reads the catalogue of the database."""


def run(**options: Any) -> dict[str, Any]:
    out = io.StringIO()
    call_command("run_draft", json=True, stdout=out, **options)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def refused(**options: Any) -> dict[str, Any]:
    out = io.StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("run_draft", json=True, stdout=out, **options)
    assert caught.value.code == 3
    error: dict[str, Any] = json.loads(out.getvalue())["error"]
    return error


@pytest.mark.parametrize("name", [name for name in ROWS if name != "6, two boxes"])
def test_every_row_of_the_table_comes_out_with_its_counts(name: str) -> None:
    players, pool, dealt, rest, last, kept, leftover, discards, _ = ROWS[name]
    peoples = peoples_for(players, buka="Buka" in name or players == 6)
    played = run(players=players, peoples=",".join(peoples).lower(), seed="5")
    assert [len(pool) for pool in played["pools"]] == [kept] * players
    assert len(played["leftover"]) == leftover
    assert len(played["discards"]) + len(played["leftover"]) == played["setup"]["discard_pile"] == discards
    assert len(played["deal"]) == pool == dealt + rest
    assert played["setup"]["last_deal"] == last
    everywhere = [code for pool in played["pools"] for code in pool] + played["discards"] + played["leftover"]
    assert sorted(everywhere) == sorted(played["deal"])


def test_the_printed_picks_replay_to_the_printed_pools() -> None:
    played = run(players=3, peoples="vulca,hoax,mimix,buka", seed="1", step8="alternate")
    setup = Setup(3, parse_peoples(played["setup"]["peoples"]))
    state = replay_picks(setup, played["deal"], [DraftPick(**pick) for pick in played["picks"]])
    assert [list(hand) for hand in state.hands] == played["pools"]
    assert list(state.discards) == played["discards"]


def test_the_same_seed_gives_the_same_output() -> None:
    assert run(players=2, peoples="flit,aqua,buka", seed="9") == run(players=2, peoples="buka,flit,aqua", seed="9")


def test_without_a_seed_a_new_one_is_made_and_told() -> None:
    played = run(players=2)
    assert run(players=2, seed=played["setup"]["seed"]) == played


@pytest.mark.parametrize(
    ("options", "rule", "words"),
    [
        ({"players": 7, "peoples": "vulca,hoax"}, "DRAFT-23", "2 to 6 players"),
        ({"players": 1}, "DRAFT-23", "2 to 6 players"),
        ({"players": 4, "peoples": "vulca,hoax,mimix"}, "DRAFT-02", "4 players need 6 peoples; you’ve chosen 3"),
        ({"players": 2, "peoples": "vulca,vulca,mimix"}, "DRAFT-02", "Vulca is chosen more than once"),
        ({"players": 2, "peoples": "vulca,dwarves,mimix"}, "DRAFT-02", "“dwarves” is not one of the peoples"),
        ({"players": 2, "step8": "down"}, "DRAFT-20", "“down”"),
        ({"players": "two"}, None, "“two” isn’t a valid number of players"),
    ],
    ids=lambda value: str(value),
)
def test_an_impossible_set_up_is_refused_with_the_rule(options: dict[str, Any], rule: str, words: str) -> None:
    error = refused(seed="1", **options)
    assert error["rule"] == rule
    assert words in error["message"]


def test_without_json_the_refusal_is_one_kind_sentence() -> None:
    err = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("run_draft", players=7, stderr=err)
    assert err.getvalue() == "A draft must have 2 to 6 players, not 7. (DRAFT-23)\n"


def test_without_json_the_pools_are_listed() -> None:
    out = io.StringIO()
    call_command("run_draft", players=2, seed="3", stdout=out)
    assert "Each player keeps 39; 21 are discarded (1 never dealt)." in out.getvalue()
    assert out.getvalue().count("Seat ") == 2


@pytest.mark.parametrize(
    "answer",
    [DatabaseError("We couldn’t find that table in this event."), [Catalogue(())]],
    ids=["no tables", "no cards"],
)
def test_without_a_catalogue_in_the_database_the_fixture_serves(answer: Any) -> None:
    expected = run(players=2, seed="9")
    with patch("cards.catalogue.queries.catalogue", side_effect=answer):
        assert run(players=2, seed="9") == expected


def test_every_pick_is_explained_in_one_sentence() -> None:
    played = run(players="2", seed="why")
    assert len(played["reasons"]) == len(played["picks"])
    assert all(why.endswith(".") for why in played["reasons"])
    out = io.StringIO()
    call_command("run_draft", players="2", seed="why", explain=True, stdout=out)
    assert played["reasons"][0] in out.getvalue()


def test_peoples_are_read_in_the_languages_of_the_site() -> None:
    played = run(players=2, peoples="Вулка,хоукс,Flit", seed="5")
    assert played["setup"]["peoples"] == ["vulca", "hoax", "flit"]
    assert "Вулкан" in refused(players=2, peoples="Вулкан,Хоукс,Flit")["message"]
