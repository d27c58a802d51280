"""Active cards and ignored texts: GAME-12 for one board, computed once until a card moves."""

from game.engine.board import Board
from game.engine.table import EffectKind, GameTable, bits
from game.powers import verbs as v


class CardsInEffect:
    """Masks over all cards: active cards by player, cards whose text or icons have no effect, and wholly ignored cards.

    Cards in hand, deck and piles are included (R1-072); PROTECTED only shelters an active card (R0-11).
    """

    __slots__ = ("active", "card_off", "icons_off", "text_off")

    def __init__(self, active: tuple[int, int]) -> None:
        self.active = active
        self.text_off = 0
        self.card_off = 0
        self.icons_off: dict[str, int] = {}

    def with_icon(self, table: GameTable, name: str) -> int:
        return table.icons[name] & ~self.cards_without_icon(name)

    def cards_without_icon(self, name: str) -> int:
        return self.card_off | self.icons_off.get(name, 0)

    def texts_in_effect(self, player: int) -> int:
        return self.active[player] & ~self.text_off


_ICON_NAMES = ("SHIELD", "STOP", "RETRIEVE", "FREE", "PAIR", "GANG", "PROTECTED", "BLUFF", "REPLACE")


def active_cards(board: Board) -> CardsInEffect:
    """Return which cards, texts and icons of a board are in effect; computed once a state."""
    sight: CardsInEffect | None = board.sight
    if sight is None:
        sight = board.sight = _compute_cards_in_effect(board)
    return sight


def active_effects(board: Board, player: int, kind: type[EffectKind]) -> list[tuple[int, EffectKind]]:
    table = board.table
    cards = table.by_verb.get(kind, 0)
    return (
        [(card, table.effect_of_kind(card, kind)) for card in bits(active_cards(board).texts_in_effect(player) & cards)]
        if cards
        else []
    )


def inquisitor_in_effect(board: Board, player: int) -> int:
    """Return a player’s inquisitor whose text is in effect, as a mask (R1-031)."""
    seat = board.table.inquisitor[player]
    return 1 << seat & ~active_cards(board).text_off if seat >= 0 else 0


def _active_cards_mask(board: Board, player: int) -> int:
    hyla = 1 << board.hyla if board.hyla >= 0 and board.table.owner[board.hyla] == player else 0
    places = board.combat[player] | board.support[player] | board.ships[player] | board.trophies[player] | hyla
    leading = board.leading & board.table.mine[player]
    return (places & ~board.covered) | leading


def _compute_cards_in_effect(board: Board) -> CardsInEffect:
    table = board.table
    active = (_active_cards_mask(board, 0), _active_cards_mask(board, 1))
    sight = CardsInEffect(active)
    sight.text_off = board.facedown
    ignoring = table.by_verb.get(v.Ignore, 0) & (active[0] | active[1]) & ~board.facedown
    if ignoring:
        hidden = sight.text_off
        _apply_ignoring_texts(board, sight, ignoring)
        if "PROTECTED" in sight.icons_off:
            # The sheltering card is ignored itself (C-27), so everything it sheltered is checked again.
            sight.text_off, sight.card_off = hidden, 0
            _apply_ignoring_texts(board, sight, ignoring)
    return sight


def _is_ignoring_text_in_effect(board: Board, sight: CardsInEffect, card: int, effect: v.Ignore) -> bool:
    """Return whether an ignoring text is itself in effect: it isn’t against an opposing card in `beaten_by`."""
    if sight.text_off >> card & 1:
        return False
    theirs = bits(sight.active[1 - board.table.owner[card]] & board.table.by_verb[v.Ignore] & ~sight.card_off)
    return not any(board.table.code(other) in effect.beaten_by for other in theirs)


def _apply_ignoring_texts(board: Board, sight: CardsInEffect, ignoring: int) -> None:
    """Apply the ignoring texts: texts first, then whole cards, then icons; Flit characters before others."""
    table = board.table
    order = sorted(bits(ignoring), key=lambda card: (_ignoring_text_sort_key(table, card, ignoring), card))
    for card in order:
        effect = table.effect_of_kind(card, v.Ignore)
        if not _is_ignoring_text_in_effect(board, sight, card, effect):
            sight.text_off |= 1 << card
            continue
        player = table.owner[card]
        meant = table.reached[card]
        if effect.what == "icons":
            _ignore_icons(sight, meant, effect.except_for)
            continue
        if effect.which.kinds == (v.SUPPORT,):
            meant |= board.facedown & table.mine[1 - player]
        elif v.CHARACTER in effect.which.kinds:
            meant &= ~board.facedown
        # An opponent’s card cannot affect a protected card while it is active, or one that a text spares by name.
        protected = sight.with_icon(table, "PROTECTED")
        meant &= ~(protected if effect.which.except_protected else protected & sight.active[1 - player])
        sight.text_off |= meant
        if effect.what == "card":
            sight.card_off |= meant


def _ignoring_text_sort_key(table: GameTable, card: int, ignoring: int) -> int:
    """Sort ignoring texts: each before those that it leaves without effect (GAME-36)."""
    effect = table.effect_of_kind(card, v.Ignore)
    if effect.what == "text":
        if table.facts[card].people.value == "Flit":
            return 0
        return 4 if effect.which.except_people else 2
    if effect.which.kinds == (v.SUPPORT,):
        theirs = ignoring & table.mine[1 - table.owner[card]]
        return 3 if any(table.reached[other] >> card & 1 for other in bits(theirs)) else 1
    return 5 if effect.what == "card" else 6


def _ignore_icons(sight: CardsInEffect, meant: int, except_for: tuple[str, ...]) -> None:
    for name in _ICON_NAMES:
        if name not in except_for:
            sight.icons_off[name] = sight.icons_off.get(name, 0) | meant
