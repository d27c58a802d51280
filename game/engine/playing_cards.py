"""Playing a card: limits, what it covers, where it lies, and immediate effects (GAME-02, GAME-04, GAME-05)."""

from game.engine import choices, plays
from game.engine.actions import Action
from game.engine.active_cards import active_cards
from game.engine.board import Board
from game.engine.choices import ask_to_pick
from game.powers import verbs as v


def play_cargo(board: Board, action: Action) -> None:
    """Load a card onto a ship in the booster/support phase; it counts as a support (R1-022)."""
    board.supports += 1
    choices.load_onto_ship(board, action.card, action.to)


def play_bluff(board: Board, action: Action) -> None:
    """Play a card face down as a support (GAME-13, R1-047)."""
    player, bit = board.turn, 1 << action.card
    board.plays += 1
    board.met |= 2
    if board.free_next:
        board.free_next = False
    else:
        board.supports += 1
    _count_hand_plays(board, action.card)
    origin = board.take_from_zone(action.card)
    board.support[player] |= bit
    board.facedown |= bit
    board.add_move_event(action.card, origin, "bluff")


def _count_hand_plays(board: Board, card: int) -> None:
    if board.landed and board.hand[board.turn] >> card & 1:
        board.from_hand += 1


def play_card(board: Board, action: Action) -> None:
    """Play a card of any kind; the first character of a turn may be answered (R1-097)."""
    card, player = action.card, board.turn
    board.add_event("play", player, card, action.kind)
    board.plays += 1
    kinds, bit = board.table.kinds, 1 << card
    if bit & kinds[v.CHARACTER]:
        if not board.played and plays.may_interfere(board, 1 - player, "character"):
            board.todo.append(("window", 1 - player, "character", card, action.kind, 0))
        else:
            play_character(board, card, action.kind)
    elif bit & (kinds[v.BOOSTER] | kinds[v.SUPPORT]):
        _play_booster(board, card)
    else:
        board.lead_done = True
        place_leadership_card(board, player, card, board.take_from_zone(card))


def play_character(board: Board, card: int, how: str) -> None:
    """Play a character: limits, pairs, gangs, what it covers; then its text."""
    player, bit = board.turn, 1 << card
    table, sight = board.table, active_cards(board)
    rides = plays.joins_pair_or_gang(board, sight, card)
    free = not rides and plays.is_free(board, sight, player, card)
    if not rides and not free:
        board.chars += 1
    if free and not bit & sight.with_icon(table, "FREE"):
        board.freed |= bit
    gang = plays.gang_of(board, sight, card)
    if bit & sight.with_icon(table, "PAIR"):
        board.pair = "" if rides and not gang else table.word[card]
    if gang:
        board.gang = gang
    if bit & sight.with_icon(table, "STOP"):
        board.stopped = True
    if table.facts[card].people.value == "Mutant":
        board.mutant_pass = False
    board.combat_plays += 1
    board.free_next = False
    board.cancelled = False
    if not board.played and how != "join":
        board.covered |= board.combat[player]
    board.played += 1
    _count_hand_plays(board, card)
    from_ship = not board.hand[player] >> card & 1
    origin = board.take_from_zone(card)
    board.combat[player] |= bit
    board.add_move_event(card, origin, "combat")
    board.from_ship = bit if from_ship else 0
    _resolve_placed_card(board, player, card)


def _play_booster(board: Board, card: int) -> None:
    player, bit = board.turn, 1 << card
    table, sight = board.table, active_cards(board)
    booster = bool(bit & table.kinds[v.BOOSTER])
    rides = plays.joins_pair_or_gang(board, sight, card)
    free = not rides and not board.stopped and plays.is_free(board, sight, player, card)
    if free and not bit & sight.with_icon(table, "FREE"):
        board.freed |= bit
    if not rides and not free:
        if booster:
            board.boosters += 1
        else:
            board.supports += 1
    if bit & sight.with_icon(table, "PAIR"):
        board.pair = "" if rides else table.word[card]
    if bit & sight.with_icon(table, "STOP"):
        board.stopped = True
    board.met |= 1 if booster else 2
    board.combat_plays += booster
    board.free_next = False
    _count_hand_plays(board, card)
    origin = board.take_from_zone(card)
    zone = board.combat if booster else board.support
    zone[player] |= bit
    board.add_move_event(card, origin, "combat" if booster else "support")
    _resolve_placed_card(board, player, card)


def place_leadership_card(board: Board, who: int, card: int, origin: str) -> None:
    """Play a leadership card, then its text (CARD-11, CARD-16)."""
    table, bit = board.table, 1 << card
    if bit & table.kinds[v.LEADERSHIP]:
        board.pile[who] = (*board.pile[who], card)
        if table.by_when[v.Timing.ACTIVE] & bit:
            board.leading |= bit
        board.add_move_event(card, origin, "pile")
        if bit & active_cards(board).with_icon(table, "STOP"):
            board.stopped = True
    elif bit & table.kinds[v.SHIP]:
        board.ships[who] |= bit
        board.add_move_event(card, origin, "ships")
    elif bit & table.kinds[v.HYLA]:
        if board.hyla >= 0:
            board.discard_card(board.hyla)
        board.hyla = card
        board.add_move_event(card, origin, "hyla")
    else:
        board.trophies[who] |= bit
        board.add_move_event(card, origin, "trophies")
        if board.trophies[1 - who]:
            for player in (who, 1 - who):
                ask_to_pick(board, player, card, board.trophies[player], 1, 1, "discard")
    _resolve_placed_card(board, who, card)


def _resolve_placed_card(board: Board, player: int, card: int) -> None:
    table, bit = board.table, 1 << card
    if bit & (table.now | table.by_when[v.Timing.HAND]):
        board.todo.append(("text", player, card))
