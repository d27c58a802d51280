"""Replay of recorded games of an independent program, compared step by step: perft for this game.

The format is one JSON object a line: decks, order of the draw decks, who starts, and steps, each with all legal
actions, moves of cards, powers, areas and dragons. A step that names a reading this engine doesn't share ends the
comparison of its game; readings that only shorten a list of legal actions don't.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game.engine.actions import CONTINUE, PASS, Action, act
from game.engine.active_cards import active_cards
from game.engine.board import CHAR, END, ENDING, ENGAGE, PHASE_NAMES, PLAYS, Board
from game.engine.catalogue import Catalogue
from game.engine.fights import dragons_for_winner
from game.engine.power import active_cards_of_kind, total_power
from game.engine.state import State, apply_action, game_result, legal_actions, new_game
from game.engine.table import Deck, GameTable, RuleSettings, bits, game_table_of_decks
from game.powers import verbs as v
from tests.game.traces.checks import Difference, RecordedStep, as_ok, check_areas, check_counts, check_moves
from tests.game.traces.choices import Choices
from tests.game.traces.readings import COMPARED_AS_SETTINGS, HARMLESS, RECORDED, SETTINGS, SHARED

_DECIDED = frozenset(
    {
        *("retrieve", "land", "reveal", "play", "play_no_effect", "load", "bluff", "use", "satisfy"),
        *("next", "retreat", "decline"),
    }
)
_IN_LINES = frozenset({"next", "play", "play_no_effect", "bluff"})
_PHASES = {"begin": 0, "lead": 1, "retreat": 2, "char": 3, "bs": 4, "end_bs": 5, "power": 6, "refresh": 7, "end": 8}


class Recorded:
    """A source of randomness with the shuffles and draws of the record."""

    def __init__(self, table: GameTable, ids: Mapping[tuple[int, str], int], steps: Sequence[RecordedStep]) -> None:
        self.table, self.ids = table, ids
        self.moves = [move for step in steps for move in step.get("mv", ())]
        self.shuffles = [shuffle for step in steps for shuffle in step.get("sh", ())]

    def shuffle(self, board: Board, who: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        for place, entry in enumerate(self.shuffles):
            if entry["who"] == who:
                codes = entry.get("deck_now") or entry.get("bottom_now") or []
                order = tuple(self.ids[who, code] for code in codes)
                if sorted(order) == sorted(cards):
                    del self.shuffles[place]
                    return order
        return cards

    def pick(self, board: Board, who: int, cards: tuple[int, ...], why: str) -> int:
        origin = "h" if why == "hand" else "x"
        for place, (owner, code, start, _) in enumerate(self.moves):
            if owner == who and start == origin:
                card = self.ids[who, code]
                if card in cards:
                    del self.moves[place]
                    return card
        raise Difference("a card taken by chance", "none", [self.table.code(card) for card in cards])


@dataclass(slots=True)
class Comparison:
    """Comparison of one game: steps compared, steps there were to compare, and the first difference if any."""

    game: str
    steps: int = 0
    comparable: int = 0
    total: int = 0
    dead_ends: int = 0
    listed: str = ""  # the listed reading that ended the comparison
    difference: str = ""
    at: int = -1
    cards: Counter[str] = field(default_factory=Counter)

    @property
    def agrees(self) -> bool:
        """Return whether every step before the first listed difference agrees."""
        return not self.difference


class Replay:
    """Replays one recorded game."""

    def __init__(self, catalogue: Catalogue, game: Mapping[str, Any], settings: RuleSettings = SETTINGS) -> None:
        self.game = game
        self.harmless = HARMLESS | (COMPARED_AS_SETTINGS if settings == RECORDED else SHARED)
        decks = tuple(Deck(tuple(sorted(order))) for order in game["order"])
        self.table: GameTable = game_table_of_decks(catalogue, (decks[0], decks[1]), settings)
        self.ids = {(self.table.owner[card], self.table.code(card)): card for card in range(len(self.table.owner))}
        first, second = ([self.id_of(who, code) for code in order] for who, order in enumerate(game["order"]))
        self.state: State = new_game(self.table, start=game["start"], orders=(tuple(first), tuple(second)))
        self.events: list[tuple[object, ...]] = []
        self.steps: list[RecordedStep] = game["steps"]
        self.st: list[Any] = []
        self.ar: list[list[str]] = [[], []]
        self.place, self.six_differ, self.before = 0, False, self.board
        self.report = Comparison(game["id"], total=len(self.steps))

    def id_of(self, who: int, code: str) -> int:
        return self.ids[who, code]

    @property
    def board(self) -> Board:
        """Return the board of the state; don't change it."""
        return self.state._board

    def compare(self) -> Comparison:
        """Play the whole record; never raises for a difference."""
        self.report.comparable = self._comparable()
        place = 0
        try:
            for start, chunk in self._chunks():
                place = self.place = start
                self.report.listed = self._unlisted(chunk[0])
                if self.report.listed:
                    self.report.comparable = start
                    break
                self._play_chunk(chunk)
                self.report.steps = start + len(chunk)
            if not self.report.listed:
                self._check_end()
        except Difference as difference:
            self.report.listed = self._reading_of(difference)
            if self.report.listed:
                self.report.comparable = place
                return self.report
            self.report.difference = str(difference)
            self.report.at = place
            self._blame(self.steps[place])
        return self.report

    def _reading_of(self, difference: Difference) -> str:
        """Return the unnamed reading that explains a difference, or an empty text (docs/game.md)."""
        board, chunk, what = self.board, self.chunk, difference.what
        sight, table = active_cards(board), self.table
        following = self.steps[self.place + len(chunk) :][:1]
        loads = {word.partition(" ")[0] for step in following for word in step.get("ok", ())} == {"load", "next"}
        characters = {active_cards_of_kind(board, who, v.CHARACTER).bit_count() for who in (0, 1)}
        reach = {word for step in chunk for word in step.get("ok", ())}
        sheltered = bits(board.hand[board.turn] & table.icons["PROTECTED"] & sight.cards_without_icon("FREE"))
        named = {
            "reduce_before_increase": table.settings.increases_first and self._order_matters(),
            "six_cards_bluff_not_counted": what == "dragons" and self.six_differ,
            "load_from_landed_ship": what == "moves" and bool(self.before.landed) and loads,
            "one_character_later": what == "legal actions"
            and bool(table.by_verb.get(v.OneCharacter, 0))
            and max(characters) > 1,
            "protected_in_hand": what in {"legal actions", "the phase"}
            and bool(reach & {table.code(card) for card in sheltered}),
            "auto_target": what == "counts" and self._aimed_later(),
        }
        return next((reading for reading, true in named.items() if true), "")

    def _aimed_later(self) -> bool:
        """Return whether a text has a target here and none in the record, which looks for one at the end of the
        phase."""
        data = {(who, entry.partition("/")[0]): entry for who in (0, 1) for entry in self.ar[who]}
        aims = [(self.table.owner[card], self.table.code(card)) for card in self.board.aims]
        return any(">" not in data.get(key, ">") for key in aims)

    def _unlisted(self, step: RecordedStep) -> str:
        """Return the unlisted reading that this step meets, or an empty text."""
        who, code = step["p"], step.get("c", "")
        if step["do"] == "play" and (who, code) in self.ids:
            card = self.id_of(who, code)
            ignored = active_cards(self.board).text_off >> card & 1
            verbs = {type(effect) for effect in self.table.effects[card]}
            if ignored and verbs & {v.AttackAgain, v.NextCardFree}:
                return "ignored_text_still_works"
            if code == "Aqua 30" and any(len(c.get("take", ())) < c["max"] for c in step.get("ch", ())):
                return "discards_only_some_of_all"
        if not self.table.by_verb.get(v.ReducePrinted, 0) or not self.table.settings.increases_first:
            return ""
        return "reduce_before_increase" if self._order_matters() else ""

    def _order_matters(self) -> bool:
        """Return whether the order of increases and decreases makes a difference on the board now."""
        if not self.table.by_verb.get(v.ReducePrinted, 0):
            return False
        return self._with("increases_first") != self._with("increases_first", False)

    def _with(self, name: str, value: bool | None = None) -> list[int]:
        """Return both powers, and the dragons either retreat would bring now, with a setting of that value."""
        settings = self.table.settings
        if value is not None:
            self.table.settings = replace(settings, **{name: value})  # type: ignore[arg-type]  # a bool by its caller
        figures = [figure(self.board, who) for who in (0, 1) for figure in (total_power, dragons_for_winner)]
        self.table.settings = settings
        return figures

    def _comparable(self) -> int:
        for place, step in enumerate(self.steps):
            if set(step.get("fl", ())) - self.harmless:
                return place
        return len(self.steps)

    def _chunks(self) -> Iterator[tuple[int, list[RecordedStep]]]:
        start = 0
        for place in range(1, len(self.steps) + 1):
            if place < len(self.steps) and not self._decided(self.steps[place]):
                continue
            chunk = self.steps[start:place]
            flags = {flag for step in chunk for flag in step.get("fl", ())} - self.harmless
            if flags:
                self.report.listed = sorted(flags)[0]
                return
            yield start, chunk
            start = place

    @staticmethod
    def _decided(step: RecordedStep) -> bool:
        return step["do"] in _DECIDED or bool(step["do"] == "announce" and step["new"])

    def _blame(self, step: RecordedStep) -> None:
        self.report.cards[step.get("c") or step["do"]] += 1
        for choice in step.get("ch", ()):
            self.report.cards[choice["for"] or "-"] += 1

    def _play_chunk(self, chunk: list[RecordedStep]) -> None:
        step = chunk[0]
        self.chance = Recorded(self.table, self.ids, chunk)
        self.events = []
        self.choices = Choices(self.table, self.ids, chunk, self.steps[self.place :])
        self.chunk = chunk
        self.number = self.board.number
        if self.board.outcome and step["do"] == "decline":
            return  # with nothing left the game is over before anything is declined (MATCH-06)
        if self._decided(step):
            self._reach(step)
            self._check_ok(step)
            if step.get("dead") and step["do"] in {"retreat", "decline"}:
                self._check_dead(step["dead"])
            self.number = self.board.number
            self._do(self.choices.action(step, legal_actions(self.state)))
        self._answer_all(chunk)
        self._check(chunk)

    def _do(self, action: Action) -> None:
        if action not in legal_actions(self.state):
            legal = [self._words(action) for action in legal_actions(self.state)]
            raise Difference("an action", self._words(action), f"{self.state.phase_name}: {legal}")
        events: list[tuple[object, ...]] = []
        self.before = self.board
        if action.kind in {"call", "retreat"}:
            self.six_differ = self._with("bluffs_count_for_six") != self._with("bluffs_count_for_six", False)
        self.state = apply_action(self.state, action, self.chance, events)
        self.events += events

    def _words(self, action: Action) -> str:
        card = f" {self.table.code(action.card)}" if action.card >= 0 else ""
        return f"{action.kind}{card}"

    def _reach(self, step: RecordedStep) -> None:
        """Bring the engine to the phase of a step: start or continue the fight where the record is silent."""
        for _ in range(9):
            if self.board.choice or self.board.outcome or self.board.phase >= _PHASES[step["ph"]]:
                return
            if self.board.phase == ENGAGE:
                self._do(CONTINUE)
            else:
                self._skip(step)

    def _skip(self, step: RecordedStep) -> None:
        """Skip a phase that the record passed by itself: only harmless readings can leave us something to do there."""
        others = {action.kind for action in legal_actions(self.state)} - {"pass"}
        if self.board.landed:
            others.discard("load")
        flags = {flag for step in self.chunk for flag in step.get("fl", ())}
        if others and not flags & HARMLESS:
            legal = [self._words(action) for action in legal_actions(self.state)]
            raise Difference("a phase", f"on to {step['ph']}", f"{self.state.phase_name}: {legal}")
        self._do(PASS)

    def _answer_all(self, chunk: list[RecordedStep]) -> None:
        last = chunk[-1]
        while not self.board.outcome:
            board = self.board
            if board.choice:
                self._do(self.choices.answer(board.choice, legal_actions(self.state), self.ar))
            elif board.phase in {END, ENDING} and any(step["do"] == "end_turn" for step in chunk):
                self._do(self.choices.end_text(legal_actions(self.state)))
            elif self._further(chunk):
                if board.phase == ENGAGE:
                    self._do(CONTINUE)
                else:
                    self._skip(last)
            else:
                return

    def _further(self, chunk: list[RecordedStep]) -> bool:
        """Return whether the record went on by itself beyond the engine's present phase in the same turn."""
        board = self.board
        if board.number != self.number:
            return False
        return any(
            step["p"] == board.turn and step["do"] not in {"turn", *_DECIDED} and board.phase < _PHASES[step["ph"]]
            for step in chunk
        )

    def _check_ok(self, step: RecordedStep) -> None:
        if "ok" not in step:
            return
        if PHASE_NAMES[_PHASES[step["ph"]]] != self.state.phase_name or self.board.turn != step["p"]:
            raise Difference("the phase", (step["p"], step["ph"]), (self.board.turn, self.state.phase_name))
        expected = set(step["ok"])
        offered = {as_ok(self.table, action) for action in legal_actions(self.state)}
        if step["ph"] == "bs":  # going on with too little power is offered there, and refused afterwards
            expected.discard("next")
            offered -= {"next", "backtrack"}
        if self.board.landed:  # the record loads from landed ships, and from those only (a listed reading)
            expected, offered = ({word for word in words if "load" not in word} for words in (expected, offered))
        flags = set(step.get("fl", ()))
        strict = not flags & {"ok_list_strict_after_free_character", "ok_list_strict_bluff_or_load"}
        missing = expected - offered
        if missing or (strict and offered - expected):
            extra = sorted(offered - expected) if strict else []
            raise Difference("legal actions", sorted(missing), extra)

    def _check_dead(self, dead: Mapping[str, Any]) -> None:
        """Check that a line of plays that led nowhere in the record leads nowhere here."""
        if self.table.by_verb.get(v.ReducePrinted, 0) or self.table.by_verb.get(v.NextCardFree, 0):
            return  # values may be reduced there before they rise, and an ignored text still work (see _unlisted)
        if CONTINUE not in legal_actions(self.state) or not {do for do, *_ in dead["line"]} <= _IN_LINES:
            return
        before, events = self.state, self.events
        self.events = []
        try:
            self._do(CONTINUE)
            for do, *rest in dead["line"]:
                self._follow(do, self.id_of(self.board.turn, rest[0]) if rest else -1)
            while self.board.phase == CHAR and PASS in legal_actions(self.state):
                self._do(PASS)
            kinds = {action.kind for action in legal_actions(self.state)}
            if self.board.phase > PLAYS or (self.board.phase == PLAYS and "pass" in kinds):
                raise Difference("a dead end", dead, "the turn can go on")
            self.report.dead_ends += 1
        finally:
            self.state, self.events = before, events

    def _follow(self, do: str, card: int) -> None:
        """Make one play of a line, with any answers."""
        if do == "next":
            if PASS in legal_actions(self.state):
                self._do(PASS)
            return
        ways = [act("join", card), act("play", card)] if do != "bluff" else [act(do, card)]
        while self.board.phase < PLAYS and not any(way in legal_actions(self.state) for way in ways):
            self._do(PASS)
        self._do(next((way for way in ways if way in legal_actions(self.state)), ways[-1]))
        while self.board.choice:
            self._do(legal_actions(self.state)[-1])

    def _check(self, chunk: list[RecordedStep]) -> None:
        """Compare everything after a chunk: moves, dragons, counts and powers, areas."""
        for step in chunk:
            self.st = step.get("st", self.st)
            self.ar = step.get("ar", self.ar)
        check_moves(self.table, self.events, chunk, over=bool(self.board.outcome))
        if self.st and not self.board.outcome:
            check_counts(self.board, self.st)
            check_areas(self.board, self.ar)

    def _check_end(self) -> None:
        end = self.game["end"]
        outcome = game_result(self.state)
        if outcome is None:
            raise Difference("the end", end["why"], "the game goes on")
        ended = (outcome.winner, outcome.why, outcome.crystals)
        expected = (end["winner"], end["why"], end["crystals"])
        if ended != expected:
            raise Difference("the end", expected, ended)
