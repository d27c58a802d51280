"""Drafts in other ways than packets: the table in the first turn and later, the end, teams, and decks compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse

from tests.browser.scenes.seen import Seen

if TYPE_CHECKING:
    from drafts.core.engine.sharing import Sharing
    from tests.access.world import World

# As many answers that the piles of a way have grown, and both players have cards and wishes.
ANSWERS = 9


def _drafted(world: World, way: Sharing, answers: int = 0, **terms: Any) -> str:
    """Begin a draft of host and player, and give so many answers: the second choice of each turn, if there is one."""
    from drafts.models import Draft
    from drafts.table import picks
    from drafts.table.rows import load_draft
    from tests.drafts.tables import begun_way, by

    people = (world.people["host"], world.people["player"])
    key = begun_way(way, *people, **terms)
    for _answer in range(answers):
        loaded = load_draft(key)
        if loaded.draft.status != Draft.Status.DRAFTING or loaded.state is None:
            break
        seat = loaded.state.awaited_seats[0]
        at, number = loaded.state.next_pick(seat)
        card = loaded.state.choices(seat)[:2][-1]
        picks.pick_card(key, visitor=by(people[seat]), round_number=at, number=number, card=card)
    return key


def _in_turns(world: World) -> list[Seen]:
    """Show every table at which seats take turns to both players and a stranger, at the start, later and at the end."""
    from drafts.core.engine.sharing import Sharing
    from drafts.table import picks
    from drafts.table.rows import load_draft
    from tests.drafts.tables import by

    seen = []
    for way in (way for way in Sharing if way.takes_turns):
        for at, answers in (("first turn", 0), ("in progress", ANSWERS), ("over", 1000)):
            key = _drafted(world, way, answers, pick_seconds=None if answers else 28800 if not way.has_piles else 60)
            state = load_draft(key).state
            if way is Sharing.ROTISSERIE and answers == ANSWERS and state is not None:
                other = world.people["player" if state.awaits(0) else "host"]
                picks.save_wishlist(key, visitor=by(other), cards=state.public().piles[0][:4])
            page = reverse("drafts:detail", args=[key])
            seen += [Seen(f"drafts:detail {way} {at}", role, page) for role in ("host", "player", "stranger")]
        seen.append(Seen(f"drafts:log {way} over", "host", reverse("drafts:log", args=[key])))
    return seen


def _dealt(world: World) -> list[Seen]:
    """Show dealt pools before a deck, and decks of the same pool handed in by one and compared."""
    from drafts.core.engine.sharing import Sharing
    from drafts.models import Draft, Seat

    seen = []
    for way, at in ((Sharing.SEALED, "dealt"), (Sharing.SAME_POOL, "dealt"), (Sharing.SAME_POOL, "compared")):
        key = _drafted(world, way)
        if at == "compared":
            Seat.objects.filter(draft__key=key).update(deck=[f"Vulca {number:02}" for number in range(1, 31)])
            draft = Draft.objects.get(key=key)
            Draft.objects.filter(key=key).update(compared=draft.finished)
        page = reverse("drafts:detail", args=[key])
        seen += [Seen(f"drafts:detail {way} {at}", role, page) for role in ("host", "stranger")]
    return seen


def _in_teams(world: World) -> list[Seen]:
    """Show the lobby of two teams, and partners’ cards during the draft."""
    from drafts.core.engine.setup import Setup, default_peoples
    from drafts.models import Draft
    from drafts.table import services
    from tests.drafts.tables import by

    host, player = world.people["host"], world.people["player"]
    setup = Setup(4, default_peoples(4))
    seated = services.create_draft(host=host, setup=setup, seating=Draft.Seating.AS_SAT, teams=2, open_partners=True)
    services.join_draft(seated.key, visitor=by(player), person=player)
    lobby = reverse("drafts:detail", args=[seated.key])
    running = services.create_draft(host=host, setup=setup, seating=Draft.Seating.AS_SAT, teams=2, open_partners=True)
    services.start_draft(running.key, visitor=by(host))
    return [
        *(Seen("drafts:detail lobby of teams", role, lobby) for role in ("host", "player", "stranger")),
        Seen("drafts:detail table of teams", "host", reverse("drafts:detail", args=[running.key])),
        Seen("drafts:partners no cards yet", "host", reverse("drafts:partners", args=[running.key])),
    ]


SCENES = (_in_turns, _dealt, _in_teams)
