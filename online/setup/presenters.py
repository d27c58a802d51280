"""Contexts of the pages that start or accept a game, and the decks to choose from."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.identity import person_of
from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, PEOPLES, CardFacts, CardType
from cards.games.labels import indicator_name
from common.links import absolute_url
from decks.core.legality import DeckList, Status
from decks.deck.presenters import people_of
from decks.deck.queries import decklist_of, decks_of, judged_decks
from decks.models import Deck
from game.records.coverage import cards_played_in_part
from online.games.services import FRIEND
from online.models import Game, GameSeat
from online.setup.forms import LEVEL_LABELS, DeckForm, NewGameForm

MAX_OWN_DECKS = 12


@dataclass(frozen=True, slots=True)
class OfferedDeck:
    """A deck to play: `value` chooses it in the form, `query` in a URL.

    `in_part` has its cards whose text is only carried out in part; `terms` are the settings it was built for.
    """

    value: str
    query: str
    name: str
    people: str
    in_part: tuple[CardFacts, ...] = ()
    terms: Mapping[str, object] = field(default_factory=dict)


def own_legal_decks(person: Person | None) -> list[OfferedDeck]:
    """Return a person’s legal decks that they changed last."""
    rows = decks_of(person).filter(game=BLUE_MOON, archived=False)[:MAX_OWN_DECKS]
    fit = (deck for deck in judged_decks(rows, catalogue()) if deck.report.status is Status.LEGAL)
    return [_offered_deck(deck.row, deck.deck) for deck in fit]


def published_decks() -> list[OfferedDeck]:
    named = ((people.value, capfirst(indicator_name(people.value[0]))) for people in PEOPLES)
    return [OfferedDeck(f"people:{people}", f"people={people}", name, people) for people, name in named]


def preselected_deck(value: str, person: Person | None, own: Iterable[OfferedDeck]) -> OfferedDeck:
    """Return the deck with this value; without a value, the deck they played last, or the first deck on offer."""
    known = {deck.value.lower(): deck for deck in (*own, *published_decks())}
    if found := known.get(value.lower()):
        return found
    row = decks_of(person).filter(key=value.partition(":")[2], game=BLUE_MOON).first() if value else None
    if row is not None:  # Illegal, or older than the decks on offer: the service decides whether it can be played.
        return _offered_deck(row, decklist_of(row))
    return known.get(_last_deck_choice(person).lower()) or next(iter(known.values()))


def cards_with_partial_text(codes: Iterable[str]) -> tuple[CardFacts, ...]:
    """Return the cards among these codes whose text is only carried out in part."""
    cards = catalogue()
    return tuple(cards[code] for code in cards_played_in_part(cards[code] for code in codes if code in cards))


def _last_deck_choice(person: Person | None) -> str:
    """Return the value of the deck that the person played last; empty if there is none."""
    seat = GameSeat.objects.filter(person=person).select_related("deck").order_by("-pk").first() if person else None
    if seat is None:
        return ""
    return f"deck:{seat.deck.key}" if seat.deck is not None else f"people:{seat.leader.partition(' ')[0]}"


def _offered_deck(row: Deck, deck: DeckList) -> OfferedDeck:
    cards = catalogue()
    interferes = any(code in cards and cards[code].type is CardType.INTERFERENCE for code in deck.codes)
    terms = {"edition": deck.edition.value, "inquisitor": bool(deck.inquisitors), "interference": interferes}
    drafted = Counter(cards[code].people.value for code in deck.codes if code in cards)
    people = people_of(deck, cards) or next((people for people, _count in drafted.most_common(1)), "")
    return OfferedDeck(
        f"deck:{row.key}", f"deck={row.key}", row.name, people, cards_with_partial_text(deck.codes), terms
    )


def new_game_context(
    request: HttpRequest, form: NewGameForm | None = None, *, filled: str = "computer"
) -> dict[str, object]:
    """Return the context of a new game; `filled` is the button to highlight, empty if another part is highlighted."""
    level = request.GET.get("level", "")
    if form is None:
        known = level in LEVEL_LABELS and level != FRIEND
        form = NewGameForm(initial={"level": level if known else "club"}, person=person_of(request))
    context = deck_context(request, form)
    if not form.is_bound:
        form.initial |= context["deck"].terms
    return {"level": level, "filled": FRIEND if filled and level == FRIEND else filled} | context


def deck_context(request: HttpRequest, form: DeckForm, *others: CardFacts) -> dict[str, Any]:
    """Return the chosen deck, the decks that can replace it, and cards whose text is only carried out in part.

    `others` has such cards from the opponent’s deck.
    """
    person = person_of(request)
    own = own_legal_decks(person)
    given = (f"{kind}:{request.GET[kind]}" for kind in ("deck", "people") if kind in request.GET)
    deck = preselected_deck(form["deck"].value() or next(given, ""), person, own)
    groups = ((_("My decks"), own), (_("Decks of the peoples"), published_decks()))
    return {
        "form": form,
        "deck": deck,
        "deck_groups": [group for group in groups if group[1]],
        "in_part": list(dict.fromkeys((*deck.in_part, *others))),
    }


def terms_in_words(game: Game) -> str:
    """Return the terms of a game in one line: edition, clock, and what else is agreed."""
    more = (field.verbose_name for field in game._meta.fields if getattr(game, field.name) is True)
    terms = (game.get_edition_display(), game.get_clock_display(), *more)
    return " · ".join(str(term) for term in terms)


def waiting_context(request: HttpRequest, game: Game, seat: GameSeat) -> dict[str, object]:
    """Return the context while a player waits for the opponent: a link, or in a match the opponent’s name."""
    opponent = ""
    if game.match is not None:
        opponent = game.match.name_b if seat.name == game.match.name_a else game.match.name_a
    link = reverse("online:join", args=[game.key, game.join_key])
    return {
        "game": game,
        "seat": seat,
        "terms": terms_in_words(game),
        "opponent": opponent,
        "link": "" if opponent else absolute_url(request, link),
    }
