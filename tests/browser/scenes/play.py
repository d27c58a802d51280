"""Drafts, matches and an event in progress: a packet answered, a match won, an event with a champion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.urls import reverse

from tests.browser.scenes.seen import Seen
from tests.html import flat

if TYPE_CHECKING:
    from tests.access.world import World


def _answered(world: World) -> list[Seen]:
    """Let the player keep a card of their packet and wait for the others."""
    key = str(world.things["running draft"]["key"])
    page = reverse("drafts:detail", args=[key])
    client = world.client("player", SERVER_NAME="127.0.0.1")
    text = flat(client.get(page).content)
    card = re.search(r'name="card" value="([^"]+)"', text)
    step = re.search(r'data-packet="(\d+)\.(\d+)"', text)
    assert card and step, "the player has no packet"
    body = {"card": card[1], "round": step[1], "number": step[2]}
    client.post(reverse("drafts:pick", args=[key]), body)
    return [Seen("drafts:detail packet answered", "player", page)]


def _won(world: World) -> list[Seen]:
    """Finish the match."""
    from matches.models import Match
    from matches.play import services
    from matches.play.services import GameReport

    host = world.people["host"]
    match = Match.objects.get(key=world.things["new match"]["key"])
    while match.status != Match.Status.FINISHED:
        services.record_game(by=host, key=match.key, version=match.version, report=GameReport("a", 3))
        match = Match.objects.get(pk=match.pk)
    return [
        Seen("matches:detail won", "host", reverse("matches:detail", args=[match.key])),
        Seen("matches:table won", "host", reverse("matches:table", args=[match.key])),
    ]


def _champion(world: World) -> list[Seen]:
    """Play the event to its end."""
    from matches.events import result_services, round_services
    from matches.models import Pairing

    organiser, key = world.people["organiser"], str(world.things["event"]["key"])
    for number in (1, 2):
        if number > 1:
            round_services.pair_next_round(by=organiser, key=key, number=number)
        for pairing in Pairing.objects.filter(round__event__key=key, round__number=number, b__isnull=False):
            result_services.enter_result(by=organiser, key=key, pairing=pairing.pk, crystals=(5, 2))
        round_services.close_round(by=organiser, key=key, number=number)
    round_services.finish_event(by=organiser, key=key)
    event = reverse("matches:event", args=[key])
    wall = reverse("matches:event_wall", args=[key])
    player = reverse("matches:event_player", args=[key, 1])
    return [
        Seen("matches:event finished", "organiser", event),
        Seen("matches:event finished", "anonymous", event),
        Seen("matches:event_wall finished", "anonymous", wall),
        Seen("matches:event_player finished", "player", player),
    ]


def _on_paper(world: World) -> list[Seen]:
    """Pass all packets of a paper draft, and enter one pool with an error."""
    from drafts.paper import services

    host, key = world.people["host"], str(world.things["paper table"]["key"])
    paper = services.load_paper_draft(key)
    page = reverse("drafts:paper", args=[key])
    while not paper.awaits_pools:
        paper = services.advance_paper_draft(key, person=host, version=paper.table.version)
    pool = reverse("drafts:paper_pool", args=[key, 1])
    return [
        Seen("drafts:paper pools are entered", "host", page),
        Seen("drafts:paper pools are entered", "player", page),
        Seen("drafts:paper_pool to be entered", "player", pool),
    ]


SCENES = (_champion,)
THOROUGH_SCENES = (_answered, _won, _on_paper)
