"""A `Look` as the templates want it: cards instead of codes, seats in the order in which they sit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import segno
from django.utils.safestring import SafeString, mark_safe

from cards.facts import CardFacts, CardType, Catalogue
from drafts.engine.setup import DECK_SIZE, Direction
from drafts.models import Draft
from drafts.queries import Look, SeatLook


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards kept, by type, and their sums."""

    groups: tuple[tuple[CardType, tuple[CardFacts, ...]], ...]
    size: int
    characters: int
    fire: int
    earth: int

    @property
    def spare(self) -> int:
        """Cards beyond a deck of thirty, never less than 0."""
        return max(self.size - DECK_SIZE, 0)


def pool_of(codes: Iterable[str], catalogue: Catalogue) -> Pool:
    """The pool of those codes; within a type in catalogue order."""
    cards = in_order(codes, catalogue)
    groups = tuple((kind, tuple(card for card in cards if card.type is kind)) for kind in CardType)
    return Pool(
        groups=tuple((kind, held) for kind, held in groups if held),
        size=len(cards),
        characters=sum(card.type is CardType.CHARACTER for card in cards),
        fire=sum(card.fire or 0 for card in cards),
        earth=sum(card.earth or 0 for card in cards),
    )


def in_order(codes: Iterable[str], catalogue: Catalogue) -> list[CardFacts]:
    """The cards in catalogue order, so that the order of a packet tells nothing."""
    wanted = set(codes)
    return [card for card in catalogue if card.code in wanted]


def seats_in_order(look: Look) -> list[SeatLook]:
    """The seats as the reader sees them going round to his right: he himself, s - 1, s - 2 and so on."""
    first = look.me.number if look.me else 0
    count = look.setup.players
    return sorted(look.seats, key=lambda seat: (first - seat.number) % count)


def step_of(look: Look) -> str:
    """Names what a page shows of the packet, so that only a new one replaces it."""
    if look.table is None:
        return look.status
    bot = look.me is not None and look.me.is_bot
    waits = look.view is None or bool(look.view.chosen)
    return f"{look.table.round}.{look.table.number}.{int(waits)}{int(bot)}"


def context_of(look: Look, catalogue: Catalogue, *, now: datetime) -> dict[str, Any]:
    """Everything a page of this draft shows."""
    context: dict[str, Any] = {"look": look, "step": step_of(look), "seats": seats_in_order(look)}
    context["hosting"] = look.is_host and look.status in (Draft.Status.LOBBY, Draft.Status.DRAFTING)
    if look.view is not None:
        context["packet"] = in_order(look.view.packet, catalogue)
        context["chosen"] = catalogue.by_code.get(look.view.chosen)
        context["pool"] = pool_of(look.view.pool, catalogue)
    if look.table is not None:
        context |= _table(look)
    if look.deadline is not None:
        context["seconds"] = max(int((look.deadline - now).total_seconds()), 0)
    return context


def _table(look: Look) -> Mapping[str, object]:
    table = look.table
    assert table is not None
    names = {seat.number: seat.name for seat in look.seats}
    found: dict[str, object] = {
        "goes_right": table.direction is Direction.RIGHT,
        "others": [names[number] for number in table.awaited if look.me is None or number != look.me.number],
        "done_count": sum(table.picked),
    }
    if look.me is not None:
        found |= {"receiver": names[table.receiver(look.me.number)], "giver": names[table.giver(look.me.number)]}
    return found


def qr_code(address: str) -> SafeString:
    """The address as a drawing of squares: SVG without styles, dark on light in any theme."""
    drawing = segno.make(address, error="m").svg_inline(
        scale=5, border=3, dark="#0b1020", light="#ffffff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(drawing)
