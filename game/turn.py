"""The course of a turn: phases, what each allows, and the carrying out of every action (GAME-01 to GAME-09)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game import choices, effects, plays
from game.actions import BACKTRACK, CALL, CONTINUE, DECLINE, PASS, RETREAT, Action, act
from game.board import AFTER, BEGIN, CHAR, END, ENGAGE, LEAD, OVER, PLAYS, POWER, REFRESH, Board
from game.choices import pick, then
from game.draws import draw, refresh
from game.fights import (
    attract,
    begin_turn,
    finish_by_cards,
    forfeit,
    leave_landed,
    retreat,
    several,
    sirens,
)
from game.power import active_of, suffices, total
from game.powers import verbs as v
from game.sight import look
from game.table import bits


def run(board: Board) -> None:
    """Go on until someone has to decide, or the game is over."""
    board.legal = ()
    aimers = board.table.by_verb.get(v.RaiseOne, 0) | board.table.by_verb.get(v.DoubleDemand, 0)
    while not board.legal and not board.outcome:
        if board.todo:
            operation = board.todo.pop()
            OPERATIONS[operation[0]](board, *operation[1:])
        elif not (aimers and _aim(board, aimers)):
            STEPS[board.phase](board)
    if board.outcome:
        board.legal = ()
        board.choice = None


def decider(board: Board) -> int:
    """Who decides now: the player asked, else the one whose turn it is; -1 after the end."""
    if board.outcome:
        return -1
    return board.choice[1] if board.choice else board.turn


def perform(board: Board, action: Action) -> Board:
    """Carry out a legal action and go on to the next decision; the board itself, or after backtracking another."""
    if action.kind == "backtrack":
        return _backtrack(board)
    if board.choice:
        if board.choice[0] == "window":
            _answer_window(board, action)
        else:
            choices.answer(board, action)
    else:
        DO[action.kind](board, action)
    run(board)
    return board


# --- targets of "one of my cards" -----------------------------------------------------------------------------


def _aim(board: Board, aimers: int) -> bool:
    """See to the targets of raising texts (R1-070, R1-071); True when there is something to do first."""
    sight = look(board)
    table = board.table
    if board.aims:
        for card in [card for card in board.aims if not (sight.live(table.owner[card]) >> card & 1)]:
            del board.aims[card]
    for who in (board.turn, 1 - board.turn):
        for card in bits(sight.live(who) & aimers):
            candidates = _candidates(board, who, card)
            target, seen, affected = board.aims.get(card, (-1, 0, 0))
            hit = int(target >= 0 and bool(sight.card_off >> target & 1))
            if target >= 0 and candidates == seen and hit <= affected:
                continue
            allowed = candidates
            if target >= 0 and candidates >> target & 1 and hit <= affected:
                allowed = (candidates & ~seen) | 1 << target
            board.aims[card] = (target if candidates >> target & 1 else -1, candidates, hit) if target >= 0 else (
                -1,
                candidates,
                0,
            )
            if not allowed:
                continue
            pick(board, who, card, allowed, 1, 1, "aim")
            return True
    return False


def _candidates(board: Board, who: int, card: int) -> int:
    table = board.table
    if table.by_verb.get(v.RaiseOne, 0) >> card & 1:
        return active_of(board, who, v.CHARACTER)
    effect = table.verb(card, v.DoubleDemand)
    assert isinstance(effect, v.DoubleDemand)
    named = active_of(board, who, v.BOOSTER) & table.by_verb.get(v.Demand, 0)
    return sum(1 << other for other in bits(named) if effect.word in table.facts[other].name.split())


# --- phases ---------------------------------------------------------------------------------------------------


def _step_plays(board: Board) -> None:
    """Phases 1, 2, 4 and 5: left without asking when going on is all that can be done."""
    legal = plays.phase_actions(board)
    if len(legal) == 1 and legal[0] is PASS:
        board.phase += 1
    elif legal:
        board.legal = tuple(legal)
    elif board.cancelled:
        board.legal = (RETREAT,)
    else:
        board.legal = (BACKTRACK,)


def _step_engage(board: Board) -> None:
    """Start, decline, continue or retreat (GAME-03)."""
    who = board.turn
    legal = []
    board.phase = CHAR
    if board.bounced or plays.character_plays(board, who):
        legal.append(CONTINUE)
    board.phase = ENGAGE
    if board.element:
        legal.append(RETREAT)
    elif board.cards_left(who):
        legal.append(DECLINE)
    elif not legal:
        finish_by_cards(board)
        return
    board.legal = tuple(legal)


def _step_after(board: Board) -> None:
    """What is due at the end of the booster/support phase."""
    who = board.turn
    board.phase = POWER
    sirens(board, who)
    if board.outcome:
        return
    texts = look(board).live(who) & board.table.by_when[v.When.AFTER_PLAYS]
    for card in bits(texts):
        board.todo.append(("text", who, card))
    if board.table.settings.landed_ships_leave == "plays":
        leave_landed(board)


def _step_power(board: Board) -> None:
    """Name the element when power is announced first (GAME-10), or show enough power (GAME-06)."""
    if not board.element:
        board.legal = (act("announce", -1, v.FIRE), act("announce", -1, v.EARTH))
    elif suffices(board, board.turn):
        _announced(board)
    else:
        board.legal = (BACKTRACK,)


def _announced(board: Board) -> None:
    who, opponent = board.turn, 1 - board.turn
    board.note("announce", who, total(board, who), board.element)
    board.phase = REFRESH
    board.saved = None
    windows = [CALL] if _may_call(board, opponent) else []
    windows += [act("interfere", card) for card in _interfering(board, opponent, "power")]
    if windows:
        board.todo.append(("window", opponent, tuple(windows), "power"))


def _may_call(board: Board, caller: int) -> bool:
    """Whether the bluffs of the player who announced may be called (GAME-09, R1-052, R1-053)."""
    who = 1 - caller
    bluffs = board.facedown & board.table.mine[who]
    if not bluffs or not board.hand[caller] | 1:
        return False
    sight = look(board)
    if not bluffs & ~sight.card_off:
        return False
    return not sight.live(who) & board.table.by_verb.get(v.NoCall, 0)


def _interfering(board: Board, who: int, to: str) -> list[int]:
    table = board.table
    cards = board.hand[who] & table.by_verb.get(v.Interfere, 0)
    if not cards:
        return []
    allowed = cards & ~plays.banned(board, who) & ~look(board).text_off
    return [card for card in bits(allowed) if getattr(table.verb(card, v.Interfere), "to", "") == to]


def _step_refresh(board: Board) -> None:
    board.phase = END
    refresh(board, board.turn)


def _step_end(board: Board) -> None:
    """End-of-turn texts in the order their player likes (R0-04)."""
    who = board.turn
    table = board.table
    texts = look(board).live(who) & table.by_when[v.When.END]
    inquisitor = table.inquisitor[who]
    if inquisitor >= 0 and not look(board).text_off >> inquisitor & 1:
        texts |= 1 << inquisitor & table.by_when[v.When.END]
    legal = [act("use", card) for card in bits(texts & ~board.used) if effects.able(board, who, card)]
    if legal:
        board.legal = (*legal, PASS)
    else:
        end_turn(board)


def end_turn(board: Board) -> None:
    """The turn ends: landed ships go, floods rise, the other player begins."""
    who = board.turn
    leave_landed(board)
    board.leading = 0
    board.eye = None
    board.note("end_turn", who)
    if board.table.by_verb.get(v.RetreatIfSeveral, 0) and several(board, who, v.RetreatIfSeveral):
        board.note("floods", who)
        retreat(board, 1 - who, asked=False)
        return
    begin_turn(board, 1 - who)


STEPS: dict[int, Callable[[Board], None]] = {
    BEGIN: _step_plays,
    LEAD: _step_plays,
    ENGAGE: _step_engage,
    CHAR: _step_plays,
    PLAYS: _step_plays,
    AFTER: _step_after,
    POWER: _step_power,
    REFRESH: _step_refresh,
    END: _step_end,
}


# --- actions --------------------------------------------------------------------------------------------------


def _pass(board: Board, action: Action) -> None:
    if board.phase == END:
        end_turn(board)
        return
    if board.phase == CHAR:
        board.pair = board.gang = ""
    board.phase += 1


def _continue(board: Board, action: Action) -> None:
    board.saved = board.copy()
    board.saved.saved = None
    board.starting = not board.element
    board.phase = CHAR


def _backtrack(board: Board) -> Board:
    """Undo everything after the engagement phase and play on from there (MATCH-10), or lose (MATCH-09)."""
    saved = board.saved
    assert saved is not None
    if board.table.settings.edition == "1e" and board.revealed:
        forfeit(board, board.turn, "backtracked")
        board.legal = ()
        return board
    back = saved.copy()
    back.undone = board.undone + 1
    back.draws = board.draws
    back.events, back.chance = board.events, board.chance
    back.note("backtracked", board.turn)
    run(back)
    return back


def _retreat(board: Board, action: Action) -> None:
    retreat(board, board.turn)


def _decline(board: Board, action: Action) -> None:
    who = board.turn
    board.note("decline", who)
    board.todo.append(("declined", who))
    pick(board, who, -1, board.hand[who], 1, 3, "discard")


def run_declined(board: Board, who: int) -> None:
    """After the discards of a player who declined: refresh, and the other one may start (GAME-03, R0-49)."""
    if board.table.settings.decline_with_last_card_ends and not board.cards_left(who):
        finish_by_cards(board)
        return
    leave_landed(board)
    refresh(board, who)
    board.leading = 0
    begin_turn(board, 1 - who)


def _retrieve(board: Board, action: Action) -> None:
    board.to_hand(action.card)


def _reveal(board: Board, action: Action) -> None:
    board.to_discard(action.card)


def _land(board: Board, action: Action) -> None:
    board.landed |= 1 << action.card
    board.eye = None
    board.note("land", board.turn, action.card)


def _replace(board: Board, action: Action) -> None:
    board.lead_done = True
    board.to_discard(action.card)
    draw(board, board.turn, 1)


def _use(board: Board, action: Action) -> None:
    board.used |= 1 << action.card
    board.note("use", board.turn, action.card)
    effects.resolve(board, board.turn, action.card, asked=True)


def _satisfy(board: Board, action: Action) -> None:
    choices.pay(
        board,
        board.turn,
        action.card,
        plays.demand_of(board, action.card),
        "satisfy",
        plain=False,
        optional=False,
    )


def _announce(board: Board, action: Action) -> None:
    board.element = action.to
    board.eye = None
    _announced(board)


def _load(board: Board, action: Action) -> None:
    board.supports += 1
    choices.load(board, action.card, action.to)


def _bluff(board: Board, action: Action) -> None:
    who, bit = board.turn, 1 << action.card
    board.plays += 1
    board.met |= 2
    if board.free_next:
        board.free_next = False
    else:
        board.supports += 1
    _count_source(board, action.card)
    origin = board.lift(action.card)
    board.support[who] |= bit
    board.facedown |= bit
    board.moved(action.card, origin, "bluff")


def _count_source(board: Board, card: int) -> None:
    if board.landed and board.hand[board.turn] >> card & 1:
        board.from_hand += 1


def _play(board: Board, action: Action) -> None:
    card, who = action.card, board.turn
    board.note("play", who, card, action.kind)
    board.plays += 1
    kinds, bit = board.table.kinds, 1 << card
    if bit & kinds[v.CHARACTER]:
        answers = _interfering(board, 1 - who, "character") if not board.played else []
        if answers:
            windows = tuple(act("interfere", other) for other in answers)
            board.todo.append(("window", 1 - who, windows, "character", card, action.kind))
        else:
            _play_character(board, card, action.kind)
    elif bit & (kinds[v.BOOSTER] | kinds[v.SUPPORT]):
        _play_booster(board, card)
    else:
        board.lead_done = True
        run_place(board, who, card, board.lift(card))


def _play_character(board: Board, card: int, how: str) -> None:
    who, bit = board.turn, 1 << card
    table, sight = board.table, look(board)
    rides = plays._rides(board, sight, card)
    free = not rides and plays.is_free(board, sight, who, card)
    if not rides and not free:
        board.chars += 1
    if free and not bit & sight.icon(table, "FREE"):
        board.freed |= bit
    gang = plays.gang_of(board, sight, card)
    if bit & sight.icon(table, "PAIR"):
        board.pair = "" if rides and not gang else table.word[card]
    if gang:
        board.gang = gang
    if bit & sight.icon(table, "STOP"):
        board.stopped = True
    board.combat_plays += 1
    board.free_next = False
    board.cancelled = False
    if not board.played and how != "join":
        board.covered |= board.combat[who]
    board.played += 1
    _count_source(board, card)
    from_ship = not board.hand[who] >> card & 1
    origin = board.lift(card)
    board.combat[who] |= bit
    board.moved(card, origin, "combat")
    board.untexted = bit if from_ship else 0
    _read(board, who, card)


def _play_booster(board: Board, card: int) -> None:
    who, bit = board.turn, 1 << card
    table, sight = board.table, look(board)
    booster = bool(bit & table.kinds[v.BOOSTER])
    rides = plays._rides(board, sight, card)
    free = not rides and not board.stopped and plays.is_free(board, sight, who, card)
    if free and not bit & sight.icon(table, "FREE"):
        board.freed |= bit
    if not rides and not free:
        if booster:
            board.boosters += 1
        else:
            board.supports += 1
    if bit & sight.icon(table, "PAIR"):
        board.pair = "" if rides else table.word[card]
    if bit & sight.icon(table, "STOP"):
        board.stopped = True
    board.met |= 1 if booster else 2
    board.combat_plays += booster
    board.free_next = False
    _count_source(board, card)
    origin = board.lift(card)
    zone = board.combat if booster else board.support
    zone[who] |= bit
    board.moved(card, origin, "combat" if booster else "support")
    _read(board, who, card)


def run_place(board: Board, who: int, card: int, origin: str) -> None:
    """Lay out a leadership-phase card and read it (CARD-11, CARD-16)."""
    table, bit = board.table, 1 << card
    if bit & table.kinds[v.LEADERSHIP]:
        board.pile[who] = (*board.pile[who], card)
        if table.by_when[v.When.ACTIVE] & bit:
            board.leading |= bit
        board.moved(card, origin, "pile")
        if bit & look(board).icon(table, "STOP"):
            board.stopped = True
    elif bit & table.kinds[v.SHIP]:
        board.ships[who] |= bit
        board.moved(card, origin, "ships")
    elif bit & table.kinds[v.HYLA]:
        if board.hyla >= 0:
            board.to_discard(board.hyla)
        board.hyla = card
        board.moved(card, origin, "hyla")
    else:
        board.trophies[who] |= bit
        board.moved(card, origin, "trophies")
        if board.trophies[1 - who]:
            for player in (who, 1 - who):
                pick(board, player, card, board.trophies[player], 1, 1, "discard")
    _read(board, who, card)


def _read(board: Board, who: int, card: int) -> None:
    """Read a card that was played: what it says to do now is done before anything else."""
    table, bit = board.table, 1 << card
    if bit & (table.now | table.by_when[v.When.HAND]):
        board.todo.append(("text", who, card))


def run_text(board: Board, who: int, card: int) -> None:
    """Carry out the text of a card."""
    effects.resolve(board, who, card, asked=False)


# --- the opponent's answers -----------------------------------------------------------------------------------


def run_window(board: Board, who: int, windows: tuple[Action, ...], *kind: Any) -> None:
    """Let the opponent answer, or not."""
    board.choice = ("window", who, *kind)
    board.legal = (PASS, *windows)


def _answer_window(board: Board, action: Action) -> None:
    choice = board.choice
    assert choice is not None
    board.choice = None
    who, kind = choice[1], choice[2]
    if action.kind == "call":
        _call(board, who)
    elif action.kind == "interfere":
        board.note("interfere", who, action.card)
        board.to_discard(action.card)
        board.revealed = True
        _offer_counter(board, who, (*choice[2:],))
    elif kind == "character":
        _play_character(board, choice[3], choice[4])
    elif kind == "counter":
        _interfered(board, 1 - who, choice[3])


def _offer_counter(board: Board, who: int, rest: tuple[Any, ...]) -> None:
    """An interference card may itself be answered (Inter 407); under Brain Drain not in one's own turn (R0-40)."""
    other = 1 - who
    inner = rest[1] if rest[0] == "counter" else rest
    depth = rest[2] + 1 if rest[0] == "counter" else 1
    answers = _interfering(board, other, "interference")
    if other == board.turn and plays.limited(board, other, combat=False):
        answers = []
    if answers:
        windows = tuple(act("interfere", card) for card in answers)
        board.todo.append(("window", other, windows, "counter", inner, depth))
    else:
        _interfered(board, who, inner, depth)


def _interfered(board: Board, who: int, inner: tuple[Any, ...], depth: int = 0) -> None:
    """The last interference stands: an odd number of them cancels what the first one answered."""
    first = 1 - board.turn
    stands = who == first
    if inner[0] == "character":
        card = inner[1]
        if not stands:
            _play_character(board, card, inner[2])
            return
        board.note("cancelled", board.turn, card)
        board.plays -= 1
        board.cancelled = True
        board.to_discard(card)
    elif stands:
        board.note("cut_short", board.turn)
        end_turn(board)


def _call(board: Board, caller: int) -> None:
    """All bluffs are turned up: true if every mark is the contested element (R1-055, R1-056)."""
    who = 1 - caller
    bluffs = bits(board.facedown & board.table.mine[who])
    honest = all(board.table.bluff_mark[card] == board.element for card in bluffs)
    board.note("call", caller, honest)
    if honest:
        for card in bluffs:
            board.to_discard(card)
        attract(board, who, 1, "bluff_was_true")
        return
    attract(board, caller, 1, "bluff_was_false")
    if not board.outcome:
        retreat(board, who)


# --- tables ---------------------------------------------------------------------------------------------------


def _run_begin(board: Board, who: int) -> None:
    begin_turn(board, who)


def _run_fight_end(board: Board) -> None:
    """Texts of the end of a fight (R0-49): the Hyla."""
    card = board.hyla
    if card < 0 or look(board).text_off >> card & 1 or not board.table.by_when[v.When.FIGHT_END] >> card & 1:
        return
    effects.resolve(board, board.table.owner[card], card, asked=False)


OPERATIONS: dict[str, Callable[..., None]] = {
    "turn": _run_begin,
    "fight_end": _run_fight_end,
    "text": run_text,
    "place": run_place,
    "declined": run_declined,
    "window": run_window,
    "pick": choices.run_pick,
    "pay": choices.run_pay,
    "ask": choices.run_ask,
    "snatch": choices.run_snatch,
    "either": choices.run_either,
    "each": effects.run_each,
    "more": effects.run_more,
    "return": effects.run_return,
    "reveal": effects.run_reveal,
    "shuffle": effects.run_shuffle,
}

DO: dict[str, Callable[[Board, Action], None]] = {
    "pass": _pass,
    "continue": _continue,
    "retreat": _retreat,
    "decline": _decline,
    "retrieve": _retrieve,
    "reveal": _reveal,
    "land": _land,
    "replace": _replace,
    "use": _use,
    "satisfy": _satisfy,
    "announce": _announce,
    "load": _load,
    "bluff": _bluff,
    "play": _play,
    "join": _play,
}
