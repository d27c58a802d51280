"""Every way of sharing the cards on as many phones as it takes, by forms alone: from the set-up to a match."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from cards.core.facts import CardType, Catalogue
from drafts.core.engine.state import State
from drafts.models import Draft
from drafts.table.rows import load_draft
from tests.drafts.pages.test_ways import form_of
from tests.effort import first_in_gate
from tests.html import Forms, flat

pytestmark = pytest.mark.django_db

DECK_TYPES = (CardType.CHARACTER, CardType.BOOSTER, CardType.SUPPORT, CardType.LEADERSHIP)
NAMES = ("Roland", "Elinor", "Judith", "Stefan", "Miriam", "Anselm")
# So many picks at the start and at the end are made on the page as it is shown; those between are only sent.
READ_PICKS = 4


@dataclass(frozen=True)
class Evening:
    """What is chosen on the set-up page, by the names of its fields."""

    players: int
    chosen: Mapping[str, str] = field(default_factory=dict)
    page: str = "/drafts/new/"


EVENINGS = {
    "same pool": Evening(6, {"sharing": "same_pool"}),
    "piles": Evening(3, {"sharing": "winchester"}),
    "hidden piles": Evening(2, {"sharing": "winchester", "face_down": "on"}),
    "a pool each": Evening(6, {"sharing": "same_pool", "apart": "on"}),
    "hidden piles for three": Evening(3, {"sharing": "winchester", "face_down": "on"}),
    "piles for two": Evening(2, {"sharing": "winchester"}),
    "packets": Evening(6),
    "two teams of two": Evening(4, {"teams": "2", "open_partners": "on"}),
    "three teams of two": Evening(6, {"teams": "3", "seating": "as_sat"}),
    "two teams of three": Evening(6, {"sharing": "rotisserie", "teams": "2"}),
    "all cards open": Evening(6, {"sharing": "rotisserie"}),
    "over days": Evening(6, {"sharing": "rotisserie"}, "/drafts/new/?over=week"),
    "own list": Evening(6, {"sharing": "rotisserie", "cards": ""}, "/drafts/practice/"),
}


def form(page: str, action: str) -> dict[str, Any]:
    """Return what the page’s form with this action sends if nothing is changed in it."""
    return next(dict(sent) for to, sent in Forms(page).forms if to == action)


def follow(client: Client, address: str, sent: Mapping[str, Any]) -> str:
    """Send a form; return the page it leads to."""
    answer = client.post(address, sent, follow=True)
    assert answer.status_code == 200, flat(answer.content)
    return flat(answer.content)


def press(client: Client, page: str, button: str, **chosen: Any) -> str:
    """Press a button that isn’t in a folded part of the page, in its own form; return the page it leads to."""
    found = re.search(rf"<button[^>]*>{button}<", page)
    before = page[: found.end()] if found else ""
    assert found and before.count("<details") == before.count("</details>"), f"{button} is folded or missing"
    address = re.findall(r'<form[^>]* action="([^"]*)"', before)[-1]
    pressed = re.search(r'name="(\w+)" value="([^"]*)"', before.rpartition("<button")[2])
    sent = form(page, address) | ({pressed[1]: pressed[2]} if pressed else {}) | chosen
    return follow(client, address, sent)


def require_offered(page: str, name: str, value: str) -> None:
    """Fail if the page doesn’t let a reader choose this, folded or not."""
    control = re.search(
        rf'<(?:input[^>]*name="{name}"[^>]*|select[^>]*name="{name}".*?</select>|textarea[^>]*name="{name}")', page
    )
    assert control, name
    if "<select" in control[0]:
        assert f'value="{value}"' in control[0], (name, value)
    elif 'type="radio"' in control[0]:
        one = re.search(rf'<input[^>]*name="{name}"[^>]*value="{value}"[^>]*>', page)
        assert one and " disabled" not in one[0], (name, value)


def create(host: Client, evening: Evening, cards: str) -> str:
    """Fill in the set-up page as a reader without scripts does; return the lobby."""
    chosen = dict(evening.chosen) | ({"cards": cards} if "cards" in evening.chosen else {})
    page = flat(host.get(evening.page).content)
    page = press(host, page, "Update page", players=str(evening.players))
    for name, value in chosen.items():
        require_offered(page, name, value)
    return press(host, page, "Invite friends", nickname=NAMES[0], **chosen)


def answer_form(key: str, client: Client, state: State, seat: int, *, read: bool) -> None:
    """Take what the page offers first, or send the same without reading the page."""
    if read:
        page = client.get(f"/drafts/{key}/").content.decode()
        packet = re.search(r'class="visually-hidden" type="radio" name="card" value="([^"]+)" data-name', flat(page))
        sent = form(page, f"/drafts/{key}/pick/") | {"card": packet[1]} if packet else form_of(page)
    else:
        place = state.next_pick(seat)
        sent = {"round": str(place[0]), "number": str(place[1]), "card": state.choices(seat)[0]}
    assert client.post(f"/drafts/{key}/pick/", sent).status_code == 302


def draft(key: str, seats: list[Client]) -> None:
    """Draft to the end."""
    answered = 0
    while (loaded := load_draft(key)).draft.status == Draft.Status.DRAFTING:
        assert loaded.state is not None
        setup, hands = loaded.state.setup, loaded.state.hands
        expected = setup.figures.pool if setup.sharing.has_piles else setup.players * setup.figures.kept
        last = sum(map(len, hands)) >= expected - READ_PICKS
        for seat in loaded.state.awaited_seats:
            answer_form(key, seats[seat], loaded.state, seat, read=answered < READ_PICKS or last)
            answered += 1


def legal_deck(key: str, client: Client, *, by_hand: bool) -> None:
    """Build a deck from the pool: ticked by hand, or suggested by the site."""
    page = flat(client.get(f"/drafts/{key}/").content)
    offered = re.findall(r'form="new-deck" name="card" value="([^"]+)"', page)
    assert len(offered) >= 30, page
    address = re.search(r'id="new-deck"[^>]*action="([^"]+)"', page)
    assert address
    ticked = {"otherwise": "1", "card": offered[:30]} if by_hand else {"fill": "1"}
    deck = follow(client, address[1], form(page, address[1]) | ticked)
    assert "30 of 30 cards" in deck
    assert "Legal" in deck


def play_a_game(key: str, clients: list[Client]) -> None:
    """Go on to the matches; the host’s match gets a result, which the standings show to everyone."""
    pages = [press(client, flat(client.get(f"/drafts/{key}/").content), "Play matches", mine="1") for client in clients]
    playing = next(at for at, page in enumerate(pages) if 'id="record"' in page)
    winner = re.search(r">(\w+) won<", pages[playing])
    assert winner
    page = press(clients[playing], pages[playing], winner[0].strip("<>"), dragons="3")
    assert "+4 crystals" in page
    standings = flat(clients[0].get(f"/matches/groups/of-draft/{key}/").content)
    assert re.search("4 : 0|0 : 4", standings)


@pytest.mark.parametrize("name", first_in_gate(EVENINGS, 3))
def test_people_without_scripts_draft_build_and_play(name: str, db_catalogue: Catalogue) -> None:
    evening = EVENINGS[name]
    clients = [Client() for _player in range(evening.players)]
    by_name = dict(zip(NAMES, clients, strict=False))
    create(clients[0], evening, "\n".join(card.code for card in db_catalogue if card.type in DECK_TYPES))
    row = Draft.objects.get()
    address = f"/drafts/{row.key}/"
    for player, client in list(by_name.items())[1:]:
        page = press(client, flat(client.get(address).content), "Join", nickname=player)
        press(client, page, "I’m ready")
    press(clients[0], flat(clients[0].get(address).content), "Start now")
    draft(row.key, [by_name[seat.nickname] for seat in row.seats.order_by("number")])
    for at, client in enumerate(clients):
        legal_deck(row.key, client, by_hand=at % 2 == 0)
    play_a_game(row.key, clients)
