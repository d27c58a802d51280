"""Turn: its phases, their actions, and carrying out an action (GAME-01 to GAME-09)."""

from collections.abc import Callable
from functools import partial

from game.engine import choices, effects, opponent_answers, playing_cards, plays
from game.engine.actions import BACKTRACK, CONTINUE, DECLINE, PASS, RETREAT, Action, act
from game.engine.active_cards import active_cards, inquisitor_in_effect
from game.engine.board import AFTER, BEGIN, CHAR, END, ENDING, ENGAGE, LEAD, PLAYS, POWER, REFRESH, Board
from game.engine.choices import ask_to_pick
from game.engine.dragons import end_game_without_cards, forfeit_game
from game.engine.draws import draw_cards, refresh_hand
from game.engine.fights import attract_for_demands, begin_turn, discard_landed_ships, end_turn, retreat_from_fight
from game.engine.power import is_power_sufficient, total_power
from game.engine.table import bits
from game.engine.targets import update_targets
from game.powers import verbs as v


def run_until_decision(board: Board) -> None:
    """Go on until a player must decide, or the game is over."""
    board.clear_legal_actions()
    aimers = board.table.by_verb.get(v.RaiseOne, 0) | board.table.by_verb.get(v.DoubleBoosters, 0)
    while not board.legal and not board.outcome:
        if board.todo:
            operation = board.todo.pop()
            PENDING_OPERATIONS[operation[0]](board, *operation[1:])
        elif not (aimers and update_targets(board, aimers)):
            PHASE_STEPS[board.phase](board)
    if board.outcome:
        board.legal = ()
        board.choice = None


def deciding_player(board: Board) -> int:
    """Return the player who decides now: the player who is asked, or else whose turn it is; -1 after the end."""
    if board.outcome:
        return -1
    return board.choice[1] if board.choice else board.turn


def perform_action(board: Board, action: Action) -> Board:
    """Carry out a legal action up to the next decision; return the board, or another one after backtracking."""
    if action.kind == "backtrack":
        return _backtrack_turn(board)
    if board.choice:
        if board.choice[0] == "window":
            opponent_answers.apply_window_answer(board, action)
        else:
            choices.answer_choice(board, action)
    else:
        ACTION_HANDLERS[action.kind](board, action)
    run_until_decision(board)
    return board


def _run_play_phase(board: Board) -> None:
    """Run phases 1, 2, 4 and 5: pass automatically if passing is the only action.

    With a setting, the booster/support phase always asks: otherwise, the opponent learns that nothing could be played.
    """
    legal = plays.phase_actions(board)
    is_due = board.phase == PLAYS and board.table.settings.ask_before_announcing
    if len(legal) == 1 and legal[0] is PASS and not is_due:
        board.phase += 1
    elif board.cancelled:
        board.legal = (*legal, RETREAT)
    elif legal:
        board.legal = tuple(legal)
    else:
        board.legal = (BACKTRACK,)


def _run_engagement_phase(board: Board) -> None:
    """Start, decline, continue or retreat (GAME-03)."""
    player = board.turn
    legal = []
    if board.bounced or plays.character_plays(board, player) or _may_become_playable(board, player):
        legal.append(CONTINUE)
    if board.element:
        legal.append(RETREAT)
    elif board.has_cards(player):
        legal.append(DECLINE)
    elif not legal:
        end_game_without_cards(board)
        return
    board.legal = tuple(legal)


def _may_become_playable(board: Board, player: int) -> bool:
    """Return whether a text or a payment in the character phase could make a mutant or a banned one playable."""
    table = board.table
    if not (table.by_when[v.Timing.TURN] or table.by_verb.get(v.Demand, 0)):
        return False
    return bool(plays.playable_cards(board, player) & table.kinds[v.CHARACTER] and plays.anytime_actions(board, player))


def _end_booster_support_phase(board: Board) -> None:
    """End the booster/support phase: unmet demands, then the texts that are due."""
    player = board.turn
    board.phase = POWER
    attract_for_demands(board, player)
    if board.outcome:
        return
    texts = active_cards(board).texts_in_effect(player) & board.table.by_when[v.Timing.AFTER_PLAYS]
    for card in bits(texts):
        board.todo.append(("text", player, card))
    if board.table.settings.landed_ships_leave == "plays":
        discard_landed_ships(board)


def _offer_power_actions(board: Board) -> None:
    """Name the element when power is announced first (GAME-10), or show enough power (GAME-06)."""
    if not board.element:
        board.legal = (act("announce", -1, v.FIRE), act("announce", -1, v.EARTH))
    elif is_power_sufficient(board, board.turn):
        _after_power_announced(board)
    else:
        board.legal = (BACKTRACK,)


def _after_power_announced(board: Board) -> None:
    player = board.turn
    board.add_event("announce", player, total_power(board, player), board.element)
    board.saved = None
    if not opponent_answers.offer_answer(board, 1 - player, "power"):
        board.phase = REFRESH


def _run_refresh_phase(board: Board) -> None:
    board.phase = END
    refresh_hand(board, board.turn)


def _run_end_phase(board: Board) -> None:
    """Offer end-of-turn texts in any order (R0-04), then those of a turn about to end (R0-36)."""
    player = board.turn
    due = board.table.by_when[v.Timing.END if board.phase == END else v.Timing.ENDING]
    texts = due & (active_cards(board).texts_in_effect(player) | inquisitor_in_effect(board, player)) if due else 0
    legal = [act("use", card) for card in bits(texts & ~board.used) if effects.can_use_text(board, player, card)]
    if legal:
        board.legal = (*legal, PASS)
    else:
        _leave_end_phase(board)


def _leave_end_phase(board: Board) -> None:
    if board.phase == END:
        board.phase = ENDING
    else:
        end_turn(board)


PHASE_STEPS: dict[int, Callable[[Board], None]] = {
    BEGIN: _run_play_phase,
    LEAD: _run_play_phase,
    ENGAGE: _run_engagement_phase,
    CHAR: _run_play_phase,
    PLAYS: _run_play_phase,
    AFTER: _end_booster_support_phase,
    POWER: _offer_power_actions,
    REFRESH: _run_refresh_phase,
    END: _run_end_phase,
    ENDING: _run_end_phase,
}


def _pass_phase(board: Board, action: Action) -> None:
    if board.phase >= END:
        _leave_end_phase(board)
        return
    if board.phase == CHAR:
        board.pair = board.gang = ""
    board.phase += 1


def _enter_character_phase(board: Board, action: Action) -> None:
    board.saved = board.copy()
    board.saved.saved = None
    board.starting = not board.element
    board.revealed = False  # cards revealed before this fight don’t prevent undoing it (MATCH-09)
    board.phase = CHAR


def _backtrack_turn(board: Board) -> Board:
    """Undo everything after the engagement phase and go on from there (MATCH-10), or lose the game (MATCH-09)."""
    saved = board.saved
    assert saved is not None
    if board.table.settings.edition == "1e" and board.revealed:
        forfeit_game(board, board.turn, "backtracked")
        board.legal = ()
        return board
    back = saved.copy()
    back.undone = board.undone + 1
    back.draws = board.draws
    back.events, back.chance = board.events, board.chance
    back.add_event("backtracked", board.turn)
    run_until_decision(back)
    return back


def _decline_fight(board: Board, action: Action) -> None:
    player = board.turn
    board.add_event("decline", player)
    board.todo.append(("declined", player))
    ask_to_pick(board, player, -1, board.hand[player], 1, 3, "discard")


def refresh_after_decline(board: Board, player: int) -> None:
    """Refresh after the discards of a player who declined; the other one may start (GAME-03, R0-49)."""
    if board.table.settings.decline_with_last_card_ends and not board.has_cards(player):
        end_game_without_cards(board)
        return
    discard_landed_ships(board)
    refresh_hand(board, player)
    board.leading = 0
    begin_turn(board, 1 - player)


def _land_ship(board: Board, action: Action) -> None:
    board.landed |= 1 << action.card
    board.sight = None
    board.add_event("land", board.turn, action.card)


def _replace_card(board: Board, action: Action) -> None:
    board.lead_done = True
    board.discard_card(action.card)
    draw_cards(board, board.turn, 1)


def _use_text(board: Board, action: Action) -> None:
    board.used |= 1 << action.card
    board.add_event("use", board.turn, action.card)
    effects.resolve_text(board, board.turn, action.card, is_chosen=True)


def _announce_power(board: Board, action: Action) -> None:
    board.element = action.to
    board.sight = None
    _after_power_announced(board)


def _run_fight_end(board: Board) -> None:
    """Resolve the text of the Hyla at the end of a fight (R0-49)."""
    card = board.hyla
    if card < 0 or active_cards(board).text_off >> card & 1 or not board.table.by_when[v.Timing.FIGHT_END] >> card & 1:
        return
    effects.resolve_text(board, board.table.owner[card], card, is_chosen=False)


PENDING_OPERATIONS: dict[str, Callable[..., None]] = {
    "turn": begin_turn,
    "mulligan": choices.offer_mulligan,
    "fight_end": _run_fight_end,
    "text": partial(effects.resolve_text, is_chosen=False),
    "place": playing_cards.place_leadership_card,
    "declined": refresh_after_decline,
    "window": opponent_answers.open_answer_window,
    "pick": choices.offer_pick,
    "pay": choices.offer_payment,
    "ask": choices.offer_yes_or_no,
    "snatch": choices.draw_from_opponent_hand,
    "either": choices.offer_either_group,
    "each": effects.theirs.carry_out_for_one_player,
    "more": effects.own.ask_for_additional_draw,
    "return": effects.own.return_hand_cards_to_deck,
    "reveal": effects.own.reveal_top_cards,
    "shuffle": Board.shuffle_deck,
}

ACTION_HANDLERS: dict[str, Callable[[Board, Action], None]] = {
    "pass": _pass_phase,
    "continue": _enter_character_phase,
    "retreat": lambda board, _action: retreat_from_fight(board, board.turn),
    "decline": _decline_fight,
    "retrieve": lambda board, action: board.put_in_hand(action.card),
    "reveal": lambda board, action: board.discard_card(action.card),
    "land": _land_ship,
    "replace": _replace_card,
    "use": _use_text,
    "satisfy": lambda board, action: choices.ask_to_pay(board, board.turn, action.card),
    "announce": _announce_power,
    "load": playing_cards.play_cargo,
    "bluff": playing_cards.play_bluff,
    "play": playing_cards.play_card,
    "join": playing_cards.play_card,
}
