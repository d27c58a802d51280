"""Proof of the shuffle: commitments, the file a player checks, and the command that checks it."""

from __future__ import annotations

import json
import random
import re
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
from drafts.core.engine.setup import DEAL_TABLE, Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.proof.document import (
    CommittedDeal,
    committed_seats,
    pile_proof_document_for,
    proof_document_for,
    setup_digest_of_deal,
)
from drafts.core.proof.merkle import leaf_hash, merkle_path, root_from_path, shuffle_commitment, tree_levels
from drafts.core.proof.verify import check_proof
from drafts.core.ways.winston import HiddenPiles, replay_piles
from tests.drafts.core.test_play import play, setups

DOCS = Path(__file__).resolve().parents[3] / "docs" / "draft-proofs.md"
SECRET = bytes(range(32))


def paper_of(setup: Setup, seed: int, seat: int, until: int = 999, *, bound: bool = True) -> dict[str, Any]:
    state, picks = play(setup, random.Random(seed), until=until)
    seats = committed_seats([f"Player {number}" for number in range(setup.players)], SECRET) if bound else ()
    promised = shuffle_commitment("k3j9", state.deal, SECRET, setup_digest_of_deal(setup, seats))
    deal = CommittedDeal("k3j9", setup, state.deal, SECRET, promised, seats)
    made: dict[str, Any] = json.loads(json.dumps(proof_document_for(deal, seat, picks, called_off=not state.is_over)))
    return made


@given(st.integers(1, 70))
def test_every_leaf_leads_to_the_top_and_to_no_other_place(size: int) -> None:
    leaves = [leaf_hash(index, str(index), b"s") for index in range(size)]
    tree = tree_levels(leaves)
    for index in range(size):
        way = merkle_path(tree, index)
        assert root_from_path(leaves[index], index, size, way) == tree[-1][0]
        assert size == 1 or root_from_path(leaves[index], (index + 1) % size, size, way) != tree[-1][0]


@given(setups(), st.integers(0, 2**16), st.integers(0, 5), st.integers(0, 300), st.booleans())
def test_a_seat_can_prove_every_card_it_saw_and_no_other(
    setup: Setup, seed: int, seat: int, until: int, bound: bool
) -> None:
    seat %= setup.players
    paper = paper_of(setup, seed, seat, until, bound=bound)
    state, _picks = play(setup, random.Random(seed), until=until)
    picks = None if state.is_over else len(state.hands[seat])
    verdict = check_proof(paper, noted=paper["commitment"].upper(), picks=picks)
    assert verdict.is_valid, verdict.faults
    assert verdict.packets == len(state.hands[seat])
    assert [packet["kept"] for packet in paper["packets"]] == list(state.hands[seat])
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
    verdict = check_proof(spoilt(paper_of(setup, 5, 2), how))
    assert not verdict.is_valid
    assert verdict.faults[0].where == where
    assert str(verdict.faults[0])


def test_another_commitment_than_the_one_noted_is_said(tmp_path: Path) -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 1, 0)
    assert [fault.where for fault in check_proof(paper, noted="ab" * 32).faults] == ["commitment"]


@pytest.mark.parametrize("broken", [None, [], "text", {}, {"format": "other/1"}])
def test_what_is_no_proof_is_refused(broken: object) -> None:
    with pytest.raises(Invalid, match="a draft proof"):
        check_proof(broken)


@pytest.mark.parametrize("key", ["commitment", "size", "table", "proofs", "rounds", "packets", "players", "seat"])
def test_a_damaged_proof_is_refused(key: str) -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 1, 0)
    del paper[key]
    with pytest.raises(Invalid, match="damaged"):
        check_proof(paper)


def test_the_command_says_whether_it_holds(tmp_path: Path) -> None:
    paper, file = paper_of(Setup(3, PEOPLES[:4]), 1, 1), tmp_path / "proof.json"
    file.write_text(json.dumps(paper))
    out = StringIO()
    call_command("verify_draft", str(file), stdout=out)
    every = len(paper["packets"])
    assert (
        "are the ones committed to before the draft." in out.getvalue()
        and f"cards in {every} of {every} packets" in out.getvalue()
    )
    assert paper["commitment"] in out.getvalue()
    file.write_text(json.dumps(spoilt(paper, "card")))
    with pytest.raises(SystemExit) as left:
        call_command("verify_draft", str(file), "--json", stdout=(out := StringIO()))
    assert left.value.code == 1
    assert json.loads(out.getvalue())["faults"][0]["at"] == paper["proofs"][7]["index"]


@pytest.mark.parametrize("text", ["", "not json", "[1]", "9" * 5_000])
def test_the_command_refuses_what_it_cannot_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text(text)
    for name in (file, tmp_path / "nothing"):
        with pytest.raises(SystemExit) as left:
            call_command("verify_draft", str(name), stderr=StringIO())
        assert left.value.code == 3


def _without_packets_of_the_others(paper: dict[str, Any]) -> None:
    paper["packets"] = paper["packets"][::2]


def _only_the_first_round(paper: dict[str, Any], *, called_off: bool = False) -> None:
    paper["called_off"] = called_off
    paper["packets"] = [packet for packet in paper["packets"] if packet["round"] == 1]


def _only_the_first_pick_of_each_round(paper: dict[str, Any]) -> None:
    paper["format"] = "tenmoons-paper-proof/1"
    paper["packets"] = [packet for packet in paper["packets"] if packet["number"] == 1]


def _a_card_comes_back(paper: dict[str, Any]) -> None:
    """The third packet of two players is the first again: it shows the card that this seat took out of it."""
    first, third = paper["packets"][0], paper["packets"][2]
    cards = {proof["index"]: proof["card"] for proof in paper["proofs"]}
    taken = next(index for index in first["cards"] if cards[index] == first["kept"])
    third["cards"] = [taken, *third["cards"][1:]]
    third["kept"] = first["kept"]


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    "nothing at all": lambda paper: paper.update(proofs=[], packets=[]),
    "every other packet": _without_packets_of_the_others,
    "one round": _only_the_first_round,
    "the last pick": lambda paper: paper["packets"].pop(),
    "a packet twice": lambda paper: paper["packets"].append(paper["packets"][4]),
    "a card comes back": _a_card_comes_back,
    "This draft doesn’t have that seat.": lambda paper: paper.update(seat=7),
    "the other seat": lambda paper: paper.update(seat=1),
    "a larger packet": lambda paper: paper["rounds"][-1].update(packet=paper["rounds"][-1]["packet"] + 1),
    "more players": lambda paper: paper.update(players=4),
    "another direction": lambda paper: paper["rounds"][0].update(direction="left"),
    "another name": lambda paper: paper["seats"].update(name="Somebody else"),
    "seats changed": lambda paper: paper["seats"]["all"].reverse(),
    "called off in the middle": lambda paper: (paper.update(called_off=True), paper["packets"].pop(3)),
    "called off before it began": lambda paper: paper.update(called_off=True, proofs=[], packets=[]),
    "called off after round one": lambda paper: _only_the_first_round(paper, called_off=True),
    "a table with real cards": lambda paper: _only_the_first_pick_of_each_round(paper),
    "a proof twice": lambda paper: paper["proofs"].append(paper["proofs"][0]),
    "the older form": lambda paper: paper.update(format="tenmoons-draft-proof/1"),
}
BROKEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "a size with a fraction": lambda paper: paper.update(size=paper["size"] + 0.5),
    "a number in quotes": lambda paper: paper["packets"][0].update(number="1"),
    "a number that wraps around": lambda paper: paper.update(players=2**32 + 2),
    "round nought": lambda paper: paper["packets"][0].update(round=0),
    "fewer rounds": lambda paper: paper["rounds"].pop(),
    "no players": lambda paper: paper.update(players=0),
    "no seats": lambda paper: paper.pop("seats"),
    "a card in a list": lambda paper: paper["proofs"][7].update(card=[paper["proofs"][7]["card"]]),
    "half a sign": lambda paper: paper["proofs"][7].update(card="\ud83c"),
    "a name in a list": lambda paper: paper["seats"].update(name=[paper["seats"]["name"]]),
    "pick nought": lambda paper: paper["packets"][0].update(number=0),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_file_that_leaves_out_or_bends_something_does_not_hold(how: str) -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 5, 0)
    assert check_proof(paper, noted=paper["commitment"]).is_valid
    HOSTILE[how](paper)
    verdict = check_proof(paper, noted=paper["commitment"])
    assert not verdict.is_valid and all(str(fault) for fault in verdict.faults)


@pytest.mark.parametrize("how", BROKEN)
def test_a_file_with_numbers_or_texts_that_are_none_is_no_proof(how: str) -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 5, 0)
    BROKEN[how](paper)
    with pytest.raises(Invalid, match="damaged"):
        check_proof(paper)


def test_a_draft_that_was_called_off_proves_the_picks_before_its_end_and_says_so() -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 5, 0, until=9)
    told = len(paper["packets"])
    verdict = check_proof(paper, picks=told)
    assert verdict.is_valid and 0 < verdict.packets < verdict.steps
    for picks in (None, told - 1, told + 1):
        assert not check_proof(paper, picks=picks).is_valid


def test_the_command_is_told_how_far_a_draft_came_that_was_called_off(tmp_path: Path) -> None:
    paper, file = paper_of(Setup(2, PEOPLES[:3]), 5, 0, until=9), tmp_path / "proof.json"
    file.write_text(json.dumps(paper))
    told, out = len(paper["packets"]), StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_draft", str(file), stdout=out)
    assert f"The file says that the draft was cancelled after {told} of" in out.getvalue()
    call_command("verify_draft", str(file), "--picks", str(told), stdout=(out := StringIO()))
    assert f"The draft was cancelled after {told} of" in out.getvalue()


def test_an_older_proof_is_held_to_the_same_picks() -> None:
    paper = paper_of(Setup(2, PEOPLES[:3]), 5, 0, bound=False)
    assert paper["format"].endswith("/1") and check_proof(paper).is_valid
    paper["packets"].pop(2)
    assert not check_proof(paper).is_valid


def test_the_fields_of_the_documents_are_those_of_the_file() -> None:
    text = DOCS.read_text(encoding="utf-8").partition("| Field | Meaning |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| ((?:`\w+`,? ?)+) \| (.*) \|$", text, re.MULTILINE)
    told = {name: about for names, about in rows for name in re.findall(r"`(\w+)`", names)}
    setup = Setup(2, PEOPLES[: DEAL_TABLE[2].decks])
    paper = paper_of(setup, seed=1, seat=0)
    assert set(told) == set(paper)
    for name, value in paper.items():
        inner = value[0] if isinstance(value, list) else value
        if isinstance(inner, dict):
            assert set(inner) <= set(re.findall(r"`(\w+)`", told[name])), name


def pile_paper(seat: int = 0, until: int = 999, players: int = 2) -> dict[str, Any]:
    setup = Setup(players, PEOPLES[: DEAL_TABLE[players].decks], sharing=Sharing.WINSTON)
    deal, chance = [f"card-{at:03}" for at in range(setup.figures.pool)], random.Random(3)
    chance.shuffle(deal)
    piles = HiddenPiles.begin(players, deal)
    answers = list[str]()
    while not piles.is_over and len(answers) < until:
        answers.append(chance.choice(piles.offers))
        piles = piles.after_answer(answers[-1])
    seats = committed_seats([f"Player {number}" for number in range(players)], SECRET)
    promised = shuffle_commitment("k3j9", deal, SECRET, setup_digest_of_deal(setup, seats))
    committed = CommittedDeal("k3j9", setup, deal, SECRET, promised, seats)
    paper = pile_proof_document_for(committed, seat, answers, called_off=not piles.is_over)
    return dict(json.loads(json.dumps(paper)))


def _leave_instead(paper: dict[str, Any]) -> None:
    at = next(at for at, answer in enumerate(paper["answers"]) if answer.startswith("take"))
    paper["answers"][at] = paper["answers"][at].replace("take", "leave")


PILES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another answer": _leave_instead,
    "fewer answers": lambda paper: paper["answers"].pop(),
    "an answer too many": lambda paper: paper["answers"].append("take 99.1"),
    "called off before the end": lambda paper: (paper.update(called_off=True), paper["answers"].pop()),
    "a card less": lambda paper: paper["proofs"].pop(),
    "nothing at all": lambda paper: paper.update(proofs=[], answers=[]),
    "a proof twice": lambda paper: paper["proofs"].append(paper["proofs"][0]),
    "a changed card": lambda paper: paper["proofs"][-1].update(card="card-999"),
    "another seat": lambda paper: paper.update(seat=1 - paper["seat"]),
    "another name": lambda paper: paper["seats"].update(name="Somebody else"),
    "the other format": lambda paper: paper.update(format="tenmoons-open-proof/1", packets=[], rounds=[]),
}


@pytest.mark.parametrize("players", [2, 3])
def test_at_hidden_piles_a_seat_proves_the_cards_it_looked_at_and_no_others(players: int) -> None:
    papers = [pile_paper(seat, players=players) for seat in range(players)]
    for seat, paper in enumerate(papers):
        verdict = check_proof(paper, noted=paper["commitment"])
        assert verdict.is_valid, verdict.faults
        _piles, seen = replay_piles(players, paper["size"], paper["answers"], seat)
        assert {proof["index"] for proof in paper["proofs"]} == seen
        assert len(seen) < paper["size"], "some cards were only seen by others"
    foreign = next(proof for proof in papers[1]["proofs"] if proof not in papers[0]["proofs"])
    papers[0]["proofs"].append(foreign)
    assert [fault.where for fault in check_proof(papers[0]).faults] == ["proofs"]


@pytest.mark.parametrize("how", PILES)
def test_a_bent_file_of_hidden_piles_does_not_hold(how: str) -> None:
    paper = pile_paper()
    PILES[how](paper)
    verdict = check_proof(paper, noted=paper["commitment"])
    assert not verdict.is_valid and all(str(fault) for fault in verdict.faults)


@pytest.mark.parametrize(
    "broken", [{"way": "solomon"}, {"players": 4}, {"size": 40}, {"seat": 7}, {"answers": [7]}, {"answers": None}]
)
def test_a_file_of_piles_that_cannot_be_is_no_proof(broken: dict[str, object]) -> None:
    with pytest.raises(Invalid, match="damaged"):
        check_proof(pile_paper() | broken)


def test_hidden_piles_that_were_cancelled_prove_what_was_seen_by_then(tmp_path: Path) -> None:
    paper, file = pile_paper(1, until=9), tmp_path / "proof.json"
    assert check_proof(paper, picks=9).is_valid
    for picks in (None, 8, 10):
        assert not check_proof(paper, picks=picks).is_valid
    file.write_text(json.dumps(paper))
    call_command("verify_draft", str(file), "--picks", "9", stdout=(out := StringIO()))
    assert f"Confirmed: {len(paper['proofs'])} cards are the ones committed to" in out.getvalue()
