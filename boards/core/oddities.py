"""Oddities: facts that cannot occur in a game, and readings that have changed since a text was written."""

from collections.abc import Iterator

from boards.core.notation import READINGS
from common.errors import Detail
from common.text import gettext_noop
from game.engine.board import Board
from game.engine.table import bits
from game.powers import verbs as v

# What each version of the readings judges differently from the version before it.
CHANGES_BY_VERSION = {
    2: (
        ("GAME-25", gettext_noop("Texts for a turn that’s about to end come after those for the end of the turn.")),
        ("GAME-30", gettext_noop("You may change a target when opposing texts begin or cease to affect it.")),
        ("C-40", gettext_noop("Ignoring and reducing also affect cards paid for a dragon.")),
        ("C-30", gettext_noop("Do what a text allows completely or not at all.")),
        ("GAME-29", gettext_noop("A called bluff whose icon is ignored shows no mark.")),
    ),
    3: (
        ("GAME-36", gettext_noop("When texts ignore each other, the one the other leaves in effect comes first.")),
        ("C-32", gettext_noop("Magpie also spares PROTECTED cards in the hand.")),
        ("R0-31", gettext_noop("Crysalus Frendus also doubles the caterpillar that counts moons.")),
    ),
    4: (
        ("MATCH-07", gettext_noop("A draw deck that is left counts when the cards decide the game.")),
        ("C-42", gettext_noop("Loaded and landed cards lie open to both players.")),
        ("C-43", gettext_noop("Irresistible Sirens bring no dragon where a text lets you attract none.")),
    ),
}


def interpretation_changes_since(readings: int) -> Iterator[Detail]:
    """Yield what this engine judges differently since the version of the readings that a text names."""
    for number in range(readings + 1, READINGS + 1):
        yield from (Detail(sentence, field="r", rule=rule) for rule, sentence in CHANGES_BY_VERSION.get(number, ()))


def impossible_facts_of(board: Board) -> Iterator[Detail]:
    for player in (0, 1):
        yield from _misplaced_cards(board, player)
    for ship, cargo in board.cargo.items():
        if cargo.bit_count() > board.table.capacity[ship]:
            yield _oddity_detail(
                board, gettext_noop("%(card)s is carrying more cards than it can."), ship, "i", "GAME-28"
            )
    if not board.element and board.phase < 3 and (board.combat[0] or board.combat[1]):
        yield Detail(gettext_noop("There are cards in a combat area, but there’s no fight."), field="el")


def _oddity_detail(board: Board, template: str, card: int, zone: str, rule: str) -> Detail:
    params = {"card": board.table.code(card)}
    return Detail(template, field=f"{zone}{board.table.owner[card]}", params=params, rule=rule)


def _misplaced_cards(board: Board, player: int) -> Iterator[Detail]:
    """Yield cards in zones where their type never lies (CARD-15, CARD-16)."""
    kinds = board.table.kinds
    unknown = kinds[""]
    characters, boosters, supports = kinds[v.CHARACTER], kinds[v.BOOSTER], kinds[v.SUPPORT]
    fits = {
        "c": (board.combat[player], characters | boosters),
        "s": (board.support[player], supports | board.facedown & board.table.icons["BLUFF"]),
        "i": (board.ships[player], kinds[v.SHIP]),
        "t": (board.trophies[player], kinds[v.ACHIEVEMENT]),
        "x": (sum(1 << card for card in board.discard[player]), ~kinds[v.LEADERSHIP]),
        "l": (sum(1 << card for card in board.pile[player]), kinds[v.LEADERSHIP]),
    }
    for zone, (lying, fitting) in fits.items():
        for card in bits(lying & ~fitting & ~unknown):
            yield _oddity_detail(board, gettext_noop("%(card)s can’t be there."), card, zone, "CARD-15")
