"""Queries of decks brought to a match: which belongs to which game, what changed, and who may look."""

from collections import Counter
from dataclasses import dataclass

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from matches.models import DecksShown, GameDeck, Side
from matches.play import hooks
from matches.play.permissions import may_see_decks, side_of
from matches.play.queries import MatchView


@dataclass(frozen=True, slots=True)
class BroughtDeck:
    """The deck of a player in a game. `open` says whether the reader may see what is in it; else only that it is there.

    `out` and `new` are the names of the cards exchanged since the game before, None in the first game with a deck.
    """

    side: str
    player: str
    number: int
    row: GameDeck
    open: bool
    changed: bool
    out: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """The verdict."""
        return str(self.row.report["status"])


def brought(view: MatchView, person: Person | None) -> tuple[BroughtDeck, ...]:
    """The decks of every game that has one, as this person may see them; a deck stays until another is chosen."""
    rows = list(view.match.decks.all())
    if not rows:
        return ()
    cards = catalogue()
    decks: list[BroughtDeck] = []
    for side in Side.values:
        before: GameDeck | None = None
        for row in (row for row in rows if row.side == side):
            decks.append(_brought(view, person, row=row, before=before, cards=cards))
            before = row
    return tuple(sorted(decks, key=lambda deck: (deck.number, deck.side)))


def card_names(view: MatchView, person: Person | None) -> list[str]:
    """The cards in the decks of this match that somebody may look into, for a question about them."""
    rows = [row for row in view.match.decks.all() if may_look(view, person, row)]
    cards = catalogue() if rows else None
    names = {cards.by_code[code].label for row in rows for code in row.contents if cards and code in cards.by_code}
    return sorted(names)


def may_look(view: MatchView, person: Person | None, row: GameDeck) -> bool:
    """Whether somebody may see what is in a deck: its player, an organiser who does not play, others as agreed.

    In an event others see it when the event shows decks.
    """
    match = view.match
    mine = side_of(person, match)
    if person is not None and (row.chosen_by_id == person.pk or mine == row.side):
        return True
    if may_see_decks(person, match) and not mine:
        return True
    open_in_event = hooks.decks_open(match)
    if open_in_event is not None:
        return open_in_event
    shown = match.decks_shown
    played = row.number <= len(view.games)
    return view.over or shown == DecksShown.ALWAYS or (shown == DecksShown.AFTER_GAME and played)


def _brought(
    view: MatchView, person: Person | None, *, row: GameDeck, before: GameDeck | None, cards: Catalogue
) -> BroughtDeck:
    look = may_look(view, person, row)
    out, new = _exchange(before, row, cards) if before and look else ((), ())
    player = next(player.name for player in view.players if player.side == row.side)
    return BroughtDeck(row.side, player, row.number, row, look, bool(before), out, new)


def _exchange(before: GameDeck, after: GameDeck, cards: Catalogue) -> tuple[tuple[str, ...], tuple[str, ...]]:
    old, now = Counter(before.contents), Counter(after.contents)
    return _names(old - now, cards), _names(now - old, cards)


def _names(codes: Counter[str], cards: Catalogue) -> tuple[str, ...]:
    """Names of cards, a card that was exchanged twice with its number."""
    named = ((next(iter(cards.lookup(code)), None), code, count) for code, count in sorted(codes.items()))
    return tuple(
        f"{count} × {card.label if card else code}" if count > 1 else (card.label if card else code)
        for card, code, count in named
    )
