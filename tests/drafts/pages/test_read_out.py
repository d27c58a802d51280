"""What a screen reader hears at tables where seats take turns: all that is new, once, and a saved wish."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from drafts.core.engine.sharing import Sharing
from drafts.table.rows import load_draft
from tests.drafts.pages.test_ways import TURN_WAYS, form_of
from tests.drafts.tables import begun_way, person
from tests.html import flat

pytestmark = pytest.mark.django_db


def read_out(part: bytes) -> str:
    """Return the text of the live region."""
    region = re.search(r"<p hx-swap-oob=\"innerHTML:#announced\">(.*?)</p>", flat(part))
    assert region
    return re.sub(r"<[^>]*>", " ", region[1]).strip()


@pytest.mark.parametrize("way", TURN_WAYS)
def test_every_turn_since_the_last_look_is_read_out_once(
    way: Sharing, roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = begun_way(way, person(roland), person(elinor), players=3)
    live = f"/drafts/{key}/live/?status=drafting&seen="
    assert read_out(roland_client.get(f"{live}0").content) == ""
    for at, client in enumerate((roland_client, elinor_client)):
        while (state := load_draft(key).state) is not None and state.awaits(at):
            client.post(f"/drafts/{key}/pick/", form_of(client.get(f"/drafts/{key}/").content.decode()))
    heard = read_out(elinor_client.get(f"{live}0").content)
    names = re.findall(r"(\w+):", heard)
    assert {"Roland", "Elinor"} <= {*names} and len(names) > 2, "the bot in the third seat answers at once"
    assert names.index("Roland") < names.index("Elinor")
    state = load_draft(key).state
    assert state is not None
    assert read_out(elinor_client.get(f"{live}{state.count}").content) == "", "not again every minute"


def test_a_saved_wish_is_read_out(roland: User, elinor: User, elinor_client: Client, db_catalogue: Catalogue) -> None:
    key = begun_way(Sharing.ROTISSERIE, person(roland), person(elinor))
    state = load_draft(key).state
    assert state is not None
    wanted = state.public().piles[0][4]
    sent = {"card": wanted, "seen": "0"}
    part = elinor_client.post(f"/drafts/{key}/wishlist/", sent, headers={"HX-Request": "true"}).content
    assert read_out(part) == f"My wishes: {db_catalogue[wanted].name}"
    assert read_out(elinor_client.get(f"/drafts/{key}/live/?status=drafting&seen=0").content) == ""
