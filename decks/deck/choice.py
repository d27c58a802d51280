"""Choice of another deck, to compare with, to play against or to copy: my own, a public one, a people’s, or a link."""

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, PEOPLES, Catalogue, People
from cards.games.labels import indicator_name
from common.errors import DomainError, Invalid
from common.text import gettext_noop
from decks.core.building import initial_deck
from decks.core.legality import DeckList
from decks.core.text import format_deck
from decks.core.text.pasted_lines import is_link
from decks.deck.queries import decklist_of, decklist_with_notes, decks_of, people_of_row, public_decks, visible_deck
from decks.models import Deck

MAX_DECKS_OFFERED = 24  # decks offered per group
SHORT_GROUP = 6
MAX_TYPED_CHARACTERS = 200
_DECK_URL = re.compile(r"(?:(?:(?:https?://)?(?P<host>[^/\s?#]+))?/decks/)?(?P<key>[\w-]+)(?:[/?#].*)?", re.ASCII)
# A heading, and decks, each as value, name, owner and people (None without one).
DeckGroup = tuple[str | Promise, list[tuple[str, str, str, People | None]]]


@dataclass(frozen=True, slots=True)
class ChosenDeck:
    """A chosen deck; the row of a people’s own deck is not saved."""

    row: Deck
    deck: DeckList
    people: People | None = None

    @property
    def value(self) -> str:
        return self.people.value if self.people else self.row.key

    @property
    def url(self) -> str:
        return reverse("cards:people", args=[self.people.lower()]) if self.people else self.row.get_absolute_url()


def chosen_deck(request: HttpRequest | Request, typed_text: str, person: Person | None) -> ChosenDeck:
    """Return the deck of a key, of a link to this site, or of a people by its name.

    Raises `Invalid` for anything else, and `Missing` for a deck that this person may not see.
    """
    typed_text = typed_text[:MAX_TYPED_CHARACTERS].strip()
    people = next((people for people in PEOPLES if people.value.lower() == typed_text.lower()), None)
    if people is not None:
        deck = initial_deck(people, catalogue())
        return ChosenDeck(Deck(name=indicator_name(people.value[0]), leader=deck.leaders[0]), deck, people)
    address = _DECK_URL.fullmatch(typed_text)
    hosts = {request.get_host(), *(urlsplit(url).netloc for url in (settings.SITE_URL, settings.SHARED_URL))}
    if address is None or (address["host"] and address["host"].lower() not in hosts):
        raise Invalid(gettext_noop("That isn’t a link to a deck on this site. Paste its page’s address or its key."))
    row = visible_deck(address["key"], person)
    return ChosenDeck(row, decklist_of(row))


def resolve_deck_link(request: HttpRequest | Request, text: str, person: Person | None) -> str:
    """Return the list of the deck that a text consisting of one link leads to; other texts unchanged."""
    if not is_link(text) or "/decks/" not in text:
        return text
    with suppress(DomainError):
        deck = chosen_deck(request, text, person).row
        return format_deck(decklist_with_notes(deck), catalogue(deck.game))
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChoice:
    """A form for choosing a deck: `name` is its field, `hidden` its hidden fields, `typed` a rejected value."""

    id: str
    name: str
    action: str
    groups: tuple[DeckGroup, ...]
    method: str = "get"
    hidden: Mapping[str, str]
    typed: str = ""
    refusal: str = ""

    @property
    def open_groups(self) -> int:
        """Return how many groups are open at first: a short one leaves room for the next."""
        return 2 if self.groups and len(self.groups[0][1]) < SHORT_GROUP else 1


def deck_choice_groups(
    person: Person | None, *, game: str = "", without: Deck | None = None, pairs: bool = False
) -> tuple[DeckGroup, ...]:
    """Return my, public and the peoples’ decks, of one game or all, except the deck `without`; two queries.

    With `pairs`, and before one is chosen, a deck that is alone in its game is left out.
    """
    rows = [rows.prefetch_related(None) for rows in (decks_of(person), public_decks(without=person))]
    if game:
        rows = [some.filter(game=game) for some in rows]
    own_decks, public = (list(some.exclude(pk=without.pk if without else 0)[:MAX_DECKS_OFFERED]) for some in rows)
    if pairs and not without:
        games = Counter(row.game for row in {*own_decks, *public})
        own_decks, public = (
            [row for row in some if row.game == BLUE_MOON or games[row.game] > 1] for some in (own_decks, public)
        )
    cards = catalogue(game or BLUE_MOON) if own_decks or public else Catalogue(())
    peoples: list[tuple[str, str, str, People | None]] = [
        (people.value, indicator_name(people.value[0]), "", people) for people in PEOPLES
    ]
    groups: tuple[DeckGroup, ...] = (
        (gettext_lazy("My decks"), [(deck.key, deck.name, "", people_of_row(deck, cards)) for deck in own_decks]),
        (
            gettext_lazy("Public decks"),
            [(deck.key, deck.name, deck.owner.display_name, people_of_row(deck, cards)) for deck in public],
        ),
        (gettext_lazy("Preconstructed decks"), peoples if game in ("", BLUE_MOON) else []),
    )
    return tuple(group for group in groups if group[1])
