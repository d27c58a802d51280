"""Reasons: why an action is not legal in a position, with the rule and the cards that make it so."""

from collections.abc import Callable, Iterator

from common.text import gettext_noop
from game.engine import plays
from game.engine.actions import Action
from game.engine.active_cards import look
from game.engine.board import BEGIN, CHAR, ENGAGE, LEAD, PHASES, PLAYS, POWER, Board
from game.engine.costs import payable
from game.engine.draws import may_take
from game.engine.opponent_answers import may_call
from game.engine.power import active_of, suffices
from game.engine.state import State, legal_actions, result
from game.engine.table import bits
from game.powers import verbs as v

Found = tuple[str, str, tuple[int, ...]]

_PHASE_OF = {
    "retrieve": BEGIN,
    "land": BEGIN,
    "reveal": BEGIN,
    "replace": LEAD,
    "continue": ENGAGE,
    "retreat": ENGAGE,
    "decline": ENGAGE,
    "join": CHAR,
    "bluff": PLAYS,
    "load": PLAYS,
    "announce": POWER,
}
_ANSWERS = frozenset({"call", "interfere", "take", "random", "done", "yes", "no"})


class Reason:
    """Why something is not legal: the number of the rule, a sentence (a template), and the codes of the cards."""

    def __init__(self, board: Board, found: Found) -> None:
        self.rule, self.template, cards = found
        self.cards = tuple(board.table.code(card) for card in cards)
        self.params: dict[str, object] = {"cards": ", ".join(self.cards), "phase": PHASES[board.phase]}


def why_not(state: State, action: Action) -> Reason | None:
    """Why an action is not legal; None for one that is."""
    if action in legal_actions(state):
        return None
    board = state.copy_board()
    return Reason(board, next(_reasons(board, state, action)))


def _reasons(board: Board, state: State, action: Action) -> Iterator[Found]:
    who, card, kind = state.player, action.card, action.kind
    if result(state):
        yield "MATCH-06", gettext_noop("The game is over."), ()
    if board.choice or kind in _ANSWERS:
        yield from _answer(board, who, action)
    elif card >= 0 and board.table.owner[card] != who and kind != "satisfy":
        yield "GAME-09", gettext_noop("%(cards)s is a card of the other player."), (card,)
    phase = _phase(board, action)
    if phase is not None and phase != board.phase:
        yield _NOT_NOW[phase], gettext_noop("That is not done in this phase: %(phase)s."), _one(card)
    if kind == "load" and plays.room_on(board, who) and action.to not in plays.room_on(board, who):
        yield "R1-021", gettext_noop("That ship has no room for it."), _one(action.to)
    if kind in _CHECKS:
        yield from _CHECKS[kind](board, who, card)
    if kind in _ALWAYS:
        yield _ALWAYS[kind]
    yield "GAME-01", gettext_noop("That cannot be done here."), _one(card)


_NOT_NOW = {BEGIN: "GAME-01", LEAD: "GAME-02", ENGAGE: "GAME-03", CHAR: "GAME-04", PLAYS: "GAME-05", POWER: "GAME-10"}


def _one(card: int) -> tuple[int, ...]:
    return (card,) if card >= 0 else ()


def _phase(board: Board, action: Action) -> int | None:
    if action.kind != "play":
        return _PHASE_OF.get(action.kind)
    kinds, bit = board.table.kinds, 1 << action.card
    if bit & kinds[v.CHARACTER]:
        return CHAR
    return PLAYS if bit & (kinds[v.BOOSTER] | kinds[v.SUPPORT]) else LEAD


def _answer(board: Board, who: int, action: Action) -> Iterator[Found]:
    """Answers to what is asked, and what may not be done while something is."""
    sight, table = look(board), board.table
    if action.kind == "call" and not may_call(board, who):
        stop = sight.live(1 - who) & table.by_verb.get(v.NoCall, 0)
        yield "GAME-29", gettext_noop("There is no bluff that may be called."), bits(stop)
    if action.kind == "interfere":
        lost = plays.interfering(board, who, "interference") if board.choice else []
        if action.card in lost and who == board.turn and plays.limited(board, who, combat=False):
            yield "R0-40", gettext_noop("No second card may be played in this turn: %(cards)s."), _limits(board, who)
        yield from _banned(board, who, action.card)
        yield "R1-097", gettext_noop("%(cards)s answers nothing that happens here."), (action.card,)
    if action.kind == "take" and board.choice:
        safe = sight.icon(table, "PROTECTED") & sight.active[1 - who] & ~board.facedown
        if table.owner[action.card] != who and safe >> action.card & 1:
            yield "R1-046", gettext_noop("%(cards)s is PROTECTED."), (action.card,)
        yield "GAME-33", gettext_noop("%(cards)s cannot be chosen."), (action.card,)
    if action.kind in {"done", "no", "random", "yes"} and board.choice:
        yield "GAME-33", gettext_noop("That is no answer to what is asked."), ()
    yield "GAME-33", gettext_noop("Something else is asked first."), ()


# --- bans and limits ------------------------------------------------------------------------------------------


def _banned(board: Board, who: int, card: int) -> Iterator[Found]:
    table = board.table
    bans = bits(look(board).live(1 - who) & table.by_verb.get(v.Ban, 0))
    stops = tuple(ban for ban in bans if table.reached[ban] >> card & 1)
    if stops and plays.banned(board, who) >> card & 1:
        yield "GAME-12", gettext_noop("An opposing text forbids it: %(cards)s."), stops


def _limits(board: Board, who: int) -> tuple[int, ...]:
    return bits(look(board).live(1 - who) & board.table.by_verb.get(v.CardLimit, 0))


def _hand(board: Board, who: int, card: int) -> Iterator[Found]:
    """What bars any card of the phases 4 and 5: it is elsewhere, banned, one too many, or STOP was played."""
    kinds, bit = board.table.kinds, 1 << card
    if not plays.sources(board, who) & bit:
        if board.landed and board.hand[who] & bit:
            yield "GAME-28", gettext_noop("With a ship landed, cards are played from it."), (card,)
        yield "CARD-15", gettext_noop("%(cards)s is not in the hand."), (card,)
    yield from _banned(board, who, card)
    if plays.limited(board, who, combat=bool(bit & (kinds[v.CHARACTER] | kinds[v.BOOSTER]))):
        yield "GAME-12", gettext_noop("No second card may be played in this turn: %(cards)s."), _limits(board, who)


def _play(board: Board, who: int, card: int) -> Iterator[Found]:
    kinds, bit, sight = board.table.kinds, 1 << card, look(board)
    if not bit & (kinds[v.CHARACTER] | kinds[v.BOOSTER] | kinds[v.SUPPORT]):
        yield from _lead(board, who, card)
        return
    yield from _hand(board, who, card)
    if board.stopped and bit & kinds[v.CHARACTER]:
        yield "GAME-27", gettext_noop("A card with STOP was played."), ()
    if not bit & kinds[v.CHARACTER]:
        yield from _booster_limit(board)
        return
    if bit & board.table.by_verb.get(v.OnlyIf, 0) & ~sight.text_off:
        yield "R0-25", gettext_noop("The condition of %(cards)s does not hold, or a character was played."), (card,)
    yield "GAME-04", gettext_noop("One character was played, and nothing lets another follow."), ()


def _booster_limit(board: Board) -> Iterator[Found]:
    if board.stopped:
        yield "GAME-27", gettext_noop("A card with STOP was played."), ()
    if board.starting:
        yield "C-08", gettext_noop("In the turn that starts a fight none is played."), ()
    yield "GAME-05", gettext_noop("One booster or support was played, and nothing lets another follow."), ()


def _lead(board: Board, who: int, card: int) -> Iterator[Found]:
    if board.lead_done:
        yield "GAME-02", gettext_noop("One card of the leadership phase was played or replaced."), ()
    if not board.hand[who] >> card & 1:
        yield "CARD-15", gettext_noop("%(cards)s is not in the hand."), (card,)
    yield from _banned(board, who, card)
    if plays.limited(board, who, combat=False):
        yield "GAME-12", gettext_noop("No second card may be played in this turn: %(cards)s."), _limits(board, who)
    if board.table.kinds[v.ACHIEVEMENT] >> card & 1:
        yield "DECK-11", gettext_noop("Crystal cards are played in a match only."), (card,)


def _supports(board: Board, who: int) -> Iterator[Found]:
    """What bars bluffs and loads: no support may be played."""
    stops = plays.support_bans(board, who)
    if stops:
        yield "R1-049", gettext_noop("An opposing text forbids all supports: %(cards)s."), tuple(stops)
    if plays.limited(board, who, combat=False):
        yield "GAME-12", gettext_noop("No second card may be played in this turn: %(cards)s."), _limits(board, who)


def _bluff(board: Board, who: int, card: int) -> Iterator[Found]:
    sight, bit = look(board), 1 << card
    if not board.table.icons["BLUFF"] & bit:
        yield "GAME-29", gettext_noop("%(cards)s has no icon BLUFF."), (card,)
    if not sight.icon(board.table, "BLUFF") & bit:
        yield "R1-053", gettext_noop("The icon BLUFF of %(cards)s is ignored."), (card,)
    yield from _supports(board, who)
    yield from _hand(board, who, card)
    ignoring = plays.ignoring_supports(board, who)
    if ignoring:
        yield "R1-052", gettext_noop("An opposing text ignores supports: %(cards)s."), tuple(ignoring)
    yield from _booster_limit(board)


def _load(board: Board, who: int, card: int) -> Iterator[Found]:
    yield from _supports(board, who)
    if not plays.loadable(board, who) >> card & 1:
        yield "GAME-28", gettext_noop("%(cards)s cannot be loaded."), (card,)
    if not plays.room_on(board, who):
        yield "R1-021", gettext_noop("No ship has room for it."), ()
    yield from _booster_limit(board)


# --- the other actions ----------------------------------------------------------------------------------------


def _join(board: Board, who: int, card: int) -> Iterator[Found]:
    yield from _hand(board, who, card)
    yield "R1-045", gettext_noop("%(cards)s cannot be played without covering what is active."), (card,)


def _retrieve(board: Board, who: int, card: int) -> Iterator[Found]:
    table, sight = board.table, look(board)
    if not may_take(board, who):
        stops = sight.live(1 - who) & table.by_verb.get(v.HandLimit, 0)
        yield "R1-077", gettext_noop("No card may be taken into the hand: %(cards)s."), bits(stops)
    if not table.icons["RETRIEVE"] >> card & 1 or not sight.active[who] >> card & 1:
        yield "R1-140", gettext_noop("%(cards)s is no active card with RETRIEVE."), (card,)
    if sight.no_icon("RETRIEVE") >> card & 1:
        yield "GAME-12", gettext_noop("The icon RETRIEVE of %(cards)s is ignored."), (card,)
    blocking = active_of(board, 1 - who, v.CHARACTER) & table.icons["RETRIEVE"]
    yield "R1-038", gettext_noop("An active opposing character with RETRIEVE blocks it: %(cards)s."), bits(blocking)


def _replace(board: Board, who: int, card: int) -> Iterator[Found]:
    if board.lead_done:
        yield "GAME-02", gettext_noop("One card of the leadership phase was played or replaced."), ()
    yield "R1-057", gettext_noop("%(cards)s has no icon REPLACE that has effect."), (card,)


def _use(board: Board, who: int, card: int) -> Iterator[Found]:
    if board.used >> card & 1:
        yield "R1-062", gettext_noop("The text of %(cards)s was used in this turn."), (card,)
    if not look(board).live(who) >> card & 1:
        yield "GAME-12", gettext_noop("The text of %(cards)s has no effect here."), (card,)
    yield "C-30", gettext_noop("The text of %(cards)s cannot be carried out now."), (card,)


def _satisfy(board: Board, who: int, card: int) -> Iterator[Found]:
    if board.table.owner[card] == who or not board.table.by_verb.get(v.Demand, 0) >> card & 1:
        yield "R1-005", gettext_noop("%(cards)s demands nothing of you."), (card,)
    if board.used >> card & 1:
        yield "R0-29", gettext_noop("The demand of %(cards)s is met."), (card,)
    if not payable(board, who, card)[0]:
        yield "R0-30", gettext_noop("The hand does not meet the demand of %(cards)s."), (card,)
    yield "R0-29", gettext_noop("A demand is met on the own turn, until the end of the booster/support phase."), (card,)


def _pass(board: Board, who: int, card: int) -> Iterator[Found]:
    """Why the phase cannot be left."""
    table, live = board.table, look(board).live(1 - who)
    if board.phase == CHAR:
        stops = live & table.by_verb.get(v.OneCharacter, 0)
        if board.played and stops and active_of(board, who, v.CHARACTER).bit_count() > 1:
            yield "GAME-12", gettext_noop("Only one character may be active: %(cards)s."), bits(stops)
        yield "GAME-04", gettext_noop("A character has to be played."), ()
    musts = [must for must in bits(live & table.by_verb.get(v.MustPlay, 0)) if not plays.must_is_met(board, must)]
    demands = [text for text in bits(plays.demands(board, who)) if not plays.offers_dragon(board, text)]
    if board.phase == PLAYS and (musts or demands):
        yield "R1-005", gettext_noop("A demand is not met: %(cards)s."), (*musts, *demands)
    if board.phase == PLAYS and not suffices(board, who):
        yield "GAME-06", gettext_noop("The power does not reach the opponent's."), ()
    yield "GAME-03", gettext_noop("In this phase there is a choice to make."), ()


# What bars these, whatever the cards are.
_ALWAYS: dict[str, Found] = {
    "continue": ("R1-004", gettext_noop("No character can be played."), ()),
    "retreat": ("C-10", gettext_noop("There is no fight to retreat from."), ()),
    "decline": ("C-10", gettext_noop("A fight that has begun cannot be declined."), ()),
    "backtrack": ("MATCH-10", gettext_noop("The turn can go on."), ()),
}
_CHECKS: dict[str, Callable[[Board, int, int], Iterator[Found]]] = {
    "play": _play,
    "join": _join,
    "bluff": _bluff,
    "load": _load,
    "replace": _replace,
    "retrieve": _retrieve,
    "use": _use,
    "satisfy": _satisfy,
    "pass": _pass,
}
