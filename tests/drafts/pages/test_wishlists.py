"""All cards open over days: thirty cards each, and wishes that are carried out when a seat’s turn comes (DRAFT-29)."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client

from accounts.models import Person, User
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, Pick, Wishlist
from drafts.table import clocks, hosting, picks
from drafts.table.rows import load_draft, setup_of
from drafts.table.setup.forms import CustomDraftForm
from tests.drafts.pages.test_ways import answers, key_of
from tests.drafts.tables import begun_way, by, person
from tests.html import flat

pytestmark = pytest.mark.django_db


def test_all_cards_open_last_a_week_with_thirty_cards_and_a_quiet_night(client: Client) -> None:
    page = client.get("/drafts/new/?over=week").content.decode()
    assert not re.search(r'value="rotisserie"\s+disabled', page)
    week = answers(sharing="rotisserie", pick_seconds="28800", night="23-7", zone="Europe/Berlin", flow="queued")
    figures = flat(client.post("/drafts/new/figures/", week | {"action": "figures"}).content)
    assert "You end up with 30 cards." in figures
    assert "about 10 days" in figures
    draft = Draft.objects.get(key=key_of(client.post("/drafts/new/", week)))
    assert (draft.pick_seconds, draft.quiet_hours, draft.flow) == (28800, "23-7 Europe/Berlin", "together")
    assert setup_of(draft).figures.kept == 30
    body = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "sharing": "rotisserie", "pick_seconds": 28800}
    figures = client.post("/api/v1/drafts/preflight/", json.dumps(body), content_type="application/json").json()
    assert figures["figures"]["kept"] == 30


def test_an_own_list_over_days_promises_the_thirty_cards_that_are_dealt() -> None:
    form = CustomDraftForm(QueryDict(urlencode(answers(sharing="rotisserie", pick_seconds="28800"), doseq=True)))
    assert form.is_valid() and form.setup is not None
    assert form.setup.figures.kept == 30


def open_cards(key: str) -> tuple[str, ...]:
    state = load_draft(key).state
    assert state is not None
    return state.public().piles[0]


def takes(key: str) -> list[tuple[int, str]]:
    return list(Pick.objects.filter(draft__key=key).values_list("seat", "card"))


def take_open(key: str, player: Person, card: str) -> None:
    state = load_draft(key).state
    assert state is not None
    picks.pick_card(key, visitor=by(player), round_number=state.round, number=state.pick_number, card=card)


def test_a_wish_is_carried_out_at_once_and_the_next_if_it_has_gone(roland: User, elinor: User) -> None:
    key = begun_way(Sharing.ROTISSERIE, person(roland), person(elinor), pick_seconds=28800)
    first, second, third, fourth, *_rest = open_cards(key)
    picks.save_wishlist(key, visitor=by(person(elinor)), cards=[first, second, third, second])
    assert takes(key) == []
    take_open(key, person(roland), first)
    # Elinor has two turns in a row; both wishes that are left are carried out as if she had picked them.
    assert takes(key) == [(0, first), (1, second), (1, third)]
    assert set(Pick.objects.values_list("by", flat=True)) == {Pick.By.PLAYER}
    assert picks.wishlist_of_visitor(key, by(person(elinor))) == []
    # On one’s own turn, a new wish is carried out at once, too.
    picks.save_wishlist(key, visitor=by(person(roland)), cards=[fourth])
    assert takes(key)[3:] == [(0, fourth)]


def test_wishes_wait_while_the_draft_is_paused_and_end_with_the_seat(roland: User, elinor: User) -> None:
    key = begun_way(Sharing.ROTISSERIE, person(roland), person(elinor))
    first, second, third, *_rest = open_cards(key)
    clocks.pause_draft(key, visitor=by(person(roland)))
    picks.save_wishlist(key, visitor=by(person(roland)), cards=[first])
    assert takes(key) == []
    clocks.resume_draft(key, visitor=by(person(roland)))
    assert takes(key) == [(0, first)]
    picks.save_wishlist(key, visitor=by(person(roland)), cards=[second, third])
    hosting.remove_player(key, visitor=by(person(roland)), number=1)
    wanted = Wishlist.objects.get()
    assert (wanted.seat.number, wanted.cards) == (0, [second, third])


def test_wishes_are_for_their_seat_only_and_change_nothing_that_others_see(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, client: Client
) -> None:
    key = begun_way(Sharing.ROTISSERIE, person(roland), person(elinor), pick_seconds=28800)
    pages = (f"/drafts/{key}/", f"/drafts/{key}/live/?status=drafting&seen=0", f"/api/v1/drafts/{key}/")

    def seen_by_others() -> list[str]:
        bodies = [reader.get(page).content.decode() for reader in (roland_client, client) for page in pages]
        # What differs between any two requests: the seconds left, and the form’s token.
        return [re.sub(r'data-seconds="\d+"|data-left>\d+ s|csrfmiddlewaretoken[^>]*>', "", body) for body in bodies]

    before = seen_by_others()
    wanted = list(open_cards(key)[5:8])
    put = elinor_client.put(f"/api/v1/drafts/{key}/wishlist/", json.dumps({"cards": wanted}), "application/json")
    assert put.json() == {"cards": wanted}
    assert seen_by_others() == before
    assert elinor_client.get(f"/api/v1/drafts/{key}/wishlist/").json() == {"cards": wanted}
    assert roland_client.get(f"/api/v1/drafts/{key}/wishlist/").json() == {"cards": []}
    assert client.get(f"/api/v1/drafts/{key}/wishlist/").status_code == 401
    foreign = json.dumps({"cards": ["Hoax 99"]})
    unknown = elinor_client.put(f"/api/v1/drafts/{key}/wishlist/", foreign, "application/json")
    assert (unknown.status_code, unknown.json()["error"]["rule"]) == (400, "DRAFT-29")
    packets = begun_way(Sharing.PACKETS, person(roland), person(elinor))
    refused = elinor_client.put(f"/api/v1/drafts/{packets}/wishlist/", foreign, "application/json")
    assert refused.status_code == 409


def test_wishes_are_added_moved_and_removed_by_forms_alone(roland: User, elinor: User, elinor_client: Client) -> None:
    key = begun_way(Sharing.ROTISSERIE, person(roland), person(elinor))
    first, second, third, *_rest = open_cards(key)
    address, who = f"/drafts/{key}/wishlist/", by(person(elinor))
    for card in (first, second, third):
        assert elinor_client.post(address, {"card": card}).status_code == 302
    elinor_client.post(address, {"up": third})
    elinor_client.post(address, {"up": third})
    elinor_client.post(address, {"up": third})
    assert picks.wishlist_of_visitor(key, who) == [third, first, second]
    part = elinor_client.post(address, {"drop": first, "seen": "0"}, headers={"HX-Request": "true"}).content.decode()
    assert picks.wishlist_of_visitor(key, who) == [third, second]
    assert f'value="{second}"' in part.partition('id="wishlist"')[2].partition("</form>")[0]
    assert "Choose a card first." in flat(elinor_client.post(address, {}, follow=True).content)
    page = elinor_client.get(f"/drafts/{key}/").content.decode()
    assert "Wish for this card" in flat(page)
    take_open(key, person(roland), first)
    assert "Wish for this card" in flat(elinor_client.get(f"/drafts/{key}/").content), "both came true"
    assert takes(key) == [(0, first), (1, third), (1, second)]
