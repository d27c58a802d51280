"""Texts that games have used: `python -m tests.game.texts_used [games]` writes `fixtures/bluemoon/texts_used.json`.

Plays seeded games of random decks and players and the recorded games beside the checkout, and counts for each text of a
card in how many of them it worked: a lasting one while it was in effect on the table, another when it was carried out
and changed something, one from the hand when its card was played. Texts that are not carried out are left out.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import CardType, Catalogue
from game.engine import effects, fights, playing_cards, turn
from game.engine import state as engine
from game.engine.active_cards import active_cards, inquisitor_in_effect
from game.engine.board import Board
from game.engine.effects import base
from game.engine.state import apply_action, game_result, new_game
from game.engine.table import Deck, RuleSettings, bits, game_table_of_decks
from game.players import random_player
from game.powers.cards import POWERS
from game.powers.verbs import Timing
from tests.game.test_traces import games
from tests.game.traces.replay import Replay

ROOT = Path(__file__).resolve().parents[2]


class Watch:
    """Records what worked in the current game."""

    def __init__(self) -> None:
        self.codes: set[str] = set()

    def resolve(self, board: Board, who: int, card: int, *, asked: bool) -> None:
        """Carry out a text, and record it if it changes something or asks a question."""
        before, waiting = board.key(), len(board.todo)
        _resolve(board, who, card, is_chosen=asked)
        asks = board.todo[waiting:]
        nothing = bool(asks) and all(frame[0] == "pick" and not frame[3] for frame in asks)
        if board.key() != before and not nothing:
            self.codes.add(board.table.code(card))

    def perform(self, board: Board, action: object) -> Board:
        """Carry out an action, and record lasting texts in effect and cards whose text works from the hand."""
        kind, card = getattr(action, "kind", ""), getattr(action, "card", -1)
        if card >= 0 and kind in {"play", "join", "interfere"}:
            power = POWERS.get(board.table.code(card))
            if power and power.when is Timing.HAND:
                self.codes.add(board.table.code(card))
        if kind == "replace" and not board.table.icons["REPLACE"] >> card & 1:
            self.codes |= {board.table.code(one) for one in bits(inquisitor_in_effect(board, board.turn))}
        done = _perform(board, action)  # type: ignore[arg-type]  # whatever the engine was given
        for who in (0, 1):
            lasting = active_cards(done).texts_in_effect(who) & done.table.by_when[Timing.ACTIVE]
            self.codes |= {done.table.code(one) for one in bits(lasting)}
        return done

    def several(self, board: Board, who: int, verb: Any) -> bool:
        """Whether Storms or Floods are enough, recording those that are."""
        enough = _several(board, who, verb)
        if enough:
            self.codes |= {
                board.table.code(one)
                for one in bits(active_cards(board).texts_in_effect(who) & board.table.by_verb[verb])
            }
        return enough


_resolve, _perform, _several = base.resolve_text, turn.perform_action, fights.has_several_supports


@contextmanager
def watching() -> Iterator[Watch]:
    """Record what is played inside."""
    watch = Watch()
    with ExitStack() as stack:
        for module in (base, effects, playing_cards):
            stack.enter_context(patch.object(module, "resolve_text", watch.resolve))
        stack.enter_context(patch.object(engine, "perform_action", watch.perform))
        stack.enter_context(patch.object(fights, "has_several_supports", watch.several))
        yield watch


def random_game(facts: Catalogue, seed: int) -> set[str]:
    """Return the texts that worked in a game of two decks drawn from everything that can be played, crystal cards
    allowed."""
    chance = random.Random(seed)
    playable = [card.code for card in facts if card.known and card.playable and card.type.value]
    seats = ["", *(card.code for card in facts if card.type is CardType.INQUISITOR and card.known)]
    decks = [Deck(tuple(chance.sample(playable, 30)), chance.choice(seats)) for _ in (0, 1)]
    state = new_game(game_table_of_decks(facts, (decks[0], decks[1]), RuleSettings(crystals=True)), seed=seed)
    with watching() as watch:
        while not game_result(state):
            state = apply_action(state, random_player(state.copy_board(), chance))
    return watch.codes | {deck.inquisitor for deck in decks if deck.inquisitor == "Inq 411"}


def recorded(facts: Catalogue) -> Iterator[set[str]]:
    """Yield the texts that worked in each of the recorded games, as far as they are compared."""
    for name in ("random", "trained", "differences"):
        for game in games(name, every=1):
            with watching() as watch:
                Replay(facts, game).compare()
            yield watch.codes


def main() -> None:
    """Play, write the table, and list what no game has used."""
    facts = read_catalogue_file(ROOT / "fixtures" / "bluemoon" / "cards.csv")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    simulated = [random_game(facts, seed) for seed in range(count)]
    kept = list(recorded(facts))
    played, seen = (Counter(code for codes in found for code in codes) for found in (simulated, kept))
    done = {code for code, power in POWERS.items() if power.done}
    texts = {card.code: [played[card.code], seen[card.code]] for card in facts if card.summary and card.code in done}
    head = {"counted_on": f"{date.today()}", "simulated_games": len(simulated), "recorded_games": len(kept)}
    rows = ",\n".join(f"    {json.dumps(code)}: {json.dumps(counts)}" for code, counts in texts.items())
    table = json.dumps(head, indent=2).removesuffix("\n}") + f',\n  "texts": {{\n{rows}\n  }}\n}}\n'
    (ROOT / "fixtures" / "bluemoon" / "texts_used.json").write_text(table, encoding="utf-8")
    never = [code for code, counts in texts.items() if not any(counts)]
    sys.stdout.write(f"never used: {', '.join(never) or 'none'} ({len(never)} of {len(texts)})\n")


if __name__ == "__main__":
    main()
