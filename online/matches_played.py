"""Games of a match, played at the site: started with the match’s settings and decks, and recorded in the match."""

import logging
from dataclasses import asdict

from django.db import transaction
from django.urls import reverse

from accounts.blocks import has_block
from accounts.models import Person
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from cards.catalogue.queries import catalogue
from common.errors import Conflict, DomainError, NotAllowed
from common.text import gettext_noop
from decks.core.text import parse_deck
from game.engine.state import game_result
from live.pubsub import notify
from matches.models import GameDeck, GameEnd, Match, Penalty, Side
from matches.models.matches import SixCardsRule
from matches.play.hooks import are_moves_final
from matches.play.permissions import side_of
from matches.play.queries import ScoredMatch, deck_used_in_game, load_scored_match, scored_match_of
from matches.play.services import GameReport, add_game, lock_match_for_update, record_draw, save_match_and_notify
from online.core.positions import state_from_text
from online.core.proof import commitment_to
from online.core.terms import GameTerms
from online.games.commitments import commitment_for_purpose, create_committed_game, match_commitment_purpose
from online.games.decks import ChosenDeck
from online.games.loaded import LoadedGame
from online.games.services import partial_texts_of_decks, seat_with_deck, start_game
from online.games.transactions import in_transaction
from online.models import Game

_LOGGER = logging.getLogger(__name__)


class DeckMissing(Conflict):
    """A player of the match has yet to choose a deck."""


def terms_of_match(match: Match) -> GameTerms:
    """Return the settings of a match as terms; raises `Conflict` for settings that the rules engine doesn’t support."""
    if match.six_cards != SixCardsRule.COMBAT_AND_SUPPORT:
        raise Conflict(gettext_noop("Here, cards in both areas count towards a second dragon. Your match counts one."))
    return GameTerms(
        edition=match.edition,
        crystals=match.crystal_cards,
        emissary=match.emissary,
        inquisitor=match.inquisitor,
        moves_final=are_moves_final(match),
    )


def deck_for_next_game(scored: ScoredMatch, side: str) -> ChosenDeck:
    """Return the deck that a player brought for the next game; raises `DeckMissing` without one."""
    game_deck = deck_used_in_game(list(scored.match.decks.all()), side, len(scored.games) + 1)
    if game_deck is None:
        raise DeckMissing(gettext_noop("Choose your deck for this match first."))
    return _chosen_deck_from_row(game_deck)


def _chosen_deck_from_row(game_deck: GameDeck) -> ChosenDeck:
    deck = parse_deck(game_deck.text, catalogue()).deck
    leader, inquisitor = next(iter(deck.leaders), ""), next(iter(deck.inquisitors), "")
    return ChosenDeck(tuple(game_deck.contents), game_deck.name, leader, inquisitor, game_deck.deck)


@in_transaction
def join_or_create_match_game(by: Person | None, key: str, number: str = "") -> Game:
    """Join or create the running game of a match, as one of its players with the deck they brought.

    `number` is the player’s own contribution to the shuffling.

    The first player has seat 0; the match says who starts. Raises `NotAllowed` for anyone else, `Conflict` unless
    another game can be played here.
    """
    scored = load_scored_match(key)
    side = side_of(by, scored.match)
    if not side:
        raise NotAllowed(gettext_noop("Only the two players of this match can play it here."))
    if None in (scored.match.player_a_id, scored.match.player_b_id):
        raise Conflict(gettext_noop("Your opponent must take their seat in the match first. Send them the link."))
    purpose = match_commitment_purpose(
        scored.match
    )  # read it before the lock raises the version: the page showed this version
    # Lock, so that the second of two simultaneous calls joins the game of the first, whose page shows who waits.
    match = lock_match_for_update(by=by, key=key, version=None)
    if (scored := scored_match_of(match)).over:
        raise Conflict(gettext_noop("The match is over."), rule="MATCH-03")
    terms = terms_of_match(match)
    game = running_game_of(match)
    if game is not None and game.seats.filter(person=by).exists():
        return game
    deck = deck_for_next_game(scored, side)
    partial_texts_of_decks((deck, deck), terms)  # raises for cards that can’t be played here
    if game is None:
        game = create_committed_game(purpose, created_by=by, match=match, **asdict(terms))
    name = next(player.name for player in scored.players if player.side == side)
    seat_with_deck(game, Side.values.index(side), deck, person=by, name=name, number=number)
    seats = tuple(game.seats.order_by("place"))
    if len(seats) == 2:
        start_game(LoadedGame(game, seats), starts=Side.values.index(scored.starter_side or Side.A.value))
    else:
        opponent = {match.player_a_id, match.player_b_id} - {by.pk if by else None}
        opponent = set() if has_block(by, opponent) else opponent
        path, about = reverse("matches:detail", args=[match.key]), f"{match.name_a} : {match.name_b}"
        notify_people(opponent, Kind.TABLE, path=path, tag=f"match-{match.key}", about=about)
    notify(f"match.{match.key}", match.version)
    return game


def running_game_of(match: Match) -> Game | None:
    return match.online_games.filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING)).first()


def online_game_status(match: Match) -> tuple[str, str]:
    """Return the status of a match’s running game, and the commitment to its secret or the next game’s."""
    game = running_game_of(match)
    if game is not None and game.secret:
        return game.status, commitment_to(game.secret)
    return (game.status if game is not None else ""), commitment_for_purpose(match_commitment_purpose(match))


def record_in_match(game: Game) -> None:
    """Record a finished game in its match as confirmed, unless the match has no room for another game.

    A match doesn’t count a draw but goes on (MATCH-01), and only notes the draw in its history.
    """
    if game.match is None:
        return
    player = game.seats.select_related("person").get(place=game.winner or 0)
    if not (side := side_of(player.person, game.match)):
        return
    try:
        with transaction.atomic():
            match = lock_match_for_update(by=player.person, key=game.match.key, version=None)
            if game.winner is None:
                record_draw(match)
            else:
                add_game(match, None, _game_report(game, match, side))
            save_match_and_notify(match)
    except DomainError as error:
        _LOGGER.warning("The result of game %s was not recorded in its match: %s", game.key, error)


def _game_report(game: Game, match: Match, side: str) -> GameReport:
    state = state_from_text(catalogue(), game.position)
    result = game_result(state)
    why = result.why if result is not None and game.ending == Game.Ending.PLAYED else ""
    dragons = max(0, state.dragons_balance if game.winner == 0 else -state.dragons_balance)
    ended = GameEnd.CONCESSION
    if why == "fourth_dragon":
        ended = GameEnd.FOURTH_DRAGON
    elif why in {"cards_out_dragons", "cards_out_order"}:
        ended = GameEnd.OUT_OF_CARDS
    elif why and match.penalty == Penalty.GAME_LOSS:
        ended = GameEnd.PENALTY
    cards = max(0, game.crystals_won - 1 - dragons) if match.crystal_cards and ended != GameEnd.PENALTY else 0
    loser = {Side.A.value: Side.B.value, Side.B.value: Side.A.value}[side]
    return GameReport(side, dragons, cards, ended, out_first=loser if why == "cards_out_order" else "")
