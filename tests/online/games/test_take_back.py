"""Taking moves back: at once, on request, against the computer, and what nobody may learn by it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person, User
from common.errors import Conflict, Invalid
from online.core.offers import seat_offers
from online.core.take_back import ALLOW, BACK, REFUSE, WITHDRAW
from online.core.terms import GameTerms
from online.games import endings, services
from online.games.loaded import LoadedGame, drop_cached_game, load_game
from online.games.take_back import take_back_mode
from online.models import Game, GameAction, GameSeat
from tests.drafts.tables import person
from tests.online.games_made import against_computer, between, play_on
from tests.online.table.test_views import JSON, signed_in, view_of

pytestmark = pytest.mark.usefixtures("db_catalogue")


@pytest.fixture
def people(roland: User, elinor: User) -> tuple[Person, Person]:
    return person(roland), person(elinor)


def do(by: Person, key: str, what: str) -> LoadedGame:
    return services.write_action_alone(by, key, load_game(key).own_seat(by).view_version, what)


def way(by: Person, key: str) -> str:
    loaded = load_game(key)
    return take_back_mode(loaded, loaded.own_seat(by))


def who_decides(key: str, people: tuple[Person, Person]) -> tuple[Person, Person]:
    """Return the deciding player, and the other."""
    place = load_game(key).game.decides
    assert place is not None
    return people[place], people[1 - place]


# The version of the game before an action, its words, and the position after it.
Sent = tuple[int, str, str]


def acted(
    key: str, people: tuple[Person, Person], seed: int = 3, *, sent: list[Sent] | None = None
) -> Iterator[Person]:
    """Play offers of the position one by one; yield who acted, and record in `sent` what."""
    chance = random.Random(seed)
    while (loaded := load_game(key)).game.status == Game.Status.PLAYING:
        assert loaded.state is not None
        by, _other = who_decides(key, people)
        words, version = chance.choice(seat_offers(loaded.state, loaded.own_seat(by).place)).do, loaded.game.version
        after = do(by, key, words)
        if sent is not None:
            sent.append((version, words, after.game.position))
        yield by


def until(key: str, people: tuple[Person, Person], wanted: str, seed: int = 3) -> Person:
    """Play until whoever acted last can take it back like this."""
    return next(by for by in acted(key, people, seed) if way(by, key) == wanted)


def test_what_brought_no_card_to_light_is_taken_back_at_once(people: tuple[Person, Person]) -> None:
    key = between(*people).game.key
    sent: list[Sent] = []
    before = load_game(key).game.position
    by = next(by for by in acted(key, people, sent=sent) if way(by, key) == "free")
    loaded, before = load_game(key), sent[-2][2] if len(sent) > 1 else before
    after = do(by, key, BACK)
    assert after.game.decides == after.own_seat(by).place
    assert after.game.position == before != loaded.game.position
    rows = list(GameAction.objects.filter(game=loaded.game))
    assert (rows[-1].action, rows[-1].position) == ("back", before)
    assert len(rows) == loaded.game.version + 1, "no row is deleted"
    drop_cached_game(key)
    assert load_game(key).state is not None
    play_on(key, *people)


def test_a_request_names_what_it_undoes_and_the_same_cards_come_again(
    people: tuple[Person, Person], roland: User, elinor: User
) -> None:
    key = between(*people).game.key
    sent: list[Sent] = []
    by = next(by for by in acted(key, people, sent=sent) if way(by, key) == "ask")
    other = people[1 - people.index(by)]
    version, to = load_game(key).game.version, load_game(key).own_seat(by).back_to or 0
    assert do(by, key, BACK).game.version == version, "nothing is taken back before the other side agrees"
    clients = signed_in((roland, elinor)[people.index(by)]), signed_in((roland, elinor)[people.index(other)])
    asks, asked = (view_of(client, key)["meta"] for client in clients)
    assert asked["asks_back"] and all(isinstance(move, str) for move in asked["asks_back"])
    assert (asks["take_back"], asks["asks_back"]) == ("asked", None)
    do(other, key, ALLOW)
    loaded = load_game(key)
    assert loaded.game.decides == loaded.own_seat(by).place and way(by, key) != "asked"
    again = [one for one in sent if one[0] >= to]
    for _number, words, position in again:
        assert do(by, key, words).game.position == position
    assert again


def test_a_request_is_refused_twice_and_then_rests_until_the_next_turn(people: tuple[Person, Person]) -> None:
    key = between(*people).game.key
    by = until(key, people, "ask")
    other = people[1 - people.index(by)]
    for answerer, answer in ((other, REFUSE), (by, WITHDRAW)):
        do(by, key, BACK)
        do(answerer, key, answer)
    assert way(by, key) == ""
    with pytest.raises(Conflict, match="take a move back"):
        do(by, key, BACK)
    place = load_game(key).own_seat(by).place
    turn = load_game(key).state
    assert turn is not None
    for _by in acted(key, people, 5):
        state = load_game(key).state
        assert state is not None
        if state.player_in_turn == place and state.board.number > turn.board.number:
            break
    assert load_game(key).own_seat(by).refused_backs == 0


def test_a_request_lapses_when_the_other_side_is_seen_to_act(people: tuple[Person, Person]) -> None:
    key = between(*people).game.key
    by = until(key, people, "ask")
    other = people[1 - people.index(by)]
    do(by, key, BACK)
    seen = load_game(key).own_seat(by).view_version
    for acting in acted(key, people, 8):
        open_ = load_game(key).own_seat(by).requested_back_to is not None
        if acting == other:
            assert open_ == (load_game(key).own_seat(by).view_version == seen), "an unseen step lets it stand"
            if not open_:
                break
        seen = load_game(key).own_seat(by).view_version
    with pytest.raises(Conflict, match="is closed"):
        do(other, key, ALLOW)


def test_a_request_that_meets_the_other_sides_action_is_not_made(people: tuple[Person, Person]) -> None:
    key = between(*people).game.key
    by = until(key, people, "ask")
    version = load_game(key).own_seat(by).view_version
    next(acting for acting in acted(key, people) if load_game(key).own_seat(by).view_version != version)
    with pytest.raises(Conflict, match="moved on"):
        services.write_action_alone(by, key, version, BACK)
    assert load_game(key).own_seat(by).requested_back_to is None


@pytest.mark.parametrize("wanted", ["free", "ask"])
def test_of_ten_equal_requests_one_counts(people: tuple[Person, Person], wanted: str) -> None:
    key = between(*people).game.key
    by = until(key, people, wanted)
    version = load_game(key).own_seat(by).view_version
    services.write_action_alone(by, key, version, BACK)
    rows = GameAction.objects.filter(game__key=key).count()
    for _tab in range(9):
        with pytest.raises(Conflict, match="moved on"):
            services.write_action_alone(by, key, version, BACK)
    assert GameAction.objects.filter(game__key=key).count() == rows


def test_both_sides_can_ask_at_once_and_one_answer_settles_both(people: tuple[Person, Person]) -> None:
    key = between(*people).game.key
    for _by in acted(key, people, 4):
        if [way(each, key) for each in people] == ["ask", "ask"]:
            break
    for each in people:
        do(each, key, BACK)
    do(people[0], key, ALLOW)
    assert [load_game(key).own_seat(each).requested_back_to for each in people] == [None, None]


def test_against_the_computer_every_move_is_taken_back_at_once(roland: User) -> None:
    me = person(roland)
    key = against_computer(me).game.key
    play_on(key, me, steps=12)
    turns = [load_game(key).state]
    while way(me, key) == "free":
        do(me, key, BACK)
        turns.append(load_game(key).state)
    numbers = [state.board.number for state in turns if state is not None]
    assert len(numbers) > 4 and all(later <= earlier for earlier, later in pairwise(numbers))
    assert load_game(key).own_seat(me).back_to is None, "the whole way to the first decision"
    play_on(key, me)


def test_where_moves_are_final_none_is_taken_back(people: tuple[Person, Person]) -> None:
    key = between(*people, GameTerms(moves_final=True)).game.key
    for by in acted(key, people):
        assert way(by, key) == ""
        with pytest.raises(Conflict, match="take a move back"):
            do(by, key, BACK)
        if load_game(key).game.version > 12:
            break


def test_time_is_not_given_back(people: tuple[Person, Person]) -> None:
    key = between(*people, GameTerms(clock="minutes")).game.key
    by = until(key, people, "ask")
    before = [seat.time_left_ms or 0 for seat in load_game(key).seats]
    do(by, key, BACK)
    do(people[1 - people.index(by)], key, ALLOW)
    after = [seat.time_left_ms or 0 for seat in load_game(key).seats]
    assert all(now <= then for now, then in zip(after, before, strict=True))


def test_nothing_is_taken_back_once_the_game_is_over_or_in_words_that_mean_nothing(
    people: tuple[Person, Person],
) -> None:
    key = between(*people).game.key
    by = until(key, people, "free")
    for word in ("back:3", "back:maybe", "back+continue"):
        with pytest.raises((Conflict, Invalid)):
            do(by, key, word)
    endings.resign(by, key)
    with pytest.raises(Conflict):
        do(by, key, BACK)


@pytest.mark.once  # some steps are enough for the other servers, below
@pytest.mark.usefixtures("stopped_clock", "each_position_is_read_once")
def test_what_nobody_saw_is_taken_back_unseen(roland: User, elinor: User, stranger: User) -> None:
    """In a whole game with moves taken back at random, a view changes exactly when its version does."""
    back, silent = _take_moves_back_at_random(roland, elinor, stranger, steps=260)
    assert back > 8 and silent > 0


@pytest.mark.usefixtures("stopped_clock", "each_position_is_read_once")
def test_moves_are_taken_back_unseen_on_any_server(roland: User, elinor: User, stranger: User) -> None:
    assert min(_take_moves_back_at_random(roland, elinor, stranger, steps=50)) > 0


def _take_moves_back_at_random(roland: User, elinor: User, stranger: User, *, steps: int) -> tuple[int, int]:
    """Play so many steps; return how many moves were taken back, and how many of them the opponent hadn’t seen."""
    people = person(roland), person(elinor)
    key = between(*people).game.key
    clients, chance = [signed_in(roland), signed_in(elinor)], random.Random(2)
    watching, silent, back = signed_in(stranger), 0, 0
    for _step in range(steps):
        loaded = load_game(key)
        if loaded.game.status != Game.Status.PLAYING:
            break
        assert loaded.state is not None
        by, _other = who_decides(key, people)
        place = loaded.own_seat(by).place
        takes_back = way(by, key) == "free" and chance.random() < 0.4
        word = BACK if takes_back else chance.choice(seat_offers(loaded.state, place)).do
        if word.startswith(("pass+", "continue+")) and chance.random() < 0.5:
            word = word.partition("+")[0]  # only on to the next phase, which nobody else sees
        seen = _watched(watching, key) if takes_back else b""
        before = view_of(clients[1 - place], key)
        page = clients[1 - place].get(reverse("online:table", args=[key])).content if takes_back else b""
        sent = {"do": word, "version": loaded.own_seat(by).view_version}
        assert clients[place].post(reverse("online:act", args=[key]), sent, headers=JSON).status_code == 200
        after = view_of(clients[1 - place], key)
        versions = before.pop("version"), after.pop("version")
        assert (versions[0] != versions[1]) == (before != after)
        back += takes_back
        event = GameAction.objects.filter(game__key=key).order_by("-number").values_list("events", flat=True)[0]
        if takes_back and not event[0][4]:
            silent += 1
            assert before == after and _without_tokens(page) == _without_tokens(
                clients[1 - place].get(reverse("online:table", args=[key])).content
            )
            assert _watched(watching, key) == seen
    return back, silent


def _watched(client: Client, key: str) -> bytes:
    return client.get(f"{reverse('online:watch', args=[key])}?seen=nothing&me=12345678").content


def _without_tokens(page: bytes) -> bytes:
    return re.sub(rb'(csrfmiddlewaretoken" value|nonce"):?=?\s?"?[\w-]+', b"", page)


def test_the_row_number_of_a_way_back_stands_in_no_view(people: tuple[Person, Person], roland: User) -> None:
    key = between(*people).game.key
    until(key, people, "free")
    seats = GameSeat.objects.filter(game__key=key).exclude(back_to=None)
    seats.update(back_to=987654, requested_back_to=None)
    drop_cached_game(key)
    assert "987654" not in str(view_of(signed_in(roland), key))
