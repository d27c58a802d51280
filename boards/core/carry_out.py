"""Carry out: the state after an action, with chance from a seed or named."""

from collections.abc import Mapping, Sequence

from boards.core.read import ParsedPosition, as_field_errors
from boards.core.reasons import why_illegal
from common.errors import Detail, Invalid
from common.text import gettext_noop
from game.engine.state import State, apply_action
from game.engine.table import bits
from game.records.games import RecordedRandom
from game.records.words import action_from_words, card_id_by_code


def state_after(
    position: ParsedPosition,
    words: str,
    *,
    seed: int | None = None,
    chance: Mapping[str, Sequence[str]] | None = None,
    events: list[tuple[object, ...]] | None = None,
) -> State:
    """Return the state after an action in words; raise `Invalid` with the rule for an illegal one.

    `seed` replaces the seed in the text. `chance` names cards: `draws` are drawn next by the player whose turn it is,
    `picks` are taken blindly. `events` collects what happened.
    """
    if position.seat is not None:
        raise Invalid(
            gettext_noop("Some cards in this position are hidden, so we can’t say what happens next."),
            details=[Detail("the position only shows what one seat can see", field="seen")],
        )
    chance = chance or {}
    state = _apply_chance(position.state, seed, chance.get("draws", ()))
    try:
        action = action_from_words(state.table, state.player, words)
    except Invalid as error:
        raise Invalid(error.template, error.params, details=[Detail(error.message, field="action")]) from error
    reason = why_illegal(state, action)
    if reason:
        raise Invalid(
            reason.template,
            reason.params,
            rule=reason.rule,
            details=[Detail(reason.template, field="action", params=reason.params)],
        )
    with as_field_errors():
        return apply_action(state, action, RecordedRandom(state.table, {"picks": chance.get("picks", ())}), events)


def _apply_chance(state: State, seed: int | None, draws: Sequence[str]) -> State:
    board = state.copy_board()
    board.legal, board.choice = state.copy_board().legal, state.copy_board().choice
    if seed is not None:
        board.seed, board.draws = seed, 0
    if draws:
        player, deck = board.turn, board.deck[board.turn]
        top = tuple(card_id_by_code(board.table, player, code) for code in dict.fromkeys(draws))
        if not set(top) <= set(deck):
            raise Invalid(
                gettext_noop("Not all of these cards are in player %(who)d’s draw deck."),
                {"who": player},
                details=[Detail("not all of these cards are there", field="draws")],
            )
        board.deck[player] = (*top, *(card for card in deck if card not in top))
    return State(board)


def likely_illegal_actions(state: State) -> list[str]:
    """Return illegal actions that the deciding player may think of, in words: going on, and playing each hand card."""
    player = state.player
    if player < 0 or state.copy_board().choice:
        return []
    hand = [f"play {state.table.code(card)}" for card in bits(state.copy_board().hand[player])]
    return [*hand, "pass"]
