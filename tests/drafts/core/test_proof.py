from __future__ import annotations

import json
import random
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import PEOPLES
from common.errors import Invalid
from drafts.core.engine.setup import Setup
from drafts.core.proof.document import proofs_for
from drafts.core.proof.merkle import climb, commitment, leaf, levels, path
from drafts.core.proof.verify import check
from tests.drafts.core.test_play import play, setups

SECRET = bytes(range(32))


def paper_of(setup: Setup, seed: int, seat: int, until: int = 999) -> dict[str, Any]:
    state, picks = play(setup, random.Random(seed), until=until)
    promised = commitment("k3j9", state.deal, SECRET)
    made: dict[str, Any] = json.loads(
        json.dumps(
            proofs_for(
                table="k3j9",
                setup=setup,
                deal=state.deal,
                picks=picks,
                seat=seat,
                secret=SECRET,
                commitment=promised,
            )
        )
    )
    return made


@given(st.integers(1, 70))
def test_every_leaf_leads_to_the_top_and_to_no_other_place(size: int) -> None:
    leaves = [leaf(index, str(index), b"s") for index in range(size)]
    tree = levels(leaves)
    for index in range(size):
        way = path(tree, index)
        assert climb(leaves[index], index, size, way) == tree[-1][0]
        assert size == 1 or climb(leaves[index], (index + 1) % size, size, way) != tree[-1][0]


@given(setups(), st.integers(0, 2**16), st.integers(0, 5), st.integers(0, 300))
def test_a_seat_can_prove_every_card_it_saw_and_no_other(setup: Setup, seed: int, seat: int, until: int) -> None:
    seat %= setup.players
    paper = paper_of(setup, seed, seat, until)
    verdict = check(paper, noted=paper["commitment"].upper())
    assert verdict.holds, verdict.faults
    state, _picks = play(setup, random.Random(seed), until=until)
    assert verdict.packets == len(state.hands[seat])
    assert [one["kept"] for one in paper["packets"]] == list(state.hands[seat])
    text = json.dumps(paper)
    shown = {proof["card"] for proof in paper["proofs"]}
    assert not [card for card in set(state.deal) - shown if f'"{card}"' in text]
    assert SECRET.hex() not in text


SPOILT: dict[str, Callable[[dict[str, Any]], object]] = {
    "card": lambda paper: paper["proofs"][7].update(card="Vulca 99"),
    "salt": lambda paper: paper["proofs"][7].update(salt="00" * 32),
    "index": lambda paper: paper["proofs"][7].update(index=paper["proofs"][7]["index"] + 1),
    "path": lambda paper: paper["proofs"][7]["path"].__setitem__(0, "00" * 32),
    "longer path": lambda paper: paper["proofs"][7]["path"].append("00" * 32),
    "table": lambda paper: paper.update(table="other"),
    "commitment": lambda paper: paper.update(commitment="00" * 32),
    "packet": lambda paper: paper["packets"][3]["cards"].pop(),
    "foreign card": lambda paper: paper["packets"][0]["cards"].__setitem__(0, paper["packets"][5]["cards"][0]),
    "kept": lambda paper: paper["packets"][2].update(kept="Vulca 99"),
    "no proof": lambda paper: paper["proofs"].pop(7),
    "size": lambda paper: paper.update(size=paper["size"] + 1),
}


def spoilt(paper: dict[str, Any], how: str) -> dict[str, Any]:
    SPOILT[how](paper)
    return paper


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ("card", "proofs"),
        ("salt", "proofs"),
        ("index", "proofs"),
        ("path", "proofs"),
        ("longer path", "proofs"),
        ("table", "proofs"),
        ("commitment", "proofs"),
        ("size", "proofs"),
        ("packet", "packets"),
        ("foreign card", "packets"),
        ("kept", "packets"),
        ("no proof", "packets"),
    ],
)
def test_a_file_that_was_tampered_with_is_found_out_and_the_place_is_named(how: str, where: str) -> None:
    setup = Setup(4, PEOPLES[:6])
    verdict = check(spoilt(paper_of(setup, 5, 2), how))
    assert not verdict.holds
    assert verdict.faults[0].where == where
    assert str(verdict.faults[0])


def test_another_commitment_than_the_one_noted_is_said(tmp_path: Path) -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 1, 0)
    assert [fault.where for fault in check(paper, noted="ab" * 32).faults] == ["commitment"]


@pytest.mark.parametrize("broken", [None, [], "text", {}, {"format": "other/1"}])
def test_what_is_no_proof_is_refused(broken: object) -> None:
    with pytest.raises(Invalid, match="no proof"):
        check(broken)


@pytest.mark.parametrize("key", ["commitment", "size", "table", "proofs", "rounds", "packets", "players", "seat"])
def test_a_damaged_proof_is_refused(key: str) -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 1, 0)
    del paper[key]
    with pytest.raises(Invalid, match="damaged"):
        check(paper)


def test_the_command_says_whether_it_holds(tmp_path: Path) -> None:
    paper, file = paper_of(Setup(3, PEOPLES[:4]), 1, 1), tmp_path / "proof.json"
    file.write_text(json.dumps(paper))
    out = StringIO()
    call_command("verify_draft", str(file), stdout=out)
    assert "It holds" in out.getvalue()
    assert paper["commitment"] in out.getvalue()
    file.write_text(json.dumps(spoilt(paper, "card")))
    with pytest.raises(SystemExit) as left:
        call_command("verify_draft", str(file), "--json", stdout=(out := StringIO()))
    assert left.value.code == 1
    assert json.loads(out.getvalue())["faults"][0]["at"] == paper["proofs"][7]["index"]


@pytest.mark.parametrize("text", ["", "not json", "[1]"])
def test_the_command_refuses_what_it_cannot_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(text)
    for name in (file, tmp_path / "nothing"):
        with pytest.raises(SystemExit) as left:
            call_command("verify_draft", str(name), stderr=StringIO())
        assert left.value.code == 3
