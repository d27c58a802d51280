"""Services of decks brought to a match: chosen by their player, judged by what was agreed, and copied."""

from dataclasses import replace

from django.db import transaction

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from decks.core.legality import Agreement, DeckList, Edition, judge
from decks.core.legality.sideboarding import DeckChanges, check_change
from decks.core.text import print_deck
from decks.deck.queries import decklist_of, decks_of
from decks.models import Deck
from matches.models import GameDeck, Match, Side
from matches.play.queries import view_of
from matches.play.services import lock_for_update, save_and_notify


@transaction.atomic
def bring_deck(*, by: Person | None, key: str, version: int, side: str, deck_key: str) -> Match:
    """Choose one of one's own decks for the next game and those after it; the copy is frozen once that game is over.

    Raises `Invalid` with MATCH-11 or DECK-19 for a change between games that was not agreed.
    """
    match = lock_for_update(by=by, key=key, version=version)
    if side not in Side.values:
        raise Invalid(gettext_noop("Say whose deck it is."))
    if by is None or not may_bring(by, match, side):
        raise NotAllowed(gettext_noop("Everybody chooses their own deck."))
    row = decks_of(by).filter(key=deck_key).first()
    if row is None:
        raise Missing(gettext_noop("There is no such deck among yours."))
    if view_of(match).over:
        raise Conflict(gettext_noop("The match is over."), rule="MATCH-03")
    number = match.games.count() + 1
    deck = as_agreed(match, decklist_of(row))
    before = match.decks.filter(side=side, number__lt=number).last()
    if before is not None:
        check_change(DeckChanges(match.deck_changes), before.contents, before.pool, deck)
    GameDeck.objects.update_or_create(match=match, side=side, number=number, defaults=_frozen(row, deck, by))
    return save_and_notify(match)


def may_bring(person: Person, match: Match, side: str) -> bool:
    """A player for themself; the person who made the match for a player who has no seat."""
    player = getattr(match, f"player_{side}_id")
    return bool(player == person.pk or (player is None and match.created_by_id == person.pk))


def as_agreed(match: Match, deck: DeckList) -> DeckList:
    """A deck as it has to be judged for this match (DECK-23, MATCH-12)."""
    pairs = ((match.emissary, Agreement.EMISSARY), (match.inquisitor, Agreement.INQUISITOR))
    agreed = {Agreement.MATCH, *(what for yes, what in (*pairs, (match.families, Agreement.FAMILY)) if yes)}
    return replace(deck, edition=Edition(match.edition), match=True, agreed=frozenset(agreed))


def _frozen(row: Deck, deck: DeckList, by: Person) -> dict[str, object]:
    cards = catalogue(row.game)
    return {
        "deck": row,
        "name": row.name,
        "text": print_deck(deck, cards),
        "report": judge(deck, cards).as_dict(),
        "contents": list(deck.codes),
        "pool": None if deck.pool is None else list(deck.pool),
        "chosen_by": by,
    }
