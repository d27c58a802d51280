"""Choices of a recorded game as actions of the engine: steps, answers, cards taken, targets."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.actions import CALL, DONE, NO, PASS, RANDOM_ACTION, YES, Action, act
from game.engine.table import GameTable
from game.powers import verbs as v
from tests.game.traces.checks import RecordedStep


class Choices:
    """The decisions of one chunk of a record: a decided step and those that followed by themselves."""

    def __init__(
        self,
        table: GameTable,
        ids: Mapping[tuple[int, str], int],
        chunk: Sequence[RecordedStep],
        later: Sequence[RecordedStep] = (),
    ) -> None:
        self.table, self.ids, self.chunk, self.later = table, ids, chunk, later
        self.pool = [
            (choice["of"], code)
            for step in chunk
            for choice in step.get("ch", ())
            for code in choice.get("take", ())
            if code != "?"
        ]
        # A bluff that was taken unseen is the one that the record shows leaving.
        self.pool += [
            (owner, code)
            for step in chunk
            if any("?" in choice.get("take", ()) for choice in step.get("ch", ()))
            for owner, code, origin, to in step.get("mv", ())
            if origin == "s" and to == "x"
        ]

    def action(self, step: RecordedStep, legal: tuple[Action, ...]) -> Action:
        do, who = step["do"], step["p"]
        if do == "announce":
            return act("announce", -1, v.FIRE if step["el"] == "F" else v.EARTH)
        if do in {"next", "retreat", "decline"}:
            return act("pass" if do == "next" else do)
        if do == "satisfy":
            return act(do, self.ids[1 - who, step["c"]])
        card = self.ids[who, step["c"]]
        if do == "load":
            return act(do, card, self.ids[who, step["to"]])
        if do.startswith("play"):
            joining = act("join", card)
            return joining if joining in legal else act("play", card)
        return act(do, card)

    def end_text(self, legal: tuple[Action, ...]) -> Action:
        """Return the text at the end of a turn to use next, or none."""
        return next((action for action in legal if action.kind == "use"), PASS)

    def answer(self, choice: tuple[Any, ...], legal: tuple[Action, ...], areas: list[list[str]]) -> Action:
        """Return the recorded answer to what the engine asks; `areas` are those before the chunk."""
        chunk = self.chunk
        if choice[0] == "window":
            called = any(step.get("call") for step in chunk)
            return CALL if called else PASS
        if choice[0] == "ask":
            return NO if chunk[0]["do"] == "play_no_effect" and chunk[0]["p"] == choice[1] else YES
        if choice[0] == "snatch":
            torn = [(m[0], m[1]) for step in chunk for m in step.get("mv", ()) if m[2] == "h"]
            return next((a for a in legal if a.kind == "take" and self._owner_and_code(a.card) in torn), RANDOM_ACTION)
        if choice[0] == "pick" and choice[6] == "aim":
            return self._aimed(choice[2], legal, areas)
        if choice[0] == "pick" and choice[6] == "discard_but":
            gone = {(owner, code) for owner, code, *_ in (m for step in chunk for m in step.get("mv", ()))}
            remaining = [a for a in legal if a.kind == "take" and self._owner_and_code(a.card) not in gone]
            return remaining[0] if remaining else legal[0]
        return self._taken(legal)

    def _owner_and_code(self, card: int) -> tuple[int, str]:
        return self.table.owner[card], self.table.code(card)

    def _taken(self, legal: tuple[Action, ...]) -> Action:
        for place, wanted in enumerate(self.pool):
            for action in legal:
                if action.kind == "take" and self._owner_and_code(action.card) == wanted:
                    del self.pool[place]
                    return action
        if RANDOM_ACTION in legal:
            return RANDOM_ACTION
        return DONE if DONE in legal else legal[0]

    def _aimed(self, source: int, legal: tuple[Action, ...], areas: list[list[str]]) -> Action:
        """Return the target that the areas show for this text now or, where the choice is seen only later, then."""
        owner, code = self._owner_and_code(source)
        now = next((step["ar"] for step in self.chunk if "ar" in step), areas)
        for places in (now, *(step["ar"] for step in self.later if "ar" in step)):
            for entry in places[owner]:
                head, _, target = entry.partition(">")
                name = head.partition("/")[0].partition("=")[0]
                wanted = act("take", self.ids[owner, target.partition("@")[0]]) if name == code and target else None
                if wanted in legal:
                    return wanted
        return legal[0]
