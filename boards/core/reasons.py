"""Reasons: why an action is not legal in a position, with the rule and the cards that make it so."""

from collections.abc import Callable, Iterator

from common.text import gettext_noop
from game.engine import plays
from game.engine.actions import Action
from game.engine.active_cards import active_cards
from game.engine.board import BEGIN, CHAR, END, ENDING, ENGAGE, LEAD, PLAYS, POWER, Board
from game.engine.costs import cards_to_pay_with
from game.engine.draws import may_take_card
from game.engine.opponent_answers import may_call_bluffs
from game.engine.power import active_cards_of_kind, is_power_sufficient
from game.engine.state import State, game_result, legal_actions
from game.engine.table import bits
from game.powers import verbs as v

Found = tuple[str, str, tuple[int, ...]]

_PHASE_BY_ACTION = {
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
_ANSWER_ACTIONS = frozenset({"call", "interfere", "take", "random", "done", "yes", "no"})
_NOT_IN_HAND = gettext_noop("%(cards)s isn’t in your hand.")
_STOPPED_REASON: Found = ("GAME-27", gettext_noop("A card with STOP was played."), ())
_LED_ALREADY: Found = ("GAME-02", gettext_noop("You’ve already played or replaced a card in the leadership phase."), ())


class IllegalReason:
    """Why an action isn’t legal: the number of the rule, a sentence template, and the cards it names."""

    def __init__(self, board: Board, found: Found) -> None:
        self.rule, self.template, cards = found
        self.facts = tuple(board.table.facts[card] for card in cards)
        self.cards = tuple(card.code for card in self.facts)
        self.params: dict[str, object] = {"cards": ", ".join(self.cards)}


def why_illegal(state: State, action: Action) -> IllegalReason | None:
    if action in legal_actions(state):
        return None
    board = state.copy_board()
    return IllegalReason(board, next(_all_reasons(board, state, action)))


def _all_reasons(board: Board, state: State, action: Action) -> Iterator[Found]:
    player, card, kind = state.player, action.card, action.kind
    if game_result(state):
        yield "MATCH-06", gettext_noop("The game is over."), ()
    if board.choice or kind in _ANSWER_ACTIONS:
        yield from _answer_reasons(board, state, action)
    elif card >= 0 and board.table.owner[card] != player and kind != "satisfy":
        yield "GAME-09", gettext_noop("%(cards)s is your opponent’s card."), (card,)
    phase = _phase_of_action(board, action)
    if phase is not None and phase != board.phase:
        if phase > board.phase and kind in _BAN_CHECK_BY_ACTION:  # a text that also forbids it tells readers more
            yield from _BAN_CHECK_BY_ACTION[kind](board, player, card)
        yield *_ONLY_IN_PHASE[phase], _card_as_tuple(card)
    ships = plays.ships_with_room(board, player) if kind == "load" else ()
    if ships and action.to not in ships:
        yield (
            "R1-021",
            gettext_noop("%(cards)s is full: a ship never carries more than its capacity."),
            _card_as_tuple(action.to),
        )
    if kind in _CHECK_BY_ACTION:
        yield from _CHECK_BY_ACTION[kind](board, player, card)
    if kind in _REASON_BY_ACTION:
        yield _REASON_BY_ACTION[kind]
    yield "GAME-01", gettext_noop("You can’t do that here."), _card_as_tuple(card)


_ONLY_IN_PHASE = {
    BEGIN: ("GAME-01", gettext_noop("You can only do that at the beginning of your turn.")),
    LEAD: ("GAME-02", gettext_noop("You can only do that in the leadership phase.")),
    ENGAGE: ("GAME-03", gettext_noop("You decide that right after the leadership phase.")),
    CHAR: ("GAME-04", gettext_noop("Characters are only played in the character phase, before boosters and supports.")),
    PLAYS: ("GAME-05", gettext_noop("You can only do that in the booster/support phase.")),
    POWER: ("GAME-10", gettext_noop("You announce your power last, after boosters and supports.")),
}


def _card_as_tuple(card: int) -> tuple[int, ...]:
    return (card,) if card >= 0 else ()


def _phase_of_action(board: Board, action: Action) -> int | None:
    if action.kind != "play":
        return _PHASE_BY_ACTION.get(action.kind)
    kinds, bit = board.table.kinds, 1 << action.card
    if bit & kinds[v.CHARACTER]:
        return CHAR
    return PLAYS if bit & (kinds[v.BOOSTER] | kinds[v.SUPPORT]) else LEAD


def _answer_reasons(board: Board, state: State, action: Action) -> Iterator[Found]:
    """Yield reasons against an answer, and against other actions while a card asks."""
    player, sight, table, kind = state.player, active_cards(board), board.table, action.kind
    if kind == "call" and not may_call_bluffs(board, player):
        yield "GAME-29", gettext_noop("There’s no bluff you may call."), _opposing_cards(board, player, v.NoBluffCall)
    if kind == "interfere":
        lost = plays.interference_cards_for(board, player, "interference") if board.choice else []
        if action.card in lost and player == board.turn:
            yield from _card_limit_reasons(board, player, "R0-40")
        yield from _ban_reasons(board, player, action.card)
        yield "R1-097", gettext_noop("%(cards)s has nothing to respond to."), (action.card,)
    if not board.choice:
        yield "GAME-33", gettext_noop("There’s no question this would answer."), ()
    elif kind == "take":
        safe = sight.with_icon(table, "PROTECTED") & sight.active[1 - player] & ~board.facedown
        if table.owner[action.card] != player and safe >> action.card & 1:
            yield "R1-046", gettext_noop("%(cards)s is PROTECTED."), (action.card,)
        if board.choice[0] == "pay" and board.hand[player] >> action.card & 1:
            text = gettext_noop("With %(cards)s, you wouldn’t meet the demand, or would discard one card too many.")
            yield "R0-30", text, (action.card,)
        yield "GAME-33", gettext_noop("You can’t choose %(cards)s."), (action.card,)
    elif kind in _ANSWER_ACTIONS:
        yield "GAME-33", gettext_noop("That doesn’t answer the question."), ()
    if state.asking_card >= 0:
        yield "GAME-33", gettext_noop("Answer the text of %(cards)s first."), (state.asking_card,)
    yield "GAME-33", gettext_noop("Something else has to be decided first."), ()


# --- bans and limits ------------------------------------------------------------------------------------------


def _opposing_cards(board: Board, player: int, kind: type[v.CardEffect]) -> tuple[int, ...]:
    """Return the opposing cards with this verb whose text is in effect."""
    return bits(active_cards(board).texts_in_effect(1 - player) & board.table.by_verb.get(kind, 0))


def _ban_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    stops = tuple(ban for ban in _opposing_cards(board, player, v.Ban) if board.table.reached[ban] >> card & 1)
    if stops and plays.banned_cards(board, player) >> card & 1:
        yield "GAME-12", gettext_noop("An opposing text forbids this: %(cards)s."), stops


def _card_limit_reasons(board: Board, player: int, rule: str = "GAME-12", *, combat: bool = False) -> Iterator[Found]:
    """Yield the texts that allow only one card a turn."""
    if plays.is_limited_to_one_card(board, player, combat=combat):
        text = gettext_noop("You may not play a second card this turn: %(cards)s.")
        yield rule, text, _opposing_cards(board, player, v.CardLimit)


def _phase_independent_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    """Yield what forbids a card in any phase: an opposing text, or its own condition."""
    yield from _ban_reasons(board, player, card)
    if board.table.by_verb.get(v.OnlyIf, 0) >> card & 1 and not plays.meets_play_condition(
        board, active_cards(board), player, card
    ):
        yield "R0-25", gettext_noop("The condition on %(cards)s isn’t met."), (card,)


def _hand_card_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    """Yield what forbids a card in phases 4 and 5: its zone, a ban, the limit of cards, or a STOP."""
    kinds, bit = board.table.kinds, 1 << card
    if not plays.playable_cards(board, player) & bit:
        if board.landed and board.hand[player] & bit:
            yield "GAME-28", gettext_noop("You’ve landed a ship, so you must play cards from it."), (card,)
        yield "CARD-15", _NOT_IN_HAND, (card,)
    yield from _ban_reasons(board, player, card)
    yield from _card_limit_reasons(board, player, combat=bool(bit & (kinds[v.CHARACTER] | kinds[v.BOOSTER])))


def _play_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    kinds, bit = board.table.kinds, 1 << card
    if not bit & (kinds[v.CHARACTER] | kinds[v.BOOSTER] | kinds[v.SUPPORT]):
        yield from _leadership_reasons(board, player, card)
        return
    yield from _hand_card_reasons(board, player, card)
    if not bit & kinds[v.CHARACTER]:
        yield from _booster_limit_reasons(board)
    if board.stopped:
        yield _STOPPED_REASON
    yield from _phase_independent_reasons(board, player, card)
    yield "GAME-04", gettext_noop("You’ve already played a character, and nothing lets you play another."), ()


def _booster_limit_reasons(board: Board) -> Iterator[Found]:
    if board.stopped:
        yield _STOPPED_REASON
    if board.starting:
        yield "C-08", gettext_noop("You can’t do this in the turn in which you start a fight."), ()
    yield "GAME-05", gettext_noop("You’ve already played a booster or support, and nothing lets you play another."), ()


def _leadership_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    if board.lead_done:
        yield _LED_ALREADY
    if not board.hand[player] >> card & 1:
        yield "CARD-15", _NOT_IN_HAND, (card,)
    yield from _ban_reasons(board, player, card)
    yield from _card_limit_reasons(board, player)
    if board.table.kinds[v.ACHIEVEMENT] >> card & 1:
        yield "DECK-11", gettext_noop("Crystal cards can only be played in a match."), (card,)


def _support_ban_reasons(board: Board, player: int, _card: int) -> Iterator[Found]:
    """Yield the texts that forbid supports, and with them bluffs and loads."""
    stops = plays.supports_banned_by(board, player)
    if stops:
        yield "R1-049", gettext_noop("An opposing text forbids all supports: %(cards)s."), tuple(stops)
    yield from _card_limit_reasons(board, player)


def _bluff_ban_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    sight, bit = active_cards(board), 1 << card
    if not board.table.icons["BLUFF"] & bit:
        yield "GAME-29", gettext_noop("%(cards)s has no BLUFF icon."), (card,)
    if not sight.with_icon(board.table, "BLUFF") & bit:
        yield "R1-053", gettext_noop("The BLUFF icon on %(cards)s is ignored."), (card,)
    yield from _support_ban_reasons(board, player, card)
    ignoring = plays.texts_ignoring_supports(board, player)
    if ignoring:
        yield "R1-052", gettext_noop("An opposing text ignores supports: %(cards)s."), tuple(ignoring)


def _bluff_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    yield from _bluff_ban_reasons(board, player, card)
    yield from _hand_card_reasons(board, player, card)
    yield from _booster_limit_reasons(board)


def _load_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    yield from _support_ban_reasons(board, player, card)
    if not plays.loadable_cards(board, player) >> card & 1:
        yield "GAME-28", gettext_noop("You can’t load %(cards)s onto a ship."), (card,)
    if not plays.ships_with_room(board, player):
        yield "R1-021", gettext_noop("No ship has room for it."), ()
    yield from _booster_limit_reasons(board)


# --- the other actions ----------------------------------------------------------------------------------------


def _join_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    yield from _hand_card_reasons(board, player, card)
    yield "R1-045", gettext_noop("You can’t play %(cards)s without covering your active cards."), (card,)


def _retrieve_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    table, sight = board.table, active_cards(board)
    if not may_take_card(board, player):
        stops = _opposing_cards(board, player, v.HandLimit)
        yield "R1-077", gettext_noop("You may not take cards into your hand: %(cards)s."), stops
    if not table.icons["RETRIEVE"] >> card & 1 or not sight.active[player] >> card & 1:
        yield "R1-140", gettext_noop("%(cards)s isn’t an active card with RETRIEVE."), (card,)
    if sight.cards_without_icon("RETRIEVE") >> card & 1:
        yield "GAME-12", gettext_noop("The RETRIEVE icon on %(cards)s is ignored."), (card,)
    blocking = active_cards_of_kind(board, 1 - player, v.CHARACTER) & table.icons["RETRIEVE"]
    text = gettext_noop("An active opposing character with RETRIEVE, ignored or not, blocks this: %(cards)s.")
    yield "R1-038", text, bits(blocking)


def _replace_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    if board.lead_done:
        yield _LED_ALREADY
    yield "R1-057", gettext_noop("%(cards)s has no REPLACE icon in effect."), (card,)


def _use_text_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    when = board.table.by_when
    if board.used >> card & 1:
        yield "R1-062", gettext_noop("You’ve already used the text of %(cards)s this turn."), (card,)
    if not active_cards(board).texts_in_effect(player) >> card & 1:
        yield "GAME-12", gettext_noop("The text of %(cards)s has no effect here."), (card,)
    if when[v.Timing.END] >> card & 1 and board.phase != END:
        yield "GAME-08", gettext_noop("You can only use the text of %(cards)s at the end of the turn."), (card,)
    if when[v.Timing.ENDING] >> card & 1 and board.phase != ENDING:
        text = gettext_noop("The text of %(cards)s comes last, after all other texts at the end of the turn.")
        yield "GAME-25", text, (card,)
    if when[v.Timing.TURN] >> card & 1 and board.phase not in (BEGIN, LEAD, CHAR, PLAYS):
        yield "R1-062", gettext_noop("The text of %(cards)s can’t be used in this phase."), (card,)
    if not (when[v.Timing.END] | when[v.Timing.ENDING] | when[v.Timing.TURN]) >> card & 1:
        yield "GAME-33", gettext_noop("The text of %(cards)s works on its own; you don’t use it."), (card,)
    yield "C-30", gettext_noop("The text of %(cards)s can’t be carried out completely."), (card,)


def _satisfy_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    if board.table.owner[card] == player or not board.table.by_verb.get(v.Demand, 0) >> card & 1:
        yield "R1-005", gettext_noop("%(cards)s demands nothing of you."), (card,)
    if board.used >> card & 1:
        yield "R0-29", gettext_noop("You’ve already met the demand of %(cards)s."), (card,)
    if not active_cards(board).texts_in_effect(1 - player) >> card & 1:
        mine = [
            text
            for text in _opposing_cards(board, 1 - player, v.Ignore)
            if board.table.reached.get(text, 0) >> card & 1
        ]
        if mine:
            yield "GAME-12", gettext_noop("It demands nothing while this ignores it: %(cards)s."), tuple(mine)
        yield "GAME-12", gettext_noop("The text of %(cards)s has no effect here."), (card,)
    if not cards_to_pay_with(board, player, card)[0]:
        yield "R0-30", gettext_noop("Your hand can’t meet the demand of %(cards)s."), (card,)
    yield (
        "R0-29",
        gettext_noop("You can only meet a demand on your own turn, until the end of the booster/support phase."),
        (card,),
    )


def _pass_reasons(board: Board, player: int, card: int) -> Iterator[Found]:
    if board.phase == CHAR:
        stops = _opposing_cards(board, player, v.OneCharacter)
        if board.played and stops and active_cards_of_kind(board, player, v.CHARACTER).bit_count() > 1:
            yield "GAME-12", gettext_noop("Only one character may be active: %(cards)s."), stops
        yield "GAME-04", gettext_noop("You must play a character first."), ()
    musts = [must for must in _opposing_cards(board, player, v.MustPlay) if not plays.is_must_play_met(board, must)]
    demands = [text for text in bits(plays.unmet_demands(board, player)) if not plays.demand_allows_dragon(board, text)]
    if board.phase == PLAYS and (musts or demands):
        yield "R1-005", gettext_noop("A demand is not met: %(cards)s."), (*musts, *demands)
    if board.phase == PLAYS and not is_power_sufficient(board, player):
        yield "GAME-06", gettext_noop("Your power doesn’t match your opponent’s."), ()
    yield "GAME-03", gettext_noop("You have to choose first."), ()


def _continue_reasons(board: Board, player: int, _card: int) -> Iterator[Found]:
    """Yield why a fight can’t go on: what keeps each character from being played."""
    characters = bits(plays.playable_cards(board, player) & board.table.kinds[v.CHARACTER])
    if characters:
        yield from _card_limit_reasons(board, player, "R1-004", combat=True)
    for card in characters:
        yield from (("R1-004", reason, cards) for _, reason, cards in _phase_independent_reasons(board, player, card))
    yield "R1-004", gettext_noop("There’s no character you can play."), ()


# The checks that forbid an action in any phase.
_BAN_CHECK_BY_ACTION = {
    "play": _phase_independent_reasons,
    "join": _phase_independent_reasons,
    "bluff": _bluff_ban_reasons,
    "load": _support_ban_reasons,
}
# The reasons against actions that don’t depend on the cards.
_REASON_BY_ACTION: dict[str, Found] = {
    "retreat": ("C-10", gettext_noop("There’s no fight to retreat from."), ()),
    "decline": ("C-10", gettext_noop("A fight that has begun cannot be declined."), ()),
    "backtrack": ("MATCH-10", gettext_noop("The turn can go on."), ()),
}
_CHECK_BY_ACTION: dict[str, Callable[[Board, int, int], Iterator[Found]]] = {
    "play": _play_reasons,
    "continue": _continue_reasons,
    "join": _join_reasons,
    "bluff": _bluff_reasons,
    "load": _load_reasons,
    "replace": _replace_reasons,
    "retrieve": _retrieve_reasons,
    "use": _use_text_reasons,
    "satisfy": _satisfy_reasons,
    "pass": _pass_reasons,
}
