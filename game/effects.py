"""What each verb that is done once does: right after a card is played, once a turn, after plays, at the end of a turn.

A handler gets the board, the player of the card, the card, the verb, and whether using it is itself the yes to an
"I may" (then no question is put).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game import plays
from game.board import Board
from game.choices import ask, pay, pick, then
from game.draws import draw, may_draw, may_draw_additional, may_take, refresh
from game.fights import attract
from game.power import active_of
from game.powers import verbs as v
from game.sight import look
from game.table import bits

Handler = Callable[[Board, int, int, Any, bool], None]
HANDLERS: dict[type[v.Effect], Handler] = {}


def does(verb: type[v.Effect]) -> Callable[[Handler], Handler]:
    """Register the handler of a verb."""

    def register(function: Handler) -> Handler:
        HANDLERS[verb] = function
        return function

    return register


def resolve(board: Board, who: int, card: int, *, asked: bool) -> None:
    """Carry out the text of a card, unless it has no effect now."""
    if look(board).text_off >> card & 1:
        return
    for effect in reversed(board.table.effects[card]):
        handler = HANDLERS.get(type(effect))
        if handler is not None:
            handler(board, who, card, effect, asked)


def able(board: Board, who: int, card: int) -> bool:
    """Whether an end-of-turn text could do anything now."""
    return any(
        ABLE[type(effect)](board, who, effect) for effect in board.table.effects[card] if type(effect) in ABLE
    )


def _able_draw(board: Board, who: int, effect: v.Draw) -> bool:
    if effect.to:
        return board.hand[who].bit_count() < effect.to and may_draw(board, who)
    return may_draw_additional(board, who)


ABLE: dict[type[v.Effect], Callable[[Board, int, Any], bool]] = {
    v.Draw: _able_draw,
    v.RevealTop: lambda board, who, _: may_draw(board, who),
    v.DrawAndReturn: lambda board, who, _: bool(board.hand[who]) or may_draw_additional(board, who),
    v.TheyDiscard: lambda board, who, _: bool(board.hand[1 - who]),
    v.DiscardTop: lambda board, who, _: bool(board.deck[1 - who]),
}


def _opposing(board: Board, who: int, cards: int) -> int:
    """Those opposing cards that are not PROTECTED while active."""
    return cards & ~(look(board).icon(board.table, "PROTECTED") & ~board.facedown & ~board.covered)


def _or_ask(board: Board, who: int, card: int, name: str, *, asked: bool) -> None:
    if asked:
        from game.choices import THEN

        THEN[name](board, who, card, ())
    else:
        ask(board, who, card, name)


# --- discarding opposing cards --------------------------------------------------------------------------------


@does(v.DiscardOne)
def _discard_one(board: Board, who: int, card: int, effect: v.DiscardOne, asked: bool) -> None:
    pick(board, who, card, plays.discard_targets(board, who, card), int(asked), 1, "discard")


@does(v.DiscardAll)
def _discard_all(board: Board, who: int, card: int, effect: v.DiscardAll, asked: bool) -> None:
    if effect.from_ship_only and not board.untexted >> card & 1:
        return
    if _all_targets(board, who, effect):
        _or_ask(board, who, card, "discard_all", asked=asked)


def _all_targets(board: Board, who: int, effect: v.DiscardAll) -> int:
    opponent = 1 - who
    if effect.where == "supports":
        found = active_of(board, opponent, v.SUPPORT)
    elif effect.where == "free":
        free = look(board).icon(board.table, "FREE") & ~board.facedown
        found = (board.combat[opponent] | board.support[opponent]) & ~board.covered & free
    else:
        found = board.combat[opponent]
        if effect.active_only:
            found &= ~board.covered
    found = _opposing(board, who, found)
    if effect.but_one:
        characters = active_of(board, opponent, v.CHARACTER)
        if characters.bit_count() == 1:
            found &= ~characters
    return found


@then("discard_all")
def _then_discard_all(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.DiscardAll)
    assert isinstance(effect, v.DiscardAll)
    characters = active_of(board, 1 - who, v.CHARACTER)
    if effect.but_one and characters.bit_count() > 1:
        pick(board, who, card, characters, 1, 1, "discard_but")
        return
    for other in bits(_all_targets(board, who, effect)):
        board.to_discard(other)


@then("discard_but")
def _then_discard_but(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.DiscardAll)
    assert isinstance(effect, v.DiscardAll)
    for other in bits(_all_targets(board, who, effect)):
        if other not in picked:
            board.to_discard(other)


@does(v.DiscardEither)
def _discard_either(board: Board, who: int, card: int, effect: v.DiscardEither, asked: bool) -> None:
    boosters = _opposing(board, who, active_of(board, 1 - who, v.BOOSTER))
    supports = _opposing(board, who, active_of(board, 1 - who, v.SUPPORT))
    if boosters | supports:
        board.todo.append(("either", who, card, boosters, supports))


@does(v.DiscardTrophy)
def _discard_trophy(board: Board, who: int, card: int, effect: v.DiscardTrophy, asked: bool) -> None:
    pick(board, who, card, board.trophies[1 - who], 0, 1, "discard")


@does(v.ShuffleAway)
def _shuffle_away(board: Board, who: int, card: int, effect: v.ShuffleAway, asked: bool) -> None:
    if _opposing(board, who, board.combat[1 - who] | board.support[1 - who]):
        _or_ask(board, who, card, "shuffle_away", asked=asked)


@then("shuffle_away")
def _then_shuffle_away(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    opponent = 1 - who
    gone = bits(_opposing(board, who, board.combat[opponent] | board.support[opponent]))
    for other in gone:
        hidden = board.facedown >> other & 1
        origin = board.lift(other)
        board.moved(other, origin, "deck")
        if hidden:
            board.note("shown", opponent, other)
    board.shuffle_deck(opponent, gone)


# --- the opponent's hand --------------------------------------------------------------------------------------


@does(v.DrawFromHand)
def _draw_from_hand(board: Board, who: int, card: int, effect: v.DrawFromHand, asked: bool) -> None:
    if board.hand[1 - who]:
        _or_ask(board, who, card, "draw_from_hand", asked=asked)


@then("draw_from_hand")
def _then_draw_from_hand(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.DrawFromHand)
    assert isinstance(effect, v.DrawFromHand)
    board.todo.append(("snatch", who, card, effect.count))


@does(v.TheyDiscard)
def _they_discard(board: Board, who: int, card: int, effect: v.TheyDiscard, asked: bool) -> None:
    if board.hand[1 - who]:
        _or_ask(board, who, card, "they_discard", asked=asked or not effect.may)


@then("they_discard")
def _then_they_discard(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.TheyDiscard)
    assert isinstance(effect, v.TheyDiscard)
    hand = board.hand[1 - who]
    count = max(0, hand.bit_count() - effect.down_to) if effect.down_to else effect.count
    pick(board, 1 - who, card, hand, count, count, "discard")


@does(v.Disclose)
def _disclose(board: Board, who: int, card: int, effect: v.Disclose, asked: bool) -> None:
    board.shown |= board.hand[1 - who]
    board.revealed = True
    board.note("disclosed", 1 - who)


# --- own cards ------------------------------------------------------------------------------------------------


@does(v.TakeBack)
def _take_back(board: Board, who: int, card: int, effect: v.TakeBack, asked: bool) -> None:
    if not may_take(board, who):
        return
    found = board.combat[who]
    if effect.where == "active":
        hyla = 1 << board.hyla if board.hyla >= 0 and board.table.owner[board.hyla] == who else 0
        found = (found | board.support[who] | board.ships[who] | hyla | board.trophies[who]) & ~board.covered
    if effect.other:
        found &= ~(1 << card)
    pick(board, who, card, found, 0, 1, "to_hand")


@does(v.PayForDragon)
def _pay_for_dragon(board: Board, who: int, card: int, effect: v.PayForDragon, asked: bool) -> None:
    every = [cost for cost in effect.costs if cost.cards]
    if every:
        kinds = v.Cost(cards=every[0].cards, kinds=tuple(kind for cost in every for kind in cost.kinds))
        pay(board, who, card, kinds, "dragon", plain=True, optional=True)
    else:
        pay(board, who, card, effect.costs[0], "dragon", plain=True, optional=True)


@does(v.Draw)
def _draw(board: Board, who: int, card: int, effect: v.Draw, asked: bool) -> None:
    if _able_draw(board, who, effect) if effect.additional or effect.to else may_draw(board, who):
        _or_ask(board, who, card, "draw", asked=asked)


@then("draw")
def _then_draw(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.Draw)
    assert isinstance(effect, v.Draw)
    if effect.to:
        refresh(board, who, effect.to)
    else:
        draw(board, who, effect.count)


@does(v.Search)
def _search(board: Board, who: int, card: int, effect: v.Search, asked: bool) -> None:
    if effect.where == "discard":
        if may_take(board, who):
            cards = sum(1 << other for other in board.discard[who])
            pick(board, who, card, cards, 0, 1, "from_discard")
        return
    if not board.deck[who] or not (effect.ships or may_draw(board, who)):
        return
    board.revealed = True
    cards = sum(1 << other for other in board.deck[who])
    if not effect.ships:
        pick(board, who, card, cards, 0, 1, "from_deck")
        return
    kinds = board.table.kinds
    wanted = kinds[v.SHIP] | kinds[v.HYLA]
    if plays.room_on(board, who, landed=True):
        wanted |= kinds[v.CHARACTER] | kinds[v.BOOSTER] | kinds[v.SUPPORT]
    pick(board, who, card, cards & wanted, 0, 1, "fit_out")


@then("fit_out")
def _then_fit_out(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    """Play the influence card that was found, or ask for the ship the other card goes onto."""
    board.todo.append(("shuffle", who))
    for found in picked:
        if board.table.kinds[v.SHIP] >> found & 1 or board.table.kinds[v.HYLA] >> found & 1:
            board.deck[who] = tuple(other for other in board.deck[who] if other != found)
            board.todo.append(("place", who, found, "deck"))
        else:
            ships = sum(1 << ship for ship in plays.room_on(board, who, landed=True))
            pick(board, who, found, ships, 1, 1, "onto_ship")


@then("onto_ship")
def _then_onto_ship(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    for ship in picked:
        board.deck[who] = tuple(other for other in board.deck[who] if other != card)
        board.cargo[ship] = board.cargo.get(ship, 0) | 1 << card
        board.moved(card, "deck", f"@{ship}")


@does(v.DrawFromDiscard)
def _draw_from_discard(board: Board, who: int, card: int, effect: v.DrawFromDiscard, asked: bool) -> None:
    if board.discard[who] and may_take(board, who):
        _or_ask(board, who, card, "draw_from_discard", asked=asked)


@then("draw_from_discard")
def _then_draw_from_discard(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.DrawFromDiscard)
    assert isinstance(effect, v.DrawFromDiscard)
    board.revealed = True
    for _ in range(effect.count):
        if board.discard[who] and may_take(board, who):
            drawn = board.chance.pick(board, who, board.discard[who], "discard")
            board.discard[who] = tuple(other for other in board.discard[who] if other != drawn)
            board.to_hand(drawn, "discard")


@does(v.ShuffleDiscard)
def _shuffle_discard(board: Board, who: int, card: int, effect: v.ShuffleDiscard, asked: bool) -> None:
    if board.discard[who]:
        _or_ask(board, who, card, "shuffle_discard", asked=asked)


@then("shuffle_discard")
def _then_shuffle_discard(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    gone = board.discard[who]
    board.discard[who] = ()
    for other in gone:
        board.moved(other, "discard", "deck")
    board.shuffle_deck(who, gone)


@does(v.DiscardOwn)
def _discard_own(board: Board, who: int, card: int, effect: v.DiscardOwn, asked: bool) -> None:
    pick(board, who, card, board.hand[who], 0, v.ANY, "discard")


@does(v.PutUnder)
def _put_under(board: Board, who: int, card: int, effect: v.PutUnder, asked: bool) -> None:
    pick(board, who, card, board.hand[who], 0, v.ANY, "under")


@does(v.RevealTop)
def _reveal_top(board: Board, who: int, card: int, effect: v.RevealTop, asked: bool) -> None:
    board.todo.append(("reveal", who, card, effect.count, board.hand[who], True))


@does(v.DrawAndReturn)
def _draw_and_return(board: Board, who: int, card: int, effect: v.DrawAndReturn, asked: bool) -> None:
    board.todo.append(("return", who, card, effect.back))
    board.todo.append(("more", who, card, effect.count))


@does(v.DiscardTop)
def _discard_top(board: Board, who: int, card: int, effect: v.DiscardTop, asked: bool) -> None:
    opponent = 1 - who
    if board.deck[opponent]:
        top = board.deck[opponent][0]
        board.deck[opponent] = board.deck[opponent][1:]
        board.to_discard(top, "deck")


@does(v.LoadFromHand)
def _load_from_hand(board: Board, who: int, card: int, effect: v.LoadFromHand, asked: bool) -> None:
    room = board.table.capacity[card] - board.cargo.get(card, 0).bit_count()
    pick(board, who, card, plays.loadable(board, who), 0, min(effect.count, room), "load")


@does(v.ChangeElement)
def _change_element(board: Board, who: int, card: int, effect: v.ChangeElement, asked: bool) -> None:
    if board.element:
        board.element = effect.to or 3 - board.element
        board.eye = None
        board.note("element", board.element)


@does(v.MutantPass)
def _mutant_pass(board: Board, who: int, card: int, effect: v.MutantPass, asked: bool) -> None:
    board.mutant_pass = True


@does(v.AttackAgain)
def _attack_again(board: Board, who: int, card: int, effect: v.AttackAgain, asked: bool) -> None:
    board.bounced = True


@does(v.NextFree)
def _next_free(board: Board, who: int, card: int, effect: v.NextFree, asked: bool) -> None:
    board.free_next = True


@does(v.AttractOne)
def _attract_one(board: Board, who: int, card: int, effect: v.AttractOne, asked: bool) -> None:
    attract(board, who, 1, f"card:{board.table.code(card)}")


# --- both players ---------------------------------------------------------------------------------------------


@does(v.Both)
def _both(board: Board, who: int, card: int, effect: v.Both, asked: bool) -> None:
    """The opponent acts first (R1-018), so theirs lies on top."""
    board.todo.append(("each", who, card, who))
    board.todo.append(("each", 1 - who, card, who))


@does(v.CrystalAsIf)
def _crystal_as_if(board: Board, who: int, card: int, effect: v.CrystalAsIf, asked: bool) -> None:
    if effect.both and board.table.settings.crystals:
        for player in (who, 1 - who):
            crystals = board.hand[player] & board.table.kinds[v.ACHIEVEMENT]
            pick(board, player, card, crystals, 0, 1, "crystal")


@then("crystal")
def _then_crystal(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    for crystal in picked:
        board.todo.append(("place", who, crystal, board.lift(crystal)))


def run_each(board: Board, player: int, card: int, who: int) -> None:
    """One player's half of a text that says "each of us"."""
    effect = board.table.verb(card, v.Both)
    assert isinstance(effect, v.Both)
    EACH[effect.what](board, player, card, effect)


def _each_leadership(board: Board, player: int, card: int, effect: v.Both) -> None:
    code = board.table.code(card)
    mask = sum(1 << other for other in board.pile[player] if board.table.code(other) != code)
    pick(board, player, card, mask, 1, 1, "pile_into_deck")


def _each_discards(board: Board, player: int, card: int, effect: v.Both) -> None:
    pick(board, player, card, board.hand[player], 3, 3, "discard")


def _each_reshuffles(board: Board, player: int, card: int, effect: v.Both) -> None:
    if board.discard[player]:
        _then_shuffle_discard(board, player, card, ())


def _each_supports(board: Board, player: int, card: int, effect: v.Both) -> None:
    protected = look(board).icon(board.table, "PROTECTED") & ~board.facedown
    for other in bits(active_of(board, player, v.SUPPORT) & ~protected):
        board.to_discard(other)


def _each_draws(board: Board, player: int, card: int, effect: v.Both) -> None:
    draw(board, player, 3)


def _each_pays(board: Board, player: int, card: int, effect: v.Both) -> None:
    pay(board, player, card, effect.cost, "dragon", plain=True, optional=True)


def _each_hand(board: Board, player: int, card: int, effect: v.Both) -> None:
    hand = bits(board.hand[player])
    for other in hand:
        board.lift(other)
        board.moved(other, "hand", "deck")
    board.shuffle_deck(player, hand)
    draw(board, player, 6)


EACH: dict[str, Callable[[Board, int, int, v.Both], None]] = {
    "leadership": _each_leadership,
    "discard3": _each_discards,
    "reshuffle": _each_reshuffles,
    "supports": _each_supports,
    "draw3": _each_draws,
    "cost": _each_pays,
    "hand6": _each_hand,
}


# --- drawing one by one ---------------------------------------------------------------------------------------


def run_more(board: Board, who: int, card: int, left: int) -> None:
    """Up to so many additional cards, each of them a question (R0-38)."""
    if left and may_draw_additional(board, who):
        board.todo.append(("more", who, card, left - 1))
        board.todo.append(("ask", who, card, "draw_more"))


def run_return(board: Board, who: int, card: int, back: int) -> None:
    """Shuffle any so many hand cards into the draw deck."""
    pick(board, who, card, board.hand[who], back, back, "back_into_deck")


def run_reveal(board: Board, who: int, card: int, left: int, before: int, first: bool) -> None:
    """Reveal one card more, or discard one of those revealed and keep the others."""
    if left and may_draw(board, who):
        board.todo.append(("reveal", who, card, left - 1, before, False))
        if first:
            draw(board, who, 1)
        else:
            board.todo.append(("ask", who, card, "draw_more"))
        return
    revealed = board.hand[who] & ~before
    for one in bits(revealed):
        board.note("shown", who, one)
    if revealed:
        pick(board, who, card, revealed, 1, 1, "discard")


def run_shuffle(board: Board, who: int) -> None:
    """Shuffle a draw deck after a search."""
    board.shuffle_deck(who)
