"""Reported and hidden content, as seen by everybody involved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from tests.browser.scenes.seen import Seen

if TYPE_CHECKING:
    from tests.access.world import World


def _reported(world: World) -> list[Seen]:
    """Report a deck, and hide another one, whose owner hasn’t appealed yet."""
    public, link = (str(world.things[f"{name} deck"]["key"]) for name in ("public", "link"))
    stranger = world.client("stranger", SERVER_NAME="127.0.0.1")
    for key in (public, link):
        said = {"reason": "abuse", "words": "The second line of its description."}
        assert stranger.post(reverse("reports:report", args=["deck", key]), said).status_code == 302
    staff = world.client("staff", SERVER_NAME="127.0.0.1")
    hidden = {"do": "hide", "reason": "hate", "words": "Choose another name."}
    assert staff.post(reverse("reports:decide", args=["deck", link]), hidden).status_code == 302
    index, page = reverse("reports:index"), reverse("decks:deck", args=[link])
    return [
        Seen("reports:index something was hidden", "staff", index, client=staff),
        Seen("reports:index hidden", "staff", f"{index}?show=hidden"),
        Seen("reports:index decided by organisers", "staff", f"{index}?show=organisers"),
        Seen("reports:index what was done", "staff", f"{index}?show=log"),
        Seen("reports:report to be looked at again", "host", reverse("reports:report", args=["deck", link])),
        Seen("decks:deck reported", "stranger", reverse("decks:deck", args=[public]), client=stranger),
        Seen("decks:deck hidden", "host", page),
        Seen("decks:deck hidden", "anonymous", page, status=404),
    ]


SCENES = (_reported,)
