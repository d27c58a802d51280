"""Decks brought to a match: choose, check and compare them, and decide who may see them."""

from collections import Counter
from dataclasses import dataclass, replace

from django.db import transaction

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from decks.core.legality import Agreement, DeckList, Edition, judge_deck
from decks.core.legality.decklist import DeckChanges, check_deck_change
from decks.core.text import format_deck
from decks.deck.queries import decklist_of, decks_of
from decks.models import Deck
from drafts.models import Draft, Seat
from matches.models import DecksShown, Game, GameDeck, GroupDraft, Match, Side
from matches.play import hooks
from matches.play.permissions import may_always_see_decks, reporter_side, side_of
from matches.play.queries import ScoredMatch, scored_match_of
from matches.play.services import lock_match_for_update, save_match_and_notify


@dataclass(frozen=True, slots=True)
class ChosenDeck:
    """The deck that a player uses from a game on. `open` is whether the reader may see its cards.

    `out` and `new` are the names of cards that left and entered since the player’s earlier deck.
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
        return str(self.row.report["status"])


def visible_chosen_decks(scored: ScoredMatch, person: Person | None) -> tuple[ChosenDeck, ...]:
    """Return the decks of all games as this person may see them. A deck is used until the player chooses another."""
    game_decks = list(scored.match.decks.all())
    if not game_decks:
        return ()
    cards = catalogue()
    decks: list[ChosenDeck] = []
    for side in Side.values:
        before: GameDeck | None = None
        for game_deck in (game_deck for game_deck in game_decks if game_deck.side == side):
            decks.append(_build_chosen_deck(scored, person, game_deck=game_deck, before=before, cards=cards))
            before = game_deck
    return tuple(sorted(decks, key=lambda deck: (deck.number, deck.side)))


def visible_card_names(scored: ScoredMatch, person: Person | None) -> list[str]:
    """Return the names of cards in the decks of this match that this person may see."""
    game_decks = [game_deck for game_deck in scored.match.decks.all() if may_see_chosen_deck(scored, person, game_deck)]
    cards = catalogue() if game_decks else None
    names = {
        cards.by_code[code].label
        for game_deck in game_decks
        for code in game_deck.contents
        if cards and code in cards.by_code
    }
    return sorted(names)


def may_see_chosen_deck(scored: ScoredMatch, person: Person | None, game_deck: GameDeck) -> bool:
    """Return whether a person may see the cards of a deck: its player, a neutral organiser, or others as agreed.

    In an event, others may see the deck once the event’s decks are open.
    """
    match = scored.match
    mine = side_of(person, match)
    if person is not None and (game_deck.chosen_by_id == person.pk or mine == game_deck.side):
        return True
    if may_always_see_decks(person, match) and not mine and not _has_drafted_with_deck_player(person, match, game_deck):
        return True
    open_in_event = hooks.are_match_decks_open(match)
    if open_in_event is not None:
        return open_in_event
    if match.decks_shown == DecksShown.ALWAYS:
        return True
    # A game reported only by the opponent doesn’t open a deck, as it may never have been played.
    certain = max(
        (line.game.number for line in scored.games if _is_deck_of_game_known(line.game, game_deck, match)), default=0
    )
    if match.decks_shown == DecksShown.AFTER_GAME and game_deck.number <= certain:
        return True
    # Somebody other than the deck’s chooser may have given its player a penalty for an illegal deck.
    penalties = match.penalties.filter(taken_back=None, side=game_deck.side).exclude(by=game_deck.chosen_by)
    return scored.over and certain == len(scored.games) and not penalties.exists()


def _has_drafted_with_deck_player(person: Person | None, match: Match, game_deck: GameDeck) -> bool:
    """Return whether a person drafted with the deck’s player, and so may be a later opponent of this deck."""
    drafts = GroupDraft.objects.filter(group=match.group_id, draft__seats__person=person)
    return game_deck.pool is not None and drafts.filter(draft__seats__person=game_deck.chosen_by_id).exists()


def _is_deck_of_game_known(game: Game, game_deck: GameDeck, match: Match) -> bool:
    theirs = game.recorded_by_id == game_deck.chosen_by_id or reporter_side(game, match) == game_deck.side
    return theirs or game.status in (Game.Status.CONFIRMED, Game.Status.SETTLED)


def _build_chosen_deck(
    scored: ScoredMatch, person: Person | None, *, game_deck: GameDeck, before: GameDeck | None, cards: Catalogue
) -> ChosenDeck:
    visible = may_see_chosen_deck(scored, person, game_deck)
    now = Counter(game_deck.contents)
    old = Counter(before.contents) if before and visible else now
    out, new = _card_names_by_code(old - now, cards), _card_names_by_code(now - old, cards)
    player = next(player.name for player in scored.players if player.side == game_deck.side)
    return ChosenDeck(game_deck.side, player, game_deck.number, game_deck, visible, bool(before), out, new)


def _card_names_by_code(codes: Counter[str], cards: Catalogue) -> tuple[str, ...]:
    named = ((next(iter(cards.lookup(code)), None), code, count) for code, count in sorted(codes.items()))
    return tuple(
        f"{count} × {card.label if card else code}" if count > 1 else (card.label if card else code)
        for card, code, count in named
    )


@transaction.atomic
def choose_deck(*, by: Person | None, key: str, version: int, side: str, deck_key: str) -> Match:
    """Choose an own deck from the next game on; raises `Invalid` (MATCH-11, DECK-19) for a change not agreed."""
    match = lock_match_for_update(by=by, key=key, version=version)
    if side not in Side.values:
        raise Invalid(gettext_noop("Choose whose deck it is."), field="player")
    if by is None or not may_choose_deck(by, match, side):
        raise NotAllowed(gettext_noop("You can only choose your own deck."))
    row = decks_of(by).filter(key=deck_key).first()
    if row is None:
        raise Missing(gettext_noop("We couldn’t find that deck among yours."))
    if scored_match_of(match).over:
        raise Conflict(gettext_noop("The match is over."), rule="MATCH-03")
    number = match.games.count() + 1
    deck = deck_with_match_settings(match, decklist_of(row))
    before = match.decks.filter(side=side, number__lt=number).last()
    if before is not None:
        check_deck_change(DeckChanges(match.deck_changes), before.contents, before.pool, deck)
    GameDeck.objects.update_or_create(match=match, side=side, number=number, defaults=_game_deck_columns(row, deck, by))
    return save_match_and_notify(match)


def choose_drafted_decks(match: Match, draft: Draft, *, handed_in_by: Person | None = None) -> None:
    """Bring each player’s deck built from their pool of a draft: the submitted deck, or else the newest deck.

    Decks stay hidden as agreed, and each player can choose another deck before the first game. With `handed_in_by`,
    only bring this person’s deck, replacing the deck brought earlier.
    """
    chosen = set(match.decks.values_list("side", flat=True))
    for side in Side:
        player = getattr(match, f"player_{side}")
        if player is None or (player != handed_in_by if handed_in_by else side in chosen):
            continue
        seat = Seat.objects.filter(draft=draft, person=player).exclude(pool=None).first()
        rows = decks_of(player).filter(pool=seat.pool).order_by("-pk") if seat is not None else ()
        decks = [(row, deck_with_match_settings(match, decklist_of(row))) for row in rows]
        final = set(seat.deck or ()) if seat is not None else set()
        handed_in = [found for found in decks if final and set(found[1].codes) == final]
        bring = GameDeck.objects.update_or_create if handed_in_by else GameDeck.objects.get_or_create
        for row, deck in (handed_in or decks)[:1]:
            bring(match=match, side=side, number=1, defaults=_game_deck_columns(row, deck, player))


def copy_decks_to_rematch(before: Match, match: Match) -> None:
    """Bring the decks of a finished match, as they were in its last game, to the rematch."""
    for side in Side.values:
        game_deck = before.decks.filter(side=side).order_by("number").last()
        if game_deck is not None:
            game_deck.pk, game_deck.match, game_deck.number = None, match, 1
            game_deck.save(force_insert=True)


def may_choose_deck(person: Person, match: Match, side: str) -> bool:
    """Return whether a person may choose the deck of a side: its player, or the match’s creator if the seat is free."""
    player = getattr(match, f"player_{side}_id")
    return bool(player == person.pk or (player is None and match.created_by_id == person.pk))


def deck_with_match_settings(match: Match, deck: DeckList) -> DeckList:
    """Return the deck with the settings of this match, to be checked (DECK-23, MATCH-12)."""
    pairs = ((match.emissary, Agreement.EMISSARY), (match.inquisitor, Agreement.INQUISITOR))
    agreed = {Agreement.MATCH, *(what for yes, what in (*pairs, (match.families, Agreement.FAMILY)) if yes)}
    return replace(deck, edition=Edition(match.edition), match=True, agreed=frozenset(agreed))


def _game_deck_columns(row: Deck, deck: DeckList, by: Person) -> dict[str, object]:
    cards = catalogue(row.game)
    return {
        "deck": row,
        "name": row.name,
        "text": format_deck(deck, cards),
        "report": judge_deck(deck, cards).as_dict(),
        "contents": list(deck.codes),
        "pool": None if deck.pool is None else list(deck.pool),
        "chosen_by": by,
    }
