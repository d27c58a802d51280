"""A whole game, and after each step everything that the other seat and staff can read searched for hidden cards."""

from __future__ import annotations

import logging
import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from boards.core.notation import short_card_code
from boards.core.setup import published_deck
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from game.engine.table import bits
from online.core.events import visible_events
from online.core.offers import seat_offers
from online.core.terms import GameTerms
from online.games.decks import ChosenDeck, DeckChoice
from online.games.loaded import LoadedGame, load_game
from online.models import Game, GameAction, GameSeat
from tests.accounts.staff import with_second_factor
from tests.drafts.tables import person
from tests.effort import THOROUGH
from tests.online.games_made import VULCA, between
from tests.online.table.test_views import JSON, signed_in, view_of

pytestmark = pytest.mark.usefixtures("db_catalogue")
# After so many steps everything is read; the view is read after each.
STEP = 1 if THOROUGH else 12
PAGES = ("/play/{key}/", "/play/{key}/view/?since=1", "/play/{key}/turn/", "/play/{key}/log/", "/play/", "/mine/")
API = ("/api/v1/online-games/", "/api/v1/online-games/{key}/")
STAFF = ("/admin/online/game/", "/admin/online/game/{pk}/change/", "/admin/online/game/{pk}/delete/")


def hidden_of(loaded: LoadedGame, place: int) -> set[str]:
    """Return the cards of a seat that its opponent has never seen: short codes."""
    state = loaded.state
    assert state is not None
    board, table = state.copy_board(), state.table
    closed = board.hand[place] & ~board.disclosed | board.facedown & table.mine[place]
    cards = {short_card_code(table.code(card)) for card in (*bits(closed), *board.deck[place])}
    rows = GameAction.objects.filter(game=loaded.game).order_by("number").values_list("events", flat=True)
    seen = visible_events([event for events in rows for event in events], 1 - place)
    return cards - {name[1:] for event in seen for name in (*event.cards, event.on)}


def marks_of(codes: set[str], facts: Catalogue) -> re.Pattern[str]:
    """Return a pattern of how these cards would show: short and long code, and the part of an address."""
    cards = [card for card in facts if short_card_code(card.code) in codes]
    names = [name for card in cards for name in (card.code, card.slug)]
    if not names:
        return re.compile(r"(?!)")  # near the end of a game, every card may have been seen
    # Short codes follow the number of a side or a quotation mark.
    return re.compile(rf"(?<![\w-])(?:[01]?(?:{'|'.join(codes)})|{'|'.join(map(re.escape, names))})(?![\w-])")


def interfering_deck(choice: DeckChoice, _by: object, _terms: object) -> ChosenDeck:
    """Return the deck of a people with interference cards, so that no card is in both decks."""
    cards = ("Inter 402", "Inter 404") if choice == VULCA else ("Inter 407",)
    return ChosenDeck((*cards, *published_deck(catalogue(), choice.people).cards[len(cards) :]), choice.people)


@pytest.mark.once
@pytest.mark.usefixtures("each_position_is_read_once")
@pytest.mark.parametrize("interference", [False, True])
def test_no_page_answer_or_log_holds_a_card_that_is_hidden(
    roland: User,
    elinor: User,
    stranger: User,
    facts: Catalogue,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    interference: bool,
) -> None:
    caplog.set_level(logging.DEBUG)
    people = person(roland), person(elinor)
    if interference:
        monkeypatch.setattr("online.games.services.chosen_deck", interfering_deck)
    key = between(*people, GameTerms(interference=interference)).game.key
    clients = [signed_in(roland), signed_in(elinor)]
    outside, staff = signed_in(stranger), _staff()
    chance, steps = random.Random(11), 0
    pk = Game.objects.get().pk
    while (loaded := load_game(key)).game.status == Game.Status.PLAYING:
        assert loaded.state is not None
        place = loaded.state.player
        offer = chance.choice(seat_offers(loaded.state, place))
        sent = {"do": offer.do, "version": GameSeat.objects.get(game=loaded.game, place=place).view_version}
        caplog.clear()
        posted = clients[place].post(reverse("online:act", args=[key]), sent, headers=JSON)
        for seat, client in enumerate(clients):
            paths = [*PAGES, *API] if steps % STEP == 0 else ["/play/{key}/view/?since=1"]
            answers = [client.get(path.format(key=key)) for path in paths] + [posted] * (seat == place)
            pattern = marks_of(hidden_of(load_game(key), 1 - seat), facts)
            for answer in answers:
                assert not pattern.search(_everything_in(answer)), (answer.request["PATH_INFO"], seat, steps)
        if steps % STEP == 0:
            both = marks_of({code for seat in (0, 1) for code in hidden_of(load_game(key), seat)}, facts)
            answers = [outside.get(path.format(key=key)) for path in (*PAGES, *API)]
            answers += [staff.get(path.format(pk=pk, key=key)) for path in (*STAFF, *PAGES)]
            for answer in answers:
                assert not both.search(_everything_in(answer)), answer.request["PATH_INFO"]
            assert not both.search(caplog.text)
        steps += 1
    assert steps > 20


def _staff() -> Client:
    user = User.objects.create_superuser("Staff")
    with_second_factor(user)
    return signed_in(user)


def _everything_in(answer: Any) -> str:
    return f"{answer.headers}{answer.content.decode()}"


@pytest.mark.usefixtures("stopped_clock")
def test_the_view_version_rises_when_the_view_changes_and_never_else(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    clients, chance, silent = [signed_in(roland), signed_in(elinor)], random.Random(2), 0
    while (loaded := load_game(key)).game.status == Game.Status.PLAYING:
        assert loaded.state is not None
        place = loaded.state.player
        before = view_of(clients[1 - place], key)
        sent = {
            "do": chance.choice(seat_offers(loaded.state, place)).do,
            "version": view_of(clients[place], key)["version"],
        }
        clients[place].post(reverse("online:act", args=[key]), sent, headers=JSON)
        after = view_of(clients[1 - place], key)
        versions = before.pop("version"), after.pop("version")
        assert (versions[0] != versions[1]) == (before != after)
        silent += before == after
    assert silent >= 3


def test_a_topic_of_a_seat_is_its_secret(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor)).game.key
    topics = [seat.channel for seat in load_game(key).seats]
    for at, user in enumerate((roland, elinor)):
        page = signed_in(user).get(reverse("online:table", args=[key])).content.decode()
        assert topics[1 - at] not in page
