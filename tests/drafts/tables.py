"""Tables for the tests: people who sit at them, and drafts played to where a test begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from accounts.models import Person, User
from cards.core.facts import PEOPLES, People
from drafts.core.engine.setup import DEAL_TABLE, PassingMode, Setup, default_peoples
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import SeatDraftState
from drafts.models import Draft
from drafts.table import picks, services
from drafts.table.loaded import Visitor
from drafts.table.picks import PickCommand, write_picks
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft
from live.pubsub import notify


def person(user: User) -> Person:
    return Person.objects.get_or_create(user=user)[0]


def guest(name: str) -> Person:
    return Person.objects.create(nickname=name)


def by(someone: Person) -> Visitor:
    return Visitor(someone.pk)


def setup_for(players: int) -> Setup:
    peoples: tuple[People, ...] = PEOPLES[: DEAL_TABLE[players].decks]
    return Setup(players, peoples)


def begun(
    *people: Person,
    players: int | None = None,
    pick_seconds: int | None = None,
    flow: PassingMode = PassingMode.TOGETHER,
) -> str:
    """Return the key of a draft that has begun: people in their order, bots in the other seats."""
    setup = replace(setup_for(players or max(len(people), 2)), flow=flow)
    seated = services.create_draft(host=people[0], setup=setup, pick_seconds=pick_seconds, seating=Draft.Seating.AS_SAT)
    for player in people[1:]:
        services.join_draft(seated.key, visitor=by(player), person=player)
    services.start_draft(seated.key, visitor=by(people[0]))
    return seated.key


def begun_way(way: Sharing, *people: Person, players: int = 2, **terms: Any) -> str:
    """Return the key of a draft that has begun: people in their order, bots in the other seats."""
    setup = Setup(players, default_peoples(players), sharing=way)
    seated = services.create_draft(host=people[0], setup=setup, seating=Draft.Seating.AS_SAT, **terms)
    for player in people[1:]:
        services.join_draft(seated.key, visitor=by(player), person=player)
    services.start_draft(seated.key, visitor=by(people[0]))
    return seated.key


def seen_by(key: str, someone: Person) -> VisibleDraft:
    return visible_draft_for(load_draft(key), by(someone))


def view_of(key: str, player: Person) -> SeatDraftState:
    view = seen_by(key, player).view
    assert view is not None
    return view


def take(key: str, player: Person, at: int = 0) -> str:
    """Pick a card of the player's packet; return its code."""
    view = view_of(key, player)
    card = view.packet[at]
    picks.pick_card(key, visitor=by(player), round_number=view.table.round, number=view.table.number, card=card)
    return card


def play_to_the_end(key: str, *people: Person) -> None:
    """Let everybody pick the first card of every packet; simultaneous picks of people are one transaction."""
    loaded = load_draft(key)
    while loaded.draft.status == Draft.Status.DRAFTING:
        views = [(player, visible_draft_for(loaded, by(player)).view) for player in people]
        results = write_picks(
            [
                PickCommand(key, by(player), view.table.round, view.table.number, view.packet[0])
                for player, view in views
                if view is not None and view.packet
            ]
        )
        for topic, version in results.notices:
            notify(topic, version)
        for outcome in results.outcomes:
            if isinstance(outcome, Exception):
                raise outcome
            loaded = outcome
