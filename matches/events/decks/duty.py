"""Deck duty: players without a legal deck or a pool, before a round, a calendar or a cut."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import Person
from common.text import gettext_noop
from decks.core.legality import Status
from matches.core.tournament import Permission
from matches.events.next_step import NextStep, next_step_of_organiser
from matches.events.read_models import EventView
from matches.events.rounds.cut import playoff_plan
from matches.models import Event, Registration

REASON_TOO_LONG = gettext_noop("A reason can have at most %(length)s characters.")


@dataclass(frozen=True, slots=True)
class ProceedAnyway:
    """Whether to go on without all decks and pools, and the reason for the audit log."""

    wanted: bool = False
    reason: str = ""


DO_NOT_PROCEED = ProceedAnyway()


@dataclass(frozen=True, slots=True)
class MissingDecksAndPools:
    """The players without a legal deck, and those without a pool; nobody is in both."""

    decks: tuple[Registration, ...] = ()
    pools: tuple[Registration, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.decks or self.pools)


def players_still_in(view: EventView) -> tuple[Registration, ...]:
    """Return the players still in: in a bracket those not out, before it those who would be paired."""
    if view.event.status == Event.Status.FINISHED:
        return ()
    matches = view.bracket
    if matches:
        still = {pk for match in matches if match.real and match.winner is None for pk in (match.a, match.b)}
        return tuple(player for player in view.active if player.pk in still)
    return tuple(player for player in view.present if player.entered <= len(view.rounds) + 1)


def missing_for_next_step(view: EventView) -> MissingDecksAndPools:
    """Return the decks and pools missing for the next step; for a cut among its players."""
    plan = playoff_plan(view) if next_step_of_organiser(view) is NextStep.CUT else None
    return missing_among(view, plan.seeds if plan else players_still_in(view))


def missing_among(view: EventView, players: Sequence[Registration]) -> MissingDecksAndPools:
    """Return the decks and pools missing among these players, except where they were waived."""
    event, owed = (
        view.event,
        [player for player in players if player.deck_verdict != Status.LEGAL and not player.deck_waived],
    )
    pools = tuple(player for player in owed if _lacks_pool(player)) if event.format == Event.Format.DRAFT else ()
    decks = tuple(player for player in owed if player not in pools) if event.decks_required else ()
    return MissingDecksAndPools(decks, pools if event.format == Event.Format.DRAFT and view.pods else ())


def _lacks_pool(player: Registration) -> bool:
    pod = player.pod
    return pod is None or (pod.draft.status == pod.draft.Status.ABORTED and pod.paper_id is None)


def may_hand_in(view: EventView, player: Registration, by: Person | None) -> bool:
    """Return whether a deck may still be handed in: before the player’s first round, by staff at any time."""
    return not view.rounds or player.entered > len(view.rounds) or view.can(by, Permission.ADMIT)
