"""Positions over the API and by command: legal actions, reasons, results, and errors with their field."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from boards.core.read import MAX_LETTERS
from cards.core.facts import Catalogue

BOARD = "TM1 ph=engage el=fire h0=V05.V12.V18 d0=V01.V02.V03 c0=V09 h1=H01.H06 c1=H02 s1=M28"
pytestmark = pytest.mark.django_db


def ask(client: Client, name: str, status: int = 200, **body: Any) -> dict[str, Any]:
    response = client.post(f"/api/v1/boards/{name}/", json.dumps(body), content_type="application/json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def test_a_position_says_what_may_be_done_and_why_not_the_rest(client: Client, db_catalogue: Catalogue) -> None:
    board = ask(client, "look", position=BOARD)
    assert board["legal"] == ["continue", "retreat"]
    assert (board["deciding"], board["phase"], board["power"]) == (0, "engagement", [2, 5])
    why = {line["action"]: (line["rule"], line["cards"]) for line in board["not_legal"]}
    assert why["play Vulca 05"] == ("GAME-04", ["Vulca 05"])
    assert "h0=3?" in board["seen"][1] and "h0=V05" in board["seen"][0]
    again = ask(client, "look", position=board["link"])
    assert again["position"] == board["position"]


def test_a_card_that_a_text_forbids_is_named_in_the_readers_language(client: Client, db_catalogue: Catalogue) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    position = "TM1 ph=plays el=fire h0=V18.V23 c0=V05 d0=V01 played=1 chars=1 h1=H01 c1=H09 s1=M28"
    answer = ask(client, "why-not", position=position, action="play Vulca 18")
    assert answer["why_not"]["reason"] == "Ein gegnerischer Text verbietet es: Mimix 28."
    assert (answer["why_not"]["rule"], answer["why_not"]["cards"]) == ("GAME-12", ["Mimix 28"])


def test_an_action_that_is_legal_has_no_reason_against_it(client: Client, db_catalogue: Catalogue) -> None:
    assert ask(client, "why-not", position=BOARD, action="retreat") == {"legal": True, "why_not": None}


def test_the_position_after_is_that_of_the_seed_or_of_the_named_cards(client: Client, db_catalogue: Catalogue) -> None:
    played = ask(client, "play", position=BOARD, action="continue")["after"]["position"]
    after = ask(client, "play", position=played, action="play Vulca 05", draws=["Vulca 03"])
    assert after["after"]["position"].split(" h0=")[1].startswith("V01.V02.V03.V12")
    assert "Player 0 announces 5 in fire." in after["happened"]
    blind = "TM1 ph=engage el=fire h0=P13 d0=V01.V02 h1=H01.H06.H07 c1=H09"
    asked = ask(client, "play", position=blind, action="continue")["after"]["position"]
    asked = ask(client, "play", position=asked, action="play Pillar 13")["after"]["position"]
    named = ask(client, "play", position=asked, action="yes", picks=["Hoax 06"])["after"]["position"]
    assert "x1=H06" in named
    seeds = {ask(client, "play", position=asked, action="yes", seed=seed)["after"]["position"] for seed in range(8)}
    assert len(seeds) > 1


def test_what_a_retreat_brought_is_told_with_its_reason(client: Client, db_catalogue: Catalogue) -> None:
    six = "TM1 ph=engage el=fire h0=V05 d0=V01 h1=H01 d1=H07 c1=H02.H03-.H04-.H06- s1=H20.H21"
    told = ask(client, "play", position=six, action="retreat")["happened"]
    assert "Player 1 has six cards or more in this fight: one dragon more (GAME-20)." in told
    assert "Player 1 attracts 2 dragon(s) (retreat)." in told


def test_how_far_texts_are_carried_out(client: Client, db_catalogue: Catalogue) -> None:
    texts = client.get("/api/v1/boards/texts/", headers={"accept-language": "de"}).json()
    assert len(texts["whole"]) == 160
    assert "Kristall" in texts["partly"]["Khind 32"] and set(texts["not_done"]) == {"Aqua 15", "Terrah 28"}


@pytest.mark.parametrize(
    ("name", "body", "field"),
    [
        ("look", {"position": "TM1 h0=V99"}, "h0"),
        ("look", {"position": "TM2"}, "TM"),
        ("look", {"position": "TM1 " + "x" * MAX_LETTERS}, "position"),
        ("look", {}, "position"),
        ("look", {"position": BOARD, "speed": 1}, "speed"),
        ("play", {"position": BOARD, "action": "fly"}, "action"),
        ("play", {"position": BOARD, "action": "play Vulca 05"}, "action"),
        ("play", {"position": BOARD, "action": "continue", "draws": ["Vulca 20"]}, None),
        ("play", {"position": BOARD, "action": "continue", "draws": ["Vulca 05"]}, "draws"),
        ("play", {"position": "TM1 seen=0 h0=V05 h1=3?", "action": "decline"}, "seen"),
        ("why-not", {"position": BOARD, "action": "play Hoax 99"}, None),
    ],
)
def test_what_is_wrong_is_refused_with_its_field(
    client: Client, db_catalogue: Catalogue, name: str, body: dict[str, Any], field: str | None
) -> None:
    error = ask(client, name, 400, **body)["error"]
    assert error["message"]
    if field:
        assert field in {detail["field"] for detail in error["details"]}


def test_a_position_is_shown_by_command() -> None:
    out = io.StringIO()
    call_command("show_board", BOARD, "--do", "continue", stdout=out)
    said = out.getvalue()
    assert "combat: Vulca 09" in said
    assert "Player 0 can: play Vulca 05, play Vulca 12" in said
    assert "not play Vulca 18: An opposing text forbids this: Mimix 28. (GAME-12)" in said
    seen = io.StringIO()
    call_command("show_board", BOARD, "--seat", "1", stdout=seen)
    assert "3 hidden" in seen.getvalue() and "Vulca 05" not in seen.getvalue()
    written = io.StringIO()
    call_command("show_board", BOARD, "--json", stdout=written)
    assert json.loads(written.getvalue())["legal"] == ["continue", "retreat"]


@pytest.mark.parametrize(("text", "says"), [("TM1 h0=V99", "“h0”, column 8"), ("nothing", "begins with TM1")])
def test_a_text_that_is_no_position_is_refused_by_the_command(text: str, says: str) -> None:
    with pytest.raises(CommandError, match=says):
        call_command("show_board", text)
