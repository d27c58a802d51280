"""The replay by its addresses: steps, hands that are shown and hidden again, the file, and who may see what."""

from __future__ import annotations

import html
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.reports import kinds
from boards.core.notation import short_card_code
from boards.core.read import parse_position
from cards.core.facts import Catalogue
from game.engine.table import bits
from game.records.games import replay_game
from online.core.terms import GameTerms
from online.games import endings
from online.games.loaded import load_game
from online.games.queries import steps_of_game
from online.models import Game, GameSeat, StepNote
from online.replay.queries import states_after_actions
from tests.drafts.tables import person
from tests.online.games_made import against_computer, between, finished, opened, play_on
from tests.online.table.test_leaks import hidden_of, marks_of
from tests.online.table.test_views import signed_in

pytestmark = pytest.mark.usefixtures("db_catalogue")


@pytest.fixture
def key(roland: User, elinor: User) -> str:
    """Return a game that was played to its end."""
    return finished(person(roland), person(elinor))


def replay(client: Client, key: str, step: str | int = 0) -> Any:
    return client.get(reverse("online:replay", args=[key]), {"step": step})


def shows(client: Client, key: str, visible: str = "yes") -> Any:
    return client.post(reverse("online:show_hand", args=[key]), {"visible": visible, "step": 3})


def test_a_finished_game_is_seen_step_by_step_by_anyone_with_the_link(key: str, stranger: User) -> None:
    last = replay(Client(), key).context["last"]
    assert last == len(steps_of_game(load_game(key).game)) > 30
    for client in (Client(), signed_in(stranger)):
        for step in (0, 1, 7, last):
            page = replay(client, key, step)
            assert page.status_code == 200 and page.context["at"] == step
            assert not page.context["seat"] and all(hand is None for _, hand in page.context["hands"])
    page = replay(Client(), key, 1)
    assert page.context["happened"] and page.context["rules"][0]["title"]
    assert "plays" in replay(Client(), key, 1).content.decode() + replay(Client(), key, 2).content.decode()


@pytest.mark.parametrize(("step", "at"), [("", 0), ("x", 0), ("-4", 0), ("99999", -1), ("9" * 40, 0)])
def test_a_step_that_does_not_exist_is_the_first_or_the_last(key: str, step: str, at: int) -> None:
    page = replay(Client(), key, step)
    assert page.context["at"] == (page.context["last"] if at < 0 else at)


def test_a_game_that_is_not_over_has_no_replay(roland: User, elinor: User) -> None:
    for game in (opened(person(roland)).game, between(person(roland), person(elinor)).game):
        for name in ("replay", "chances", "game_file"):
            assert signed_in(roland).get(reverse(f"online:{name}", args=[game.key])).status_code == 404
        assert shows(signed_in(roland), game.key).status_code == 409
        assert not GameSeat.objects.filter(shows_hand=True).exists()


def test_a_hidden_card_stands_nowhere_in_a_replay(roland: User, elinor: User, stranger: User, facts: Catalogue) -> None:
    key = between(person(roland), person(elinor)).game.key
    loaded = play_on(key, person(roland), person(elinor), steps=40)
    closed = [marks_of(hidden_of(loaded, place), facts) for place in (0, 1)]
    endings.resign(person(roland), key)
    for step in range(0, len(steps_of_game(loaded.game)) + 1, 4):
        pages = [replay(signed_in(user), key, step).content.decode() for user in (roland, elinor, stranger)]
        assert not closed[1].search(pages[0])
        assert not closed[0].search(pages[1])
        assert not closed[0].search(pages[2]) and not closed[1].search(pages[2])


def test_a_hand_is_shown_by_its_owner_and_hidden_again(key: str, roland: User, elinor: User) -> None:
    assert shows(signed_in(roland), key).url.endswith("?step=3")
    for client, sees_both in ((Client(), False), (signed_in(elinor), True)):
        hands = replay(client, key, 3).context["hands"]
        assert hands[0][1] and bool(hands[1][1]) == sees_both
    assert shows(signed_in(roland), key, "no").status_code == 302
    assert all(hand is None for _, hand in replay(Client(), key, 3).context["hands"])


def test_players_see_their_own_hand_and_nobody_else_does(key: str, roland: User) -> None:
    page = replay(signed_in(roland), key, 3)
    assert page.context["hands"][0][1] and page.context["hands"][1][1] is None
    board = states_after_actions(load_game(key), steps_of_game(load_game(key).game)[2].number)[0].copy_board()
    codes = {f"0{short_card_code(board.table.code(card))}" for card in bits(board.hand[0])}
    assert {card["id"] for card in page.context["hands"][0][1]} == codes


def test_strangers_show_no_hand(key: str, stranger: User) -> None:
    assert shows(signed_in(stranger), key).status_code == 403
    assert shows(Client(), key).status_code == 403
    assert Client().get(reverse("online:show_hand", args=[key])).status_code == 405


def test_the_file_plays_the_same_game_again(key: str, roland: User, elinor: User, facts: Catalogue) -> None:
    address = reverse("online:game_file", args=[key])
    assert signed_in(roland).get(address).status_code == 403
    shows(signed_in(roland), key)
    assert Client().get(address).status_code == 403
    shows(signed_in(elinor), key)
    answer = Client().get(address)
    assert f"game-{key}.json" in answer["Content-Disposition"]
    assert Client().get(reverse("online_api:file", args=[key])).json() == answer.json()
    played, game = replay_game(facts, json.loads(answer.content)), load_game(key).game
    assert played.outcome is not None
    assert (played.outcome.winner, played.outcome.crystals) == (game.winner, game.crystals_won)


def test_the_board_to_try_has_what_the_reader_may_know(key: str, roland: User, elinor: User, facts: Catalogue) -> None:
    def tried(client: Client) -> Any:
        text = replay(client, key, 9).context["try_url"]
        assert client.get(text).status_code == 200
        return parse_position(facts, client.get(text).context["position"])

    assert tried(Client()).seat is not None
    assert tried(signed_in(elinor)).seat == 1
    shows(signed_in(roland), key)
    shows(signed_in(elinor), key)
    assert tried(Client()).seat is None


def test_the_computer_has_a_short_name_and_its_cards_are_its_opponents_to_show(roland: User) -> None:
    key = against_computer(person(roland)).game.key
    endings.resign(person(roland), key)
    page = replay(signed_in(roland), key)
    assert "Computer (beginner)" in page.context["title"] and "Computer wins." in page.context["ending"]
    assert all(hand for _, hand in page.context["hands"])
    assert all(hand is None for _, hand in replay(Client(), key).context["hands"])
    shows(signed_in(roland), key)
    assert all(hand for _, hand in replay(Client(), key).context["hands"])


def test_a_game_without_a_step_has_its_start_and_how_it_ended(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor)).game.key
    endings.resign(person(roland), key)
    page = replay(Client(), key)
    assert (page.context["last"], page.context["at"]) == (0, 0)
    assert "Resigned. Elinor wins." in page.content.decode()


@pytest.mark.parametrize("language", ["de", "nl", "ru"])
def test_a_replay_speaks_the_readers_language(key: str, language: str) -> None:
    page = Client(headers={"accept-language": language}).get(reverse("online:replay", args=[key]), {"step": 5})
    assert page.status_code == 200 and "Next step" not in page.content.decode()


def test_the_steps_ahead_and_the_end_are_told_only_on_request(key: str) -> None:
    page = replay(Client(), key, 5)
    assert [one["at"] for one in page.context["log_before"]] == [1, 2, 3, 4, 5]
    before, ahead = page.content.decode().split("Steps ahead: they tell how it ends")
    assert 'href="?step=5"' in before and 'href="?step=7"' in ahead and 'href="?step=7"' not in before
    end = page.context["ending"]
    assert end not in page.content.decode()
    assert end in html.unescape(replay(Client(), key, page.context["last"]).content.decode())


def test_try_it_from_here_names_both_players(key: str) -> None:
    link = replay(Client(), key, 5).context["try_url"]
    assert link.endswith("&name=Roland&name=Elinor")
    page = Client().get(link.replace("name=Roland", "name=Mira%20the%20Bold")).content.decode()
    assert "Mira the Bold" in page and "Roland" not in page
    assert "Roland" in Client().get(link.partition("&name")[0]).content.decode()


def test_a_replay_says_from_where_on_the_computer_has_played(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    loaded = play_on(between(*people, GameTerms(computer_finishes=True)).game.key, *people, steps=30, seed=1)
    gone = loaded.seats[loaded.game.decides or 0]
    GameSeat.objects.filter(pk=gone.pk).update(seen=timezone.now() - timedelta(minutes=3))
    endings.let_computer_finish(people[1 - gone.place], loaded.game.key)
    play_on(loaded.game.key, people[1 - gone.place])
    page = replay(Client(), loaded.game.key)
    said = [one["text"] for one in page.context["log_ahead"]]
    assert sum(f"{gone.name} left. From here on, the computer plays for them." in text for text in said) == 1


def notes(client: Client, key: str, text: str, step: int = 3, **more: str) -> Any:
    return client.post(reverse("online:add_note", args=[key]), {"step": step, "text": text, **more})


def test_players_add_notes_to_a_step_and_share_or_delete_them(
    key: str, roland: User, elinor: User, stranger: User
) -> None:
    assert notes(signed_in(roland), key, "Fire\u200b was a mistake.").url.endswith("?step=3")
    notes(signed_in(roland), key, "Look at Torch!", is_shared="on")
    for user, seen in ((roland, 2), (elinor, 1), (stranger, 1)):
        page = replay(signed_in(user), key, 3)
        assert len(page.context["notes"]) == seen and "Look at Torch!" in page.content.decode()
        assert ("Fire was a mistake." in page.content.decode()) == (user == roland)
        assert not replay(signed_in(user), key, 2).context["notes"]
    row = StepNote.objects.get(is_shared=True)
    address = reverse("online:delete_note", args=[key, row.key])
    for client in (Client(), signed_in(elinor), signed_in(stranger)):
        assert client.post(address).status_code == 404
    assert signed_in(roland).post(address, {"step": "3"})["Location"].endswith("?step=3")
    assert StepNote.objects.count() == 1


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "x" * 1001, "null\x00"])
def test_a_note_that_cannot_be_saved_is_shown_again(key: str, roland: User, text: str) -> None:
    page = notes(signed_in(roland), key, text)
    assert page.status_code == 400 and page.context["at"] == 3 and not StepNote.objects.exists()
    if text.startswith("x"):
        assert text in page.content.decode()


def test_only_players_add_notes_and_only_so_many(
    key: str, roland: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert notes(Client(), key, "Hello").status_code == notes(signed_in(stranger), key, "Hello").status_code == 403
    monkeypatch.setattr("online.replay.services.MAX_NOTES", 1)
    notes(signed_in(roland), key, "Far", step=99999)  # a step too far is the last one
    assert StepNote.objects.get().number == steps_of_game(Game.objects.get(key=key))[-1].number
    assert "Delete one first" in notes(signed_in(roland), key, "Two").content.decode()


def test_a_shared_note_can_be_reported_and_hidden(key: str, roland: User, stranger: User) -> None:
    notes(signed_in(roland), key, "Rude words", is_shared="on")
    notes(signed_in(roland), key, "Private words")
    shared, private = StepNote.objects.order_by("pk")
    assert reverse("reports:report", args=["step_note", shared.key]) in replay(Client(), key, 3).content.decode()
    assert kinds.find_reportable("step_note", private.key) is not None
    assert not kinds.report_kind("step_note").may_see(private.key, person(stranger))
    assert kinds.report_kind("step_note").may_see(shared.key, None)
    thing = kinds.find_reportable("step_note", shared.key)
    assert thing is not None and thing.url.endswith("?step=3") and thing.text == "Rude words"
    kinds.report_kind("step_note").set_hidden(shared.key, True)
    assert "Rude words" not in replay(Client(), key, 3).content.decode()
    assert "Rude words" in replay(signed_in(roland), key, 3).content.decode()
    assert not kinds.report_kind("step_note").may_see(shared.key, None)
