"""Decks in folders, and decks with many errors."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse

from tests.browser.scenes.seen import Seen

if TYPE_CHECKING:
    from tests.access.world import World


# Cards three times each, of more peoples than one deck may have, and an unknown code: far too many moons in all.
WRONG = ("Vulca 03", "Aqua 05", "Terrah 07", "Flit 09", "Mimix 11", "Vulca 99")
COPIES = 3


def _folders(world: World) -> list[Seen]:
    """Put decks of the host into folders, with the message about it."""
    host = world.client("host", SERVER_NAME="127.0.0.1")
    index = reverse("decks:index")
    keys = [str(world.things[f"{name} deck"]["key"]) for name in ("private", "link")]
    for key, folder in zip(keys, ("For Saturday", "Old"), strict=True):
        answer = host.post(reverse("decks:move"), {"deck": [key], "new": folder})
        assert answer.status_code == 302
    inside = f"{index}?{urlencode({'folder': 'For Saturday'})}"
    refused = world.client("host", SERVER_NAME="127.0.0.1")
    refused.post(reverse("decks:move"), {"folder": "Old"})
    return [
        Seen("decks:index moved into a folder", "host", inside, client=host),
        Seen("decks:index folders", "host", index),
        Seen("decks:index choose among folders", "host", f"{index}?choose="),
        Seen("decks:index nothing was chosen", "host", f"{index}?choose=", client=refused),
        Seen("decks:index of no folder", "host", f"{index}?folder="),
        Seen("decks:index folder that is gone", "host", f"{index}?folder=nothing"),
        Seen("decks:index in another order", "host", f"{index}?sort=legal"),
    ]


def _wrong(world: World) -> list[Seen]:
    """Create decks with many errors: the page, the builder, the verdict on a pasted list."""
    from decks.core.legality import DeckList, Entry
    from decks.deck.services import DeckContents, create_deck

    entries = tuple(Entry(code, COPIES) for code in WRONG)
    wrong = DeckList(name="Everything at once", entries=entries, leaders=("Vulca 00",))
    row = create_deck(owner=world.people["host"], contents=DeckContents(deck=wrong))
    return [
        Seen("decks:deck with many mistakes", "host", reverse("decks:deck", args=[row.key])),
        Seen("decks:deck with many mistakes", "anonymous", reverse("decks:deck", args=[row.key])),
        Seen("decks:edit with many mistakes", "host", reverse("decks:edit", args=[row.key])),
        Seen("decks:help with many mistakes", "host", reverse("decks:help", args=[row.key])),
    ]


SCENES = (_folders, _wrong)
