"""Registry of games for legality: the formats of each, its judge, and the features of its decks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cards.core.facts import BLUE_MOON, Catalogue
from cards.core.rulings import RulingsBook
from cards.games.cthulhu.facts import KEY
from decks.core.legality import cthulhu, formats
from decks.core.legality.decklist import DeckList, Format
from decks.core.legality.report import Report


@dataclass(frozen=True, slots=True)
class GameRules:
    """Rules of one game for all of its decks.

    `names` are what lists call the game; `usual_format` applies if a list names none. `judge` takes the deck, the
    catalogue of its game, and the lists and errata of a game that has some. `copies` is the maximum of one card.
    `has_leader`: a people’s leader heads the deck, cards cost moons, and there are editions, inquisitors, emissaries,
    families and drafts. `open_titles`: titles in no set are kept as written, and the verdict mentions them.
    `has_engine`: the rules engine plays its decks.
    """

    key: str
    names: tuple[str, ...]
    formats: tuple[Format, ...]
    usual_format: Format
    judge: Callable[[DeckList, Catalogue, RulingsBook | None], Report]
    copies: Callable[[DeckList], int]
    has_leader: bool = False
    open_titles: bool = False
    has_engine: bool = False


GAME_RULES: Mapping[str, GameRules] = {
    rules.key: rules
    for rules in (
        GameRules(
            key=BLUE_MOON,
            names=("bluemoon", "blue moon", "blue moon legends"),
            formats=(Format.PRECONSTRUCTED, Format.CUSTOM, Format.EMISSARY, Format.DRAFT),
            usual_format=Format.CUSTOM,
            judge=formats.judge_blue_moon,
            copies=lambda deck: deck.house.copies if deck.house else 1,
            has_leader=True,
            has_engine=True,
        ),
        GameRules(
            key=KEY,
            names=("cthulhu", "call of cthulhu", "coc"),
            formats=(Format.CASUAL, Format.TOURNAMENT),
            usual_format=Format.CASUAL,
            judge=cthulhu.judge_cthulhu,
            copies=lambda _deck: cthulhu.MAX_COPIES,
            open_titles=True,
        ),
    )
}


def judge_deck(deck: DeckList, catalogue: Catalogue, book: RulingsBook | None = None) -> Report:
    """Judge a deck by every rule of its game and format; never stops at the first fault and never changes the deck.

    `catalogue` is that of the deck’s game, `book` has the restricted lists and errata of a game that has some.

    >>> judge_deck(DeckList(), Catalogue(())).status
    <Status.ILLEGAL: 'illegal'>
    """
    return GAME_RULES[deck.game].judge(deck, catalogue, book)
