"""Queries of records: games of decks and cards, from the stored decks of finished public matches."""

from collections.abc import Callable, Collection, Iterator
from datetime import timedelta
from typing import TypeVar, cast

from celery import shared_task
from django.core.cache import cache
from django.db.models import F, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from cards.catalogue.queries import catalogue
from cards.record_registry import ALL_TIME, DateSpan, GameTally, WinRecord
from common.wilson import wilson_interval
from decks.models import Deck, DeckListing
from matches.core.seasons.encounters import people_of_deck
from matches.core.seasons.strengths import DeckGame, record_of_games
from matches.models import Event, Game, GameDeck, Match, Side
from matches.play.core_values import score_of_match
from matches.play.queries import deck_used_in_game

CARD_RECORD_CACHE_SECONDS = 300
MAX_MATCHES_COUNTED = 3_000  # newest matches that count
DECKS_RECOUNTED_PER_RUN = 50
RECOUNT_AFTER = timedelta(days=1)
Subject = TypeVar("Subject")


def matches_with_public_decks() -> QuerySet[Match]:
    """Return finished matches with public decks: outside events, or in finished events that open their decks."""
    event = "pairing__round__event"
    visible = Q(**{f"{event}__status": Event.Status.FINISHED}) & ~Q(**{f"{event}__decks_seen": Event.DecksSeen.STAFF})
    return Match.objects.filter(Q(pairing__isnull=True) | visible, status=Match.Status.FINISHED)


def record_of_deck(pk: int, span: DateSpan = ALL_TIME) -> WinRecord:
    """Return the record of a deck in all its versions, in few queries."""
    games = _games_by_subject(GameDeck.objects.filter(deck=pk), span, lambda game_deck: game_deck.deck_id == pk)
    now = [code for line in Deck.objects.get(pk=pk).cards.all() for code in [line.code] * line.copies]
    return record_of_games(games.get(True, ()), now=now)


def tallies_of_decks(keys: Collection[int]) -> dict[int, GameTally]:
    """Return the tally of each of these decks that has been played, in three queries."""
    if not keys:
        return {}
    games = _games_by_subject(GameDeck.objects.filter(deck__in=keys), ALL_TIME, lambda game_deck: game_deck.deck_id)
    return {pk: record_of_games(played).whole for pk, played in games.items() if pk in keys}


def record_of_card(game: str, code: str, span: DateSpan = ALL_TIME) -> WinRecord:
    """Return the record of a card in all decks of its game; cached for `CARD_RECORD_CACHE_SECONDS`."""

    def count() -> WinRecord:
        quoted = f'"{code}"'
        rows = GameDeck.objects.annotate(codes=Cast("contents", TextField())).filter(codes__contains=quoted)
        return record_of_games(
            _games_by_subject(rows, span, lambda game_deck: code in game_deck.contents).get(True, ())
        )

    key = f"card-record:{game}:{code}:{span.first}:{span.last}".replace(" ", "_")
    return cast("WinRecord", cache.get_or_set(key, count, CARD_RECORD_CACHE_SECONDS))


def records_of_peoples(span: DateSpan = ALL_TIME) -> dict[str, WinRecord]:
    """Return the record of each people in decks of mostly its cards; cached for `CARD_RECORD_CACHE_SECONDS`."""

    def count() -> dict[str, WinRecord]:
        cards = catalogue()
        games = _games_by_subject(
            GameDeck.objects.all(), span, lambda game_deck: people_of_deck(game_deck.contents, cards)
        )
        return {people: record_of_games(played) for people, played in sorted(games.items())}

    cached = cache.get_or_set(f"people-records:{span.first}:{span.last}", count, CARD_RECORD_CACHE_SECONDS)
    return cast("dict[str, WinRecord]", cached)


def _games_by_subject(
    game_decks: QuerySet[GameDeck], span: DateSpan, subject_of: Callable[[GameDeck], Subject | None]
) -> dict[Subject, list[DeckGame]]:
    """Return the games of these decks by each deck’s subject; decks without a subject don’t count."""
    games: dict[Subject, list[DeckGame]] = {}
    for match in _matches_in_span(game_decks, span):
        for game, crystals, in_use in _counting_games(match):
            subjects = {side: subject_of(game_deck) if game_deck else None for side, game_deck in in_use.items()}
            mirror = len(set(subjects.values())) == 1
            for side, game_deck in in_use.items():
                if game_deck is not None and (subject := subjects[side]):
                    played = _make_deck_game(match, game, game_deck, crystals, mirror=mirror)
                    games.setdefault(subject, []).append(played)
    return games


def _matches_in_span(game_decks: QuerySet[GameDeck], span: DateSpan) -> Iterator[Match]:
    matches = matches_with_public_decks().filter(pk__in=game_decks.order_by().values("match"))
    if span.first:
        matches = matches.filter(created__date__gte=span.first)
    if span.last:
        matches = matches.filter(created__date__lte=span.last)
    related = ("games", Prefetch("decks", GameDeck.objects.select_related("deck")), "penalties")
    yield from matches.order_by("-created", "-pk").prefetch_related(*related)[:MAX_MATCHES_COUNTED]


def _counting_games(match: Match) -> Iterator[tuple[Game, int, dict[str, GameDeck | None]]]:
    """Yield the games of a match that count, with their crystals and the deck of each side."""
    games = sorted(match.games.all(), key=lambda game: game.number)
    counted = score_of_match(match, games)
    decks = list(match.decks.all())
    for game, crystals in zip(games, counted.by_game, strict=True):
        if crystals is None:
            continue
        yield game, crystals, {side: deck_used_in_game(decks, side, game.number) for side in Side.values}


def _make_deck_game(match: Match, game: Game, game_deck: GameDeck, crystals: int, *, mirror: bool) -> DeckGame:
    won = None if not game.winner else game.winner == game_deck.side
    return DeckGame(
        match.pk,
        match.player_a_id if game_deck.side == Side.A else match.player_b_id,
        game_deck.deck.format if game_deck.deck else "",
        match.created.year,
        won,
        crystals if won else 0,
        crystals if won is False else 0,
        mirror,
        tuple(game_deck.contents),
    )


@shared_task(name="matches.tasks.recount_listings")
def recount_listings() -> int:
    """Count up to `DECKS_RECOUNTED_PER_RUN` public decks that need a new count; return their number."""
    now = timezone.now()
    played = Q(deck__brought__match__changed__gt=F("counted")) | Q(counted=None, deck__brought__isnull=False)
    # The end of an event makes decks public without changing matches, so count all listings once a day.
    old = Q(counted__lt=now - RECOUNT_AFTER)
    deck_listings = list(
        DeckListing.objects.filter(played | old).distinct().order_by("counted")[:DECKS_RECOUNTED_PER_RUN]
    )
    for listing in deck_listings:
        tally = record_of_deck(listing.deck_id, DateSpan()).whole
        listing.games, listing.wins, listing.counted = tally.games, tally.won, now
        listing.rating = wilson_interval(tally.won, tally.games)[0]
    DeckListing.objects.bulk_update(deck_listings, ["games", "wins", "rating", "counted"])
    return len(deck_listings)
