"""Facts and functions of each game for deck pages.

A new game needs its rules in `decks/core/legality/games.py`, parsing in `decks/core/text`, repair in
`decks/assist/services.py`, and an entry in `DECK_GAMES`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import BLUE_MOON, OUTSIDE_THE_DECK, CardFacts, CardType, People
from cards.games import GAMES
from cards.games.cthulhu.display import TYPE_PLURALS as CTHULHU_TYPE_PLURALS
from cards.games.cthulhu.facts import KEY
from cards.games.labels import TYPE_PLURALS, icon_word, printed_text_lines
from decks.core.legality import GAME_RULES, GameRules

TranslatableText = str | Promise


@dataclass(frozen=True, slots=True)
class FactionFilter:
    """Filter by the people or faction of a card, as a chip of the builder: the search key and its values."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card in words, for papers: its code, cost, and lines of values, icons and power."""

    code: str
    cost: str
    lines: tuple[str, ...]


# The sort key of a card.
CardSortKey = Callable[[CardFacts], tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class DeckGame:
    """A game whose decks can be built.

    `types` are the types of deck cards with their names, `types_beside` the types of cards beside the deck or unknown.
    `side` is the choice of people or faction in the builder. `settings_without` are the fields of the settings form
    that its decks don’t have. `printed` writes a card for the papers. `orders` are the sort orders of a deck page in
    addition to catalogue and name.
    """

    rules: GameRules
    types: tuple[tuple[str, TranslatableText], ...]
    types_beside: tuple[tuple[str, TranslatableText], ...]
    side: FactionFilter
    settings_without: frozenset[str]
    printed: Callable[[CardFacts], PrintedCard]
    orders: Mapping[str, tuple[TranslatableText, CardSortKey]]

    @property
    def all_card_types(self) -> tuple[tuple[str, TranslatableText], ...]:
        return (*self.types, *self.types_beside)


_PEOPLES_BESIDE_DECK = (People.INQUISITOR, People.EMISSARY)


def _printed_blue_moon_card(card: CardFacts) -> PrintedCard:
    named = ((_("Fire"), card.fire), (_("Earth"), card.earth))
    values = "   ".join(f"{name}: {value}" for name, value in named if value is not None)
    icons = ", ".join(icon_word(icon) for icon in card.icons)
    lines = (values, icons, *printed_text_lines(card))
    return PrintedCard(card.code, "?" if card.moons is None else str(card.moons or ""), tuple(x for x in lines if x))


_BLUE_MOON = DeckGame(
    rules=GAME_RULES[BLUE_MOON],
    types=tuple((kind.value, TYPE_PLURALS[kind]) for kind in CardType if kind and kind not in OUTSIDE_THE_DECK),
    types_beside=tuple((kind.value, TYPE_PLURALS[kind]) for kind in CardType if not kind or kind in OUTSIDE_THE_DECK),
    side=FactionFilter("people", tuple(people.value for people in People if people not in _PEOPLES_BESIDE_DECK)),
    settings_without=frozenset({"list_version", "strict"}),
    printed=_printed_blue_moon_card,
    orders={
        "fire": (gettext_lazy("Fire"), lambda card: (-(card.fire or 0), -(card.earth or 0))),
        "earth": (gettext_lazy("Earth"), lambda card: (-(card.earth or 0), -(card.fire or 0))),
        "moons": (gettext_lazy("Moons"), lambda card: (-(card.moons or 0),)),
    },
)


def _printed_cthulhu_card(card: CardFacts) -> PrintedCard:
    face = GAMES[KEY].face.context(card)
    named = ((_("Cost"), getattr(card, "cost", "")), (_("Skill"), getattr(card, "skill", "")))
    values = "   ".join(f"{name}: {value}" for name, value in named if value)
    lines = (face["subtypes"], values, *(face[name] for name in ("icon_counts", "struggle", "boosters", "keywords")))
    return PrintedCard(face["place"], "", tuple(line for line in lines if line))


def _highest_number_first(card: CardFacts, column: str) -> tuple[int]:
    """Sort a column of numbers, highest first; X and none count as 0."""
    text = str(getattr(card, column, ""))
    return (-int(text) if text.isdecimal() else 0,)


_CTHULHU = DeckGame(
    rules=GAME_RULES[KEY],
    types=tuple((kind, CTHULHU_TYPE_PLURALS[kind]) for kind in GAMES[KEY].types),
    types_beside=(("", gettext_lazy("Type not known")),),
    side=FactionFilter("faction", tuple(choice.value for choice in GAMES[KEY].keys["faction"].choices)),
    settings_without=frozenset({"edition", "leader", "inquisitor", "emissary", "family", "extend", "match", "pool"}),
    printed=_printed_cthulhu_card,
    orders={
        "cost": (gettext_lazy("Cost"), lambda card: _highest_number_first(card, "cost")),
        "skill": (gettext_lazy("Skill"), lambda card: _highest_number_first(card, "skill")),
    },
)

DECK_GAMES: Mapping[str, DeckGame] = {game.rules.key: game for game in (_BLUE_MOON, _CTHULHU)}
