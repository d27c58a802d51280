"""Turns: template contexts of tables at which seats take open cards one after the other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cards.core.facts import CardFacts, Catalogue, People
from drafts.core.engine.setup import pool_codes_of
from drafts.core.engine.sharing import Sharing
from drafts.table.presenters import sorted_cards
from drafts.table.queries import DraftView


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card that lies open, or was taken by the player `taker` (else empty)."""

    card: CardFacts
    taker: str


@dataclass(frozen=True, slots=True)
class OpenPile:
    """An open pile: the cards that come with it now, those that must stay, and the answer that takes it."""

    number: int
    cards: tuple[CardFacts, ...]
    staying: tuple[CardFacts, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class TakenCards:
    """A turn: its number, the player, and the cards."""

    number: int
    player: str
    cards: tuple[CardFacts, ...]


def turn_context(draft_view: DraftView, catalogue: Catalogue, seen: int = 0) -> dict[str, Any]:
    """Return what the table shows; of open cards, with `seen` turns drawn before, only those taken since."""
    table, view = draft_view.table, draft_view.view
    assert table is not None
    names = {seat.number: seat.name for seat in draft_view.seats}
    cards = catalogue.by_code
    takes = [
        TakenCards(number, names[take.seat], tuple(cards[code] for code in take.cards))
        for number, take in enumerate(table.takes, start=1)
    ]
    mover = next(iter(table.awaited), None)
    context: dict[str, Any] = {
        "way": draft_view.setup.sharing,
        "mover": names.get(mover, "") if mover is not None else "",
        "my_turn": draft_view.me is not None and mover == draft_view.me.number and not draft_view.me.is_bot,
        "pool": sorted_cards(view.pool, catalogue) if view is not None else [],
        "takes": list(reversed(takes[seen:])),
        "last_take": takes[-1] if takes else None,
    }
    if draft_view.setup.sharing is Sharing.ROTISSERIE:
        takers = {card.code: take.player for take in takes for card in take.cards}
        changed = [OpenCard(card, take.player) for take in takes[seen:] for card in take.cards]
        return context | {"changed": changed, "peoples": _open_cards(draft_view, catalogue, takers)}
    left = draft_view.setup.figures.pool - sum(table.kept)
    context["hidden"] = left - sum(map(len, table.piles))
    return context | {"piles": _open_piles(table.piles, table.picks + 1, table.most, cards)}


def _open_cards(
    draft_view: DraftView, catalogue: Catalogue, takers: Mapping[str, str]
) -> list[tuple[People, list[OpenCard]]]:
    """Return all cards of the draft by people, each with who has taken it."""
    by_people: dict[People, list[OpenCard]] = {people: [] for people in draft_view.setup.peoples}
    for code in pool_codes_of(draft_view.setup, catalogue):
        card = catalogue[code]
        by_people.setdefault(card.people, []).append(OpenCard(card, takers.get(code, "")))
    return list(by_people.items())


def _open_piles(
    piles: tuple[tuple[str, ...], ...], turn: int, most: int, cards: Mapping[str, CardFacts]
) -> list[OpenPile]:
    facts = enumerate((tuple(cards[code] for code in pile) for pile in piles), start=1)
    return [OpenPile(number, pile[:most], pile[most:], f"take {turn}.{number}") for number, pile in facts]
