"""Texts that games have used: `python -m tests.game.texts_used [games] [random]`.

Plays seeded games of random decks and players, and unless `random` is asked for the recorded games beside the checkout,
and says of each text of a card in how many of them it worked: a lasting one while it was in effect on the table,
another when it was carried out and changed something, one from the hand when its card was played. What no game has used
is named.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from cards.core.catalogue_csv import read_cards
from cards.core.facts import CardType, Catalogue
from game.engine import effects, playing, turn
from game.engine import state as engine
from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.effects import base
from game.engine.state import State, apply, new_game, result
from game.engine.table import Deck, Settings, bits, lay_out
from game.players.random_player import choose
from game.powers import POWERS
from game.powers.verbs import When
from game.records.traces.replay import Replay
from tests.game.test_traces import games

ROOT = Path(__file__).resolve().parents[2]


class Watch:
    """What worked in the game that is being played."""

    def __init__(self) -> None:
        self.codes: set[str] = set()

    def resolve(self, board: Board, who: int, card: int, *, asked: bool) -> None:
        """Carry out a text, and note it where it changes something or puts a question."""
        before = board.key()
        _resolve(board, who, card, asked=asked)
        if board.key() != before:
            self.codes.add(board.table.code(card))

    def perform(self, board: Board, action: object) -> Board:
        """Carry out an action, and note lasting texts in effect and cards whose text works from the hand."""
        kind, card = getattr(action, "kind", ""), getattr(action, "card", -1)
        if card >= 0 and kind in {"play", "join", "interfere"}:
            power = POWERS.get(board.table.code(card))
            if power and power.when is When.HAND:
                self.codes.add(board.table.code(card))
        done = _perform(board, action)  # type: ignore[arg-type]  # whatever the engine was given
        for who in (0, 1):
            lasting = look(done).live(who) & done.table.by_when[When.ACTIVE]
            self.codes |= {done.table.code(one) for one in bits(lasting)}
        return done


_resolve, _perform = base.resolve, turn.perform


@contextmanager
def watching() -> Iterator[Watch]:
    """Watch what is played meanwhile."""
    watch = Watch()
    with ExitStack() as stack:
        for module in (base, effects, playing):
            stack.enter_context(patch.object(module, "resolve", watch.resolve))
        stack.enter_context(patch.object(engine, "perform", watch.perform))
        yield watch


def random_game(facts: Catalogue, seed: int) -> State:
    """A game of two decks drawn from everything that can be played, with crystal cards allowed."""
    chance = random.Random(seed)
    playable = [card.code for card in facts if card.known and card.playable and card.type.value]
    seats = ["", *(card.code for card in facts if card.type is CardType.INQUISITOR and card.known)]
    decks = [Deck(tuple(chance.sample(playable, 30)), chance.choice(seats)) for _ in (0, 1)]
    state = new_game(lay_out(facts, (decks[0], decks[1]), Settings(crystals=True)), seed=seed)
    while not result(state):
        state = apply(state, choose(state.copy_board(), chance))
    return state


def watched(facts: Catalogue, count: int) -> Iterator[set[str]]:
    """The texts that worked in each game."""
    for seed in range(count):
        with watching() as watch:
            random_game(facts, seed)
        yield watch.codes


def recorded(facts: Catalogue) -> Iterator[set[str]]:
    """The same of the recorded games."""
    for name in ("random", "trained", "differences"):
        for game in games(name):
            with watching() as watch:
                Replay(facts, game).compare()
            yield watch.codes


def main() -> None:
    """Play and report."""
    facts = read_cards(ROOT / "fixtures" / "bluemoon" / "cards.csv")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    played = Counter(code for codes in watched(facts, count) for code in codes)
    kept = Counter(code for codes in recorded(facts) for code in codes) if "random" not in sys.argv else Counter()
    texts = sorted(card.code for card in facts if card.summary)
    for code in texts:
        print(f"{code},{played[code]},{kept[code]}")
    never = [code for code in texts if not played[code] + kept[code]]
    print(f"never used: {', '.join(never) or 'none'} ({len(never)} of {len(texts)})", file=sys.stderr)


if __name__ == "__main__":
    main()
