"""Oddities: what says that a position cannot arise in a game, and what an older text was judged under."""

from collections.abc import Iterator

from boards.core.fields import READINGS
from common.errors import Detail
from common.text import gettext_noop
from game.engine.board import Board
from game.engine.table import bits
from game.powers import verbs as v

# By the number of the readings that brought it: what is judged differently since.
CHANGES = {
    2: (
        gettext_noop("Texts of a turn that is about to end come after those at its end (GAME-25)."),
        gettext_noop("A target may be left when opposing texts begin or cease to affect it (GAME-30)."),
        gettext_noop("Ignoring and reducing reach the cards paid for a dragon (C-40)."),
        gettext_noop("What a text allows is done whole or not at all (C-30)."),
        gettext_noop("A called bluff whose icon is ignored shows no mark (GAME-29)."),
    ),
    3: (
        gettext_noop("Of texts that ignore each other the one that the other leaves in effect comes first (GAME-36)."),
        gettext_noop("Magpie spares PROTECTED cards in the hand as well (C-32)."),
        gettext_noop("Crysalus Frendus doubles the caterpillar of the moons as well (R0-31)."),
    ),
    4: (
        gettext_noop("A draw deck that is left counts when the cards decide the game (MATCH-07)."),
        gettext_noop("Loaded and landed cards lie open to both players (C-42)."),
        gettext_noop("Irresistible Sirens bring no dragon where a text lets you attract none (C-43)."),
    ),
}


def judged_differently(readings: int) -> Iterator[Detail]:
    """What this engine judges differently than the one that wrote a text under those readings."""
    for number in range(readings + 1, READINGS + 1):
        yield from (Detail(sentence, field="r") for sentence in CHANGES.get(number, ()))


def oddities_of(board: Board) -> Iterator[Detail]:
    """Everything that no game can lead to, as far as it is looked for."""
    for who in (0, 1):
        yield from _misplaced(board, who)
    for ship, cargo in board.cargo.items():
        if cargo.bit_count() > board.table.capacity[ship]:
            yield _odd(board, gettext_noop("%(card)s carries more cards than it can (GAME-28)."), ship, "i")
    if not board.element and board.phase < 3 and (board.combat[0] or board.combat[1]):
        yield Detail(gettext_noop("Cards lie in a combat area, and there is no fight."), field="el")


def _odd(board: Board, template: str, card: int, zone: str) -> Detail:
    return Detail(template, field=f"{zone}{board.table.owner[card]}", params={"card": board.table.code(card)})


def _misplaced(board: Board, who: int) -> Iterator[Detail]:
    """Cards in places where their kind never lies (CARD-15, CARD-16)."""
    kinds = board.table.kinds
    unknown = kinds[""]
    characters, boosters, supports = kinds[v.CHARACTER], kinds[v.BOOSTER], kinds[v.SUPPORT]
    fits = {
        "c": (board.combat[who], characters | boosters),
        "s": (board.support[who], supports | board.facedown & board.table.icons["BLUFF"]),
        "i": (board.ships[who], kinds[v.SHIP]),
        "t": (board.trophies[who], kinds[v.ACHIEVEMENT]),
        "x": (sum(1 << card for card in board.discard[who]), ~kinds[v.LEADERSHIP]),
        "l": (sum(1 << card for card in board.pile[who]), kinds[v.LEADERSHIP]),
    }
    for zone, (lying, fitting) in fits.items():
        for card in bits(lying & ~fitting & ~unknown):
            yield _odd(board, gettext_noop("%(card)s never lies there (CARD-15)."), card, zone)
