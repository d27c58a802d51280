"""The page Play, a new game and an invitation."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from unittest import mock

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from decks.models import Deck
from online.models import Game, GameSeat
from tests.decks.rows import terrah_deck
from tests.html import Forms, flat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("db_catalogue")]


def page(client: Client, address: str) -> str:
    return flat(client.get(address).content)


def sent(client: Client, address: str, **changed: str) -> dict[str, str]:
    """Return the fields of the form that starts a game, as its page has them, with changes."""
    forms = Forms(client.get(address).content.decode()).forms
    fields = next(fields for _action, fields in forms if "deck" in fields)
    return {**{name: values[0] for name, values in fields.items()}, **changed}


def invites(client: Client, **changed: str) -> tuple[Game, str]:
    client.post("/play/new/", sent(client, "/play/", level="friend", **changed))
    game = Game.objects.get()
    return game, f"/play/{game.key}/join/{game.join_key}/"


def test_a_visitor_without_anything_plays_the_computer_in_one_tap(client: Client) -> None:
    answer = client.post("/play/new/", sent(client, "/play/"))
    game = Game.objects.get()
    assert answer["location"] == f"/play/{game.key}/"
    assert game.status == Game.Status.PLAYING
    own, computer = game.seats.all()
    assert (own.deck_name, own.level, computer.level) == ("Vulca", "", "club")


def test_the_settings_say_what_they_mean(client: Client) -> None:
    new = page(client, "/play/")
    assert "Once, before the first turn, you can replace" in new and "check that the shuffle was fair" in new


def test_the_deck_of_an_address_is_played_with_its_settings(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    Deck.objects.update(edition="first")
    fields = sent(roland_client, f"/play/new/?deck={row.key}&level=strong")
    assert (fields["deck"], fields["edition"], fields["level"]) == (f"deck:{row.key}", "first", "strong")
    roland_client.post("/play/new/", fields)
    assert GameSeat.objects.get(place=0).deck == row
    # The deck played last is there the next time.
    assert sent(roland_client, "/play/")["deck"] == f"deck:{row.key}"


def test_only_legal_decks_are_offered(roland: User, roland_client: Client, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    assert f'href="?deck={row.key}"' in page(roland_client, "/play/")
    row.cards.earliest("pk").delete()
    assert f"?deck={row.key}" not in page(roland_client, "/play/")
    refused = roland_client.post("/play/new/", sent(roland_client, f"/play/new/?deck={row.key}"))
    assert refused.status_code == 400
    assert "One card too few" in flat(refused.content)


def test_the_computer_draws_its_deck_unless_one_is_chosen_for_it(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    row.cards.earliest("pk").delete()
    fields = sent(roland_client, "/play/")
    assert fields["opponent_deck"] == "people:random"
    refused = roland_client.post("/play/new/", fields | {"opponent_deck": f"deck:{row.key}"})
    assert refused.status_code == 400
    assert f"The computer’s deck, “{row.name}”, isn’t legal" in flat(refused.content)
    assert '<details class="panel" open>' in flat(refused.content)
    assert roland_client.post("/play/new/", fields).status_code == 302


def test_cards_without_their_whole_text_are_named_before_the_start(
    roland: User, roland_client: Client, elinor_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    card = row.cards.get(code="Terrah 20")
    card.code = "Terrah 28"
    card.save()
    label = facts["Terrah 28"].label
    assert label in page(roland_client, f"/play/new/?deck={row.key}")
    _game, link = invites(roland_client, deck=f"deck:{row.key}", accepts_texts="yes")
    assert label in page(elinor_client, link)
    assert elinor_client.post(link, {"deck": "people:Hoax"}).status_code == 400
    elinor_client.post(link, sent(elinor_client, link))
    assert Game.objects.get().status == Game.Status.PLAYING


def test_a_friend_sees_who_invites_and_plays_without_an_account(client: Client) -> None:
    game, link = invites(client, nickname="Roland", clock="minutes", mulligan="on")
    waiting = page(client, f"/play/{game.key}/")
    assert "Waiting for your opponent" in waiting and link in waiting and 'class="qr"' in waiting
    friend = Client()
    invitation = page(friend, link)
    assert "Roland invites you to a game" in invitation
    assert "Blue Moon Legends (2014) · 10 minutes each, and 15 seconds for each turn · Mulligan" in invitation
    friend.post(link, sent(friend, link, deck="people:Hoax", nickname="Elinor"))
    assert list(GameSeat.objects.values_list("name", "deck_name")) == [("Roland", "Vulca"), ("Elinor", "Hoax")]
    assert Client().get(link).status_code == 302  # somebody who comes too late
    assert Client().get(link.replace(game.join_key, "x")).status_code == 404


def test_the_game_in_which_it_is_my_turn_comes_first(roland: User, roland_client: Client) -> None:
    roland_client.post("/play/new/", sent(roland_client, "/play/"))
    game, seat = Game.objects.get(), GameSeat.objects.get(place=0)
    Game.objects.update(decides=seat.place)
    for address in ("/play/", "/", "/mine/"):
        shown = page(roland_client, address)
        assert f'href="/play/{game.key}/"' in shown and "Computer (medium)" in shown and "Play on" in shown
    assert page(roland_client, "/play/").count("btn primary") == 1
    Game.objects.update(decides=1)
    waits = page(roland_client, "/play/")
    assert "Vulca against" in waits and "Your turn" not in waits
    assert "Play on" not in page(roland_client, "/")


def test_games_against_the_computer_differ_by_decks_and_age(roland: User, roland_client: Client) -> None:
    for deck in ("people:Mimix", "people:Flit"):
        roland_client.post("/play/new/", sent(roland_client, "/play/", opponent_deck=deck))
    Game.objects.update(decides=1)
    older, newer = Game.objects.order_by("pk")
    Game.objects.filter(pk=older.pk).update(created=older.created - timedelta(hours=3, minutes=20))
    shown = page(roland_client, "/play/")
    assert f'href="/play/{older.key}/">Vulca against Mimix <span>Computer (medium) · started 3 hours ago' in shown
    assert f'href="/play/{newer.key}/">Vulca against Flit <span>Computer (medium) · just started' in shown
    Game.objects.update(status=Game.Status.OVER, ending=Game.Ending.RESIGNED, winner=1)
    assert "You lost · resigned · Computer (medium)" in page(roland_client, "/play/")


def test_another_persons_deck_is_named_by_its_people_alone(
    roland: User, roland_client: Client, elinor: User, elinor_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(elinor, facts, name="Secret plan")
    _game, link = invites(roland_client)
    elinor_client.post(link, sent(elinor_client, link, deck=f"deck:{row.key}", accepts_texts="yes"))
    Game.objects.update(decides=GameSeat.objects.get(name="Roland").place)
    shown = page(roland_client, "/play/")
    assert "<b>Vulca <span" in shown and "<b>Terrah <span" in shown and "Secret plan" not in shown


def test_a_running_fight_is_told_with_its_element_and_both_powers(roland: User, roland_client: Client) -> None:
    roland_client.post("/play/new/", sent(roland_client, "/play/"))
    Game.objects.update(decides=0)
    assert "Fight in" not in page(roland_client, "/play/")
    state = SimpleNamespace(contested_element=2, power=(4, 7).__getitem__)
    with mock.patch("online.setup.my_games.load_game", return_value=SimpleNamespace(state=state)):
        assert all("Fight in earth · you 4, computer 7" in page(roland_client, at) for at in ("/play/", "/", "/mine/"))
