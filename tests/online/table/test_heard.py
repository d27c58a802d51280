"""What the opponent does, and what a seat’s own actions do to the opponent, is announced to the seat once."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.utils import timezone

from accounts.models import User
from online.core.offers import seat_offers
from online.games import services
from online.games.loaded import load_game
from online.models import Game
from online.table.presenters import log_of_seat, view_of_seat
from tests.drafts.tables import person
from tests.online.games_made import against_computer, between

pytestmark = pytest.mark.usefixtures("db_catalogue")


class Ear:
    """Collects what `tell` in static/js/game-table/draw.js announces of the views that a seat gets one after
    another."""

    def __init__(self) -> None:
        self.known: list[tuple[int, str]] = []
        self.heard: list[str] = []

    def hear(self, last: list[dict[str, object]]) -> None:
        now = [(int(str(one["turn"])), str(one["text"])) for one in last]
        same = next((at for at, one in enumerate(now) if at >= len(self.known) or self.known[at] != one), len(now))
        self.heard += [text for _turn, text in now[same:]]
        self.known = now


def plays_and_listens(key: str, *users: User, seed: int, steps: int) -> None:
    people = {load_game(key).own_seat(person(user)).place: person(user) for user in users}
    ears = {place: Ear() for place in people}
    chance = random.Random(seed)
    first = {}
    for step in range(steps + 1):
        loaded = load_game(key)
        for place, ear in ears.items():
            seat = loaded.seats[place]
            if not step:
                first[place] = len(log_of_seat(loaded, seat, timezone.now()))
                ear.known = [(one["turn"], one["text"]) for one in view_of_seat(loaded, seat, timezone.now())["last"]]
            ear.hear(view_of_seat(loaded, seat, timezone.now())["last"])
        if step == steps or loaded.game.status != Game.Status.PLAYING or loaded.state is None:
            break
        seat = loaded.seats[loaded.state.player]
        offers = seat_offers(loaded.state, seat.place)
        timid = {"decline": 0.1, "retreat": 0.2, "backtrack": 0.5}
        do = chance.choices(offers, [timid.get(offer.kind, 1.0) for offer in offers])[0].do
        services.write_action_alone(people[seat.place], key, seat.view_version, do)
    for place, ear in ears.items():
        loaded = load_game(key)
        log = log_of_seat(loaded, loaded.seats[place], timezone.now())[first[place] :]
        theirs = Counter(
            str(one["text"]) for one in log if one["by"] == "opponent" and "dragon" not in str(one["text"])
        )
        assert theirs and {text: ear.heard.count(text) for text in theirs} == dict(theirs)


def test_all_that_the_computer_does_is_announced_once(roland: User) -> None:
    plays_and_listens(against_computer(person(roland), "club").game.key, roland, seed=4, steps=40)


def test_all_that_a_person_does_is_announced_once(roland: User, elinor: User) -> None:
    plays_and_listens(between(person(roland), person(elinor)).game.key, roland, elinor, seed=4, steps=80)
