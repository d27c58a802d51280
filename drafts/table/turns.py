"""Turns: template contexts of tables at which seats take cards one after the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cards.core.facts import CardFacts, Catalogue, People
from drafts.core.engine.setup import pool_codes_of
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.view import PublicDraftState, SeatDraftState, Take
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
    """An answer: its number, the player, the cards, and the pile they come from, with `hidden` others."""

    number: int
    player: str
    cards: tuple[CardFacts, ...]
    pile: int
    hidden: int

    @classmethod
    def of(cls, take: Take, number: int, player: str, cards: Mapping[str, CardFacts]) -> "TakenCards":
        return cls(number, player, tuple(cards[code] for code in take.cards), take.pile, take.hidden)


@dataclass(frozen=True, slots=True)
class HiddenPile:
    """A hidden pile: its number and size, the cards of it the reader has looked at, and whether it’s looked at now."""

    number: int
    size: int
    seen: tuple[CardFacts, ...]
    is_open: bool


def turn_context(draft_view: DraftView, catalogue: Catalogue, seen: int = 0) -> dict[str, Any]:
    """Return what the table shows; of open cards, with `seen` turns drawn before, only those taken since."""
    table, view = draft_view.table, draft_view.view
    assert table is not None
    names = {seat.number: seat.name for seat in draft_view.seats}
    cards = catalogue.by_code
    takes = [
        TakenCards.of(take, number, names[take.seat], cards)
        for number, take in enumerate(_takes_for_reader(table, view), start=1)
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
    if draft_view.setup.sharing is Sharing.WINCHESTER:
        return context | {"piles": _open_piles(table.piles, table.picks + 1, table.most, cards)}
    return context | _hidden_piles(table, view, cards)


def _takes_for_reader(table: PublicDraftState, view: SeatDraftState | None) -> Iterator[Take]:
    """Yield what was taken; hidden cards of the reader’s own are in their pool, in the order they were taken."""
    at = 0
    for take in table.takes:
        if view is None or take.seat != view.seat or not take.hidden:
            yield take
            continue
        yield replace(take, cards=view.pool[at : at + take.hidden], hidden=0)
        at += take.hidden


def _hidden_piles(
    table: PublicDraftState, view: SeatDraftState | None, cards: Mapping[str, CardFacts]
) -> dict[str, Any]:
    """Return the piles as the reader knows them, and what they may answer."""
    known = enumerate(view.piles if view is not None else table.piles, start=1)
    piles = [
        HiddenPile(number, len(pile), tuple(cards[code] for code in pile if code), number == table.number)
        for number, pile in known
    ]
    take, leave = (*(view.packet if view is not None else ()), "", "")[:2]
    coming = min(piles[table.number - 1].size, table.most)
    return {"piles": piles, "take": take, "leave": leave, "coming": coming}


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
