"""Turns: template contexts of tables at which seats take cards one after the other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cards.core.facts import CardFacts, Catalogue, People
from drafts.core.engine.setup import pool_codes_of
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import PublicDraftState, SeatDraftState, Take
from drafts.table.presenters import sorted_cards
from drafts.table.queries import DraftView


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card that lies open, or was taken by the player `taker` (else empty)."""

    card: CardFacts
    taker: str


@dataclass(frozen=True, slots=True)
class TablePile:
    """A pile as the reader knows it: the cards that come with it now, and those that must stay.

    `take` and `leave` are what the reader may answer, else empty; `is_looked_at` is of hidden piles.
    """

    number: int
    size: int
    cards: tuple[CardFacts, ...]
    staying: tuple[CardFacts, ...]
    take: str
    leave: str
    is_looked_at: bool


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
    left, piles = draft_view.setup.figures.pool - sum(table.kept), _piles(table, view, cards)
    return context | {
        "hidden": left - sum(map(len, table.piles)),
        "piles": piles,
        "present": piles[table.number - 1],
    }


def _takes_for_reader(table: PublicDraftState, view: SeatDraftState | None) -> Iterator[Take]:
    """Yield what was taken; hidden cards of the reader’s own are in their pool, in the order they were taken."""
    at = 0
    for take in table.takes:
        if view is None or take.seat != view.seat or not take.hidden:
            yield take
            continue
        yield replace(take, cards=view.pool[at : at + take.hidden], hidden=0)
        at += take.hidden


def _piles(table: PublicDraftState, view: SeatDraftState | None, cards: Mapping[str, CardFacts]) -> list[TablePile]:
    offers, known = (view.packet, view.piles or table.piles) if view is not None else ((), table.piles)
    piles = []
    for number, pile in enumerate(known, start=1):
        seen = tuple(cards[code] for code in pile if code)
        answers = (f"{word} {table.round}.{number}" for word in ("take", "leave"))
        take, leave = (answer if answer in offers else "" for answer in answers)
        most = table.most if take else len(seen)
        piles.append(TablePile(number, len(pile), seen[:most], seen[most:], take, leave, number == table.number))
    return piles


def _open_cards(
    draft_view: DraftView, catalogue: Catalogue, takers: Mapping[str, str]
) -> list[tuple[People, list[OpenCard]]]:
    """Return all cards of the draft by people, each with who has taken it."""
    by_people: dict[People, list[OpenCard]] = {people: [] for people in draft_view.setup.peoples}
    for code in pool_codes_of(draft_view.setup, catalogue):
        card = catalogue[code]
        by_people.setdefault(card.people, []).append(OpenCard(card, takers.get(code, "")))
    return list(by_people.items())
