"""Games afterwards: what their players take along, what goes with them, and what is cleaned up."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import DeletionOptions
from online.games import endings
from online.games.loaded import load_game
from online.games.services import UNSTARTED_KEPT_FOR
from online.models import Game, GameAction
from online.personal_data import delete_data, deletion_effects, export_data
from online.replay.services import show_hand
from online.tasks import delete_old_games
from tests.drafts.tables import guest, person
from tests.online.games_made import against_computer, between, opened, play_on

pytestmark = pytest.mark.usefixtures("db_catalogue")


def test_my_data_holds_my_cards_and_actions_and_nothing_of_the_opponent(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    game = play_on(between(*people).game.key, *people, steps=30).game
    told = json.dumps(export_data(people[0]), default=str)
    assert game.key in told and "Vulca 05" in told and '"my_actions": [{' in told
    secrets = [game.join_key, game.position, str(game.chance), *(seat.channel for seat in game.seats.all())]
    assert not [secret for secret in ("Hoax 05", *secrets) if f'"{secret}"' in told or f" {secret}" in told]


def test_my_data_does_not_tell_of_steps_of_the_opponent_that_i_do_not_see(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    silent = 0
    for seed in range(60):
        loaded = load_game(key)
        waiting = next(one for one in people if loaded.own_seat(one).place != loaded.game.decides)
        view, before = loaded.own_seat(waiting).view_version, export_data(waiting)
        after = play_on(key, *people, seed=seed, steps=1)
        if after.game.decides == loaded.game.decides and after.own_seat(waiting).view_version == view:
            silent += 1
            assert export_data(waiting) == before
    assert silent >= 3


def test_my_own_actions_carry_no_number(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    play_on(between(*people).game.key, *people, steps=10)
    assert {frozenset(action) for action in export_data(people[0])["games"][0]["my_actions"]} == {
        frozenset({"action", "at"})
    }


def test_a_person_who_leaves_resigns_and_takes_games_against_the_computer_along(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    running, over, waiting = between(*people).game, between(*people).game, opened(people[0]).game
    alone = against_computer(people[0]).game
    endings.resign(people[1], over.key)
    effects = [effect.params["count"] for effect in deletion_effects(people[0])]
    assert effects == [1, 1]
    delete_data(people[0], DeletionOptions(keep_name=False))
    assert not Game.objects.filter(pk=alone.pk).exists()
    running.refresh_from_db()
    waiting.refresh_from_db()
    assert (running.status, running.winner, running.ending) == ("over", 1, "resigned")
    assert waiting.status == Game.Status.CANCELLED
    assert {game.seats.get(place=0).name for game in (running, over)} == {"a former player"}


def test_a_person_who_leaves_shows_no_hand(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    game = between(*people).game
    endings.resign(people[0], game.key)
    show_hand(people[0], game.key, visible=True)
    assert export_data(people[0])["games"][0]["my_seat"]["shows_hand"]
    delete_data(people[0], DeletionOptions(keep_name=True))
    assert not game.seats.filter(shows_hand=True).exists()


def test_games_that_never_started_are_deleted_after_a_month(roland: User, elinor: User) -> None:
    old, new = opened(person(roland)).game, opened(person(roland)).game
    running = between(person(roland), person(elinor)).game
    Game.objects.exclude(pk=new.pk).update(changed=timezone.now() - UNSTARTED_KEPT_FOR - timedelta(hours=1))
    assert delete_old_games() == 1
    assert set(Game.objects.values_list("pk", flat=True)) == {new.pk, running.pk} and old.pk is not None


def test_games_of_guests_against_the_computer_go_with_their_session(roland: User) -> None:
    visitor = guest("Mira")
    gone = play_on(against_computer(visitor).game.key, visitor, steps=3).game
    with_friend, of_member = between(visitor, guest("Ben")).game, against_computer(person(roland)).game
    expired = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE + 60)
    Game.objects.update(changed=expired)
    assert delete_old_games() == 1
    assert set(Game.objects.values_list("pk", flat=True)) == {with_friend.pk, of_member.pk}
    assert not GameAction.objects.filter(game=gone.pk).exists()
