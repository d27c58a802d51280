"""The proof of a game: what is committed to and mixed in, the file that is checked, and the pages."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid
from online.core.proof import check_game_proof, commitment_to, seal_of, seed_from
from online.core.take_back import BACK
from online.core.terms import GameTerms
from online.games import endings, services
from online.games.commitments import (
    commitment_for_purpose,
    new_game_commitment_purpose,
    parse_nonce,
    rematch_commitment_purpose,
)
from online.games.loaded import load_game
from online.games.services import NewGame
from online.games.take_back import take_back_mode
from online.models import Game, GameAction, GameSeat
from online.replay.queries import build_game_file
from tests.drafts.tables import person
from tests.html import flat
from tests.online.games_made import HOAX, VULCA, against_computer, between, play_on
from tests.online.table.test_views import signed_in

pytestmark = pytest.mark.usefixtures("db_catalogue")
NONCE = "0123456789abcdef"
Data = dict[str, Any]


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each game a secret of its own, the same every time."""
    numbers = count(1)
    monkeypatch.setattr("online.models.secrets.token_hex", lambda size: f"{next(numbers):02x}" * size)


# The file of a game, once it was played by the first test that wants it.
_played: list[Data] = []


@pytest.fixture
def proven(roland: User, elinor: User) -> Data:
    """Return the file of a game that was played to its end, with a number of each side; always the same game."""
    if not _played:
        _played.append(_plays(roland, elinor))
    return deepcopy(_played[0])


def _plays(roland: User, elinor: User) -> Data:
    new = NewGame(GameTerms(), VULCA, accepts_texts=True, nonce=NONCE, number="rolands number")
    game = services.create_game(person(roland), new).game
    services.join_game(
        person(elinor), game.key, game.join_key, HOAX, accepts_texts=True, number="4 — drawn with a fair die"
    )
    return dict(build_game_file(play_on(game.key, person(roland), person(elinor))))


def faults(facts: Catalogue, data: Data, **noted: str) -> list[str]:
    return [check.sentence for check in check_game_proof(facts, data, **noted) if not check.holds]


def test_the_cards_follow_from_what_was_shown_before_and_from_both_numbers(facts: Catalogue, proven: Data) -> None:
    assert not faults(
        facts,
        proven,
        commitment=commitment_for_purpose(new_game_commitment_purpose(NONCE)),
        seal=proven["proof"]["seal"],
    )
    assert proven["proof"]["numbers"] == ["rolands number", "4 — drawn with a fair die"]
    assert not faults(facts, json.loads(json.dumps(proven)))


def test_every_number_changes_the_seed_and_the_commitment_tells_nothing_of_it() -> None:
    secret = "0" * 63 + "1"
    seeds = {seed_from(secret, numbers) for numbers in (("", ""), ("1", ""), ("", "1"), ("1,", ""), ("", ",1"))}
    assert len(seeds) == 5 and max(seeds) < 2**62
    assert commitment_to(secret) != commitment_to("0" * 64)


def resealed(data: Data) -> Data:
    data["proof"]["seal"] = seal_of(data)
    return data


CHANGES: dict[str, Callable[[Data], Any]] = {
    "another secret": lambda data: data["proof"].update(secret="0" * 64),
    "another number": lambda data: data["proof"]["numbers"].__setitem__(0, "5"),
    "another seed": lambda data: data.update(seed=data["seed"] + 1),
    "another order": lambda data: data["order"][0].reverse(),
    "the other one starts": lambda data: data.update(start=1 - data["start"]),
    "a shortened game": lambda data: data.update(steps=data["steps"][:-1]),
    "another winner": lambda data: data["proof"].update(winner=1 - data["proof"]["winner"]),
    "another ending": lambda data: data["proof"].update(ending="resigned"),
    "a deck of other cards": lambda data: data["decks"].reverse(),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_file_is_refused_even_with_a_new_seal(facts: Catalogue, proven: Data, what: str) -> None:
    CHANGES[what](proven)
    try:
        found = faults(facts, resealed(proven))
    except Invalid as error:  # a step that isn’t legal any more
        found = [str(error)]
    assert found


def test_a_changed_name_is_found_by_the_seal(facts: Catalogue, proven: Data) -> None:
    seal = proven["proof"]["seal"]
    proven["proof"]["game"] = "another"
    assert faults(facts, proven) == ["The seal fits every word of the file."]
    assert faults(facts, resealed(proven), seal=seal) == ["The seal is the one you noted."]


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda data: data.update(extra=1), "“extra”"),
        (lambda data: data["proof"].update(note=""), "“note”"),
        (lambda data: data["proof"].pop("numbers"), "“numbers”"),
        (lambda data: data.pop("order"), "“order”"),
        (lambda data: data["steps"].append({"do": "retreat", "picks": ["Vulca 01"]}), "…"),
        (lambda data: data["proof"].update(secret="x"), "…"),
        (lambda data: data["proof"].update(numbers=[1, 2]), "…"),
        (lambda data: data.update(seed=True), "…"),
        (lambda data: data.update(start=1.0), "…"),
        (lambda data: data["proof"].update(game="a\0b"), "…"),
        (lambda data: data.update(steps=["retreat"] * 2001), "…"),
    ],
)
def test_a_file_with_parts_that_would_go_unchecked_is_no_proof(
    facts: Catalogue, proven: Data, change: Callable[[Data], Any], part: str
) -> None:
    change(proven)
    with pytest.raises(Invalid, match="The proof has missing, unknown or changed parts") as refused:
        check_game_proof(facts, proven)
    assert part in str(refused.value)


def test_a_game_without_a_proof_says_so(facts: Catalogue, proven: Data) -> None:
    del proven["proof"]
    with pytest.raises(Invalid, match="This game file has no proof"):
        check_game_proof(facts, proven)


def test_the_same_page_sent_twice_leads_to_one_game(roland: User) -> None:
    new = NewGame(GameTerms(), VULCA, "beginner", HOAX, accepts_texts=True, nonce=NONCE)
    first, again = (services.create_game(person(roland), new).game for _ in range(2))
    assert first.key == again.key
    assert Game.objects.count() == 1


def test_a_secret_that_players_may_know_is_never_that_of_another_game(roland: User, elinor: User) -> None:
    """Whoever deletes an account with its games against the computer can’t play a person with what those told."""
    new = NewGame(GameTerms(), VULCA, "beginner", HOAX, accepts_texts=True, nonce=NONCE)
    services.create_game(person(roland), new)
    with pytest.raises(Conflict, match="already started from this page"):
        services.create_game(person(elinor), replace(new, opponent="friend"))
    Game.objects.all().delete()
    for by in (person(roland), person(elinor)):
        with pytest.raises(Conflict, match="already started from this page"):
            services.create_game(by, replace(new, opponent="friend"))
    assert not Game.objects.exists()


@pytest.mark.parametrize("nonce", [NONCE, "mine", ""])
def test_a_page_sent_again_after_its_game_shows_another_commitment_and_asks_for_the_number_anew(
    roland: User, nonce: str
) -> None:
    client = signed_in(roland)
    fields = {"deck": "people:Vulca", "opponent_deck": "people:Hoax", "level": "beginner", "accepts_texts": "on"}
    if nonce == NONCE:
        client.post(reverse("online:new"), fields | {"nonce": NONCE, "number": "mine"})
        endings.resign(person(roland), Game.objects.get().key)
    else:
        del fields["deck"]
    answer = client.post(reverse("online:new"), fields | {"nonce": nonce, "number": "mine"})
    page = flat(answer.content)
    shown = page.partition('name="nonce" value="')[2][:16]
    assert answer.status_code == (409 if nonce == NONCE else 400)
    assert ("already started from this page" in page) == (nonce == NONCE)
    assert (
        shown != nonce
        and commitment_for_purpose(new_game_commitment_purpose(shown)) in page
        and 'value="mine"' not in page
    )


def test_a_number_keeps_no_character_that_a_database_refuses(roland: User, elinor: User) -> None:
    one, other = person(roland), person(elinor)
    key = between(one, other).game.key
    endings.resign(one, key)
    signed_in(roland).post(reverse("online:rematch", args=[key]), {"number": " a\0b "})
    assert list(GameSeat.objects.filter(person=one).values_list("rematch_number", flat=True)) == ["ab"]


@pytest.mark.parametrize("sent", ["", "rematch abc", "0123456789ABCDEF", "0123456789abcdef0", NONCE + "\n"])
def test_nobody_can_ask_for_the_secret_of_another_game(sent: str) -> None:
    assert parse_nonce(sent) != sent
    assert parse_nonce(NONCE) == NONCE


def test_a_rematch_has_what_was_committed_to_in_the_game_before(facts: Catalogue, roland: User, elinor: User) -> None:
    one, other = person(roland), person(elinor)
    before = between(one, other).game
    endings.resign(one, before.key)
    endings.ask_for_rematch(one, before.key, "seven")
    again = endings.ask_for_rematch(other, before.key, "eight").game
    assert commitment_to(again.secret) == commitment_for_purpose(rematch_commitment_purpose(before))
    assert list(GameSeat.objects.filter(game=again).values_list("number", flat=True)) == ["eight", "seven"]
    assert not faults(facts, dict(build_game_file(play_on(again.key, one, other))))


def test_a_game_that_waited_when_secrets_came_keeps_its_own_chance(roland: User, elinor: User) -> None:
    game = services.create_game(person(roland), NewGame(GameTerms(), VULCA, accepts_texts=True)).game
    Game.objects.update(secret="", chance=12345)
    started = services.join_game(person(elinor), game.key, game.join_key, HOAX, accepts_texts=True)
    assert started.game.chance == 12345
    assert signed_in(roland).get(reverse("online:proof", args=[game.key])).status_code == 404


def test_the_proof_holds_after_moves_were_taken_back(facts: Catalogue, roland: User) -> None:
    """Of what was taken back no step stands in the file, and the same cards came again."""
    by = person(roland)
    key = against_computer(by).game.key
    for _ in range(4):
        loaded = play_on(key, by, steps=3)
        if take_back_mode(loaded, loaded.own_seat(by)):
            services.write_action_alone(by, key, loaded.own_seat(by).view_version, BACK)
    assert GameAction.objects.filter(game__key=key, action=BACK).exists()
    data = dict(build_game_file(play_on(key, by)))
    assert BACK not in data["steps"]
    assert not faults(facts, data)


# ---- pages


def test_the_page_of_a_new_game_shows_what_it_will_be_made_of(roland: User) -> None:
    client = signed_in(roland)
    page = flat(client.get(reverse("online:new")).content)
    nonce = page.partition('name="nonce" value="')[2][:16]
    assert commitment_for_purpose(new_game_commitment_purpose(nonce)) in page
    fields = {"deck": "people:Vulca", "opponent_deck": "people:Hoax", "level": "beginner", "accepts_texts": "on"}
    client.post(reverse("online:new"), fields | {"nonce": nonce, "number": "mine"})
    game = Game.objects.get()
    assert commitment_to(game.secret) in page
    assert game.seats.get(place=0).number == "mine"


def test_nothing_of_the_secret_is_told_before_both_show_their_cards(roland: User, elinor: User) -> None:
    game = between(person(roland), person(elinor)).game
    secret = Game.objects.get().secret
    address, client = reverse("online:proof", args=[game.key]), signed_in(roland)

    def seen() -> str:
        return (
            client.get(address).content.decode() + client.get(reverse("online:table", args=[game.key])).content.decode()
        )

    assert commitment_to(secret) in seen()
    assert secret not in seen() and str(load_game(game.key).game.chance) not in seen()
    play_on(game.key, person(roland), person(elinor))
    assert secret not in seen()
    GameSeat.objects.update(shows_hand=True)
    assert secret in seen()


def test_a_file_is_checked_on_the_page_and_known_to_be_of_a_game_played_here(roland: User) -> None:
    client, key = signed_in(roland), against_computer(person(roland)).game.key
    play_on(key, person(roland))
    raw = client.get(reverse("online:game_file", args=[key])).content
    assert "The proof holds." in checked(client, raw) and "that was played here" in checked(client, raw)
    data = json.loads(raw)
    data["proof"]["game"] = "another"
    page = checked(client, json.dumps(resealed(data)).encode())
    assert "The proof holds." in page and "No game that was played here" in page
    data["proof"]["ending"] = "resigned"
    assert "The proof doesn’t hold." in checked(client, json.dumps(resealed(data)).encode())


def checked(client: Client, raw: bytes) -> str:
    return flat(client.post(reverse("online:check"), {"file": io.BytesIO(raw)}).content)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"format": "ten-moons-game", "version": 1}', b"\xff", b"[" * 5000])
def test_what_is_no_proof_is_refused_with_a_reason(client: Client, db: None, raw: bytes) -> None:
    answer = client.post(reverse("online:check"), {"file": io.BytesIO(raw)})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert client.post(reverse("online:check")).status_code == 400


def test_the_command_says_what_holds(proven: Data, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(proven))
    call_command("verify_game", str(file), seal=proven["proof"]["seal"])
    assert "The proof holds." in capsys.readouterr().out
    with pytest.raises(SystemExit) as refused:
        call_command("verify_game", str(file), commitment="0" * 64, json=True)
    assert refused.value.code == 1
    assert json.loads(capsys.readouterr().out)["checks"]["The commitment is the one you noted."] is False
    file.write_text("{")
    with pytest.raises(SystemExit) as unreadable:
        call_command("verify_game", str(file))
    assert unreadable.value.code == 3
