"""Legal plays: the limits, icons, bans and conditions of the phases 1, 2, 4 and 5."""

from collections.abc import Callable

from game.engine.actions import PASS, Action, act
from game.engine.active_cards import CardsInEffect, active_cards, active_effects, inquisitor_in_effect
from game.engine.board import BEGIN, PLAYS, Board
from game.engine.costs import cards_to_pay_with
from game.engine.draws import may_take_card
from game.engine.power import active_cards_of_kind, is_power_sufficient, total_power
from game.engine.table import bits
from game.powers import verbs as v


def _cards_in_play_count(board: Board, player: int) -> int:
    return (board.combat[player] | board.support[player]).bit_count()


def _active_mask(board: Board, player: int) -> int:
    return (board.combat[player] | board.support[player]) & ~board.covered


def _free_cards_count(board: Board, player: int) -> int:
    free = active_cards(board).with_icon(board.table, "FREE") & ~board.facedown
    return (_active_mask(board, player) & free).bit_count()


def _has_hyla(board: Board, player: int) -> bool:
    return board.hyla >= 0 and board.table.owner[board.hyla] == player


# Whether a condition of a text in hand is met for its player (R0-25).
CONDITIONS: dict[str, Callable[[Board, int, int], bool]] = {
    "dragons": lambda b, player, n: (b.dragons if player == 1 else -b.dragons) >= n,
    "hand_ahead": lambda b, player, n: b.hand[1 - player].bit_count() - b.hand[player].bit_count() >= n,
    "area_cards": lambda b, player, n: _cards_in_play_count(b, 1 - player) >= n,
    "active_cards": lambda b, player, n: _active_mask(b, 1 - player).bit_count() >= n,
    "attacked": lambda b, player, n: bool(b.element) and total_power(b, 1 - player) >= n,
    "attacked_earth": lambda b, player, n: b.element == v.EARTH and total_power(b, 1 - player) >= n,
    "attacked_fire": lambda b, player, n: b.element == v.FIRE and total_power(b, 1 - player) >= n,
    "hyla": lambda b, player, n: _has_hyla(b, 1 - player),
    "nothing_out": lambda b, player, n: not _cards_in_play_count(b, player),
    "free_card": lambda b, player, n: _free_cards_count(b, 1 - player) >= n,
    "no_ships": lambda b, player, n: not b.ships[player] & ~b.landed and not _has_hyla(b, player),
    "characters": lambda b, player, n: active_cards_of_kind(b, 1 - player, v.CHARACTER).bit_count() >= n,
    "boosters": lambda b, player, n: active_cards_of_kind(b, 1 - player, v.BOOSTER).bit_count() >= n,
    "supports": lambda b, player, n: active_cards_of_kind(b, 1 - player, v.SUPPORT).bit_count() >= n,
    "icons": lambda b, player, n: (_active_mask(b, 1 - player) & (b.table.iconed | b.facedown)).bit_count() >= n,
}


def playable_cards(board: Board, player: int) -> int:
    """Return where characters, boosters and supports can be played from: the hand, or landed ships (R1-024)."""
    if not board.landed:
        return board.hand[player]
    mask = 0
    for ship in bits(board.landed):
        mask |= board.cargo.get(ship, 0)
    for card, effect in active_effects(board, player, v.PlayOnLanding):
        if board.landed >> card & 1 and board.from_hand < effect.count:
            mask |= board.hand[player]
    return mask


def banned_cards(board: Board, player: int) -> int:
    """Return the cards that a player may not play because of opposing texts (GAME-12)."""
    bans = board.table.by_verb.get(v.Ban, 0)
    mask = 0
    if bans:
        for card in bits(active_cards(board).texts_in_effect(1 - player) & bans):
            mask |= board.table.reached[card]
    if mask and not board.table.settings.text_bans_stop_ships:
        mask &= ~board.table.kinds[v.SHIP]
    return mask


def supports_banned_by(board: Board, player: int) -> list[int]:
    """Return the opposing cards that forbid all supports, including bluffs and loads (R1-023, R1-049)."""
    bans = active_effects(board, 1 - player, v.Ban)
    return [card for card, effect in bans if v.SUPPORT in effect.which.kinds and effect.which.text is None]


def is_limited_to_one_card(board: Board, player: int, *, combat: bool) -> bool:
    """Return whether a text that allows one card a turn forbids another card, in the combat area if `combat`."""
    for _, effect in active_effects(board, 1 - player, v.CardLimit):
        if (board.combat_plays if effect.combat_only and combat else board.plays) and (
            combat or not effect.combat_only
        ):
            return True
    return False


def meets_play_condition(board: Board, sight: CardsInEffect, player: int, card: int) -> bool:
    """Return whether the may-only-play-if text of a hand card lets it be played; an ignored text does (R1-015)."""
    table = board.table
    if sight.text_off >> card & 1:
        return True
    if board.mutant_pass and table.facts[card].people.value == "Mutant":
        return True
    effect = table.effect_of_kind(card, v.OnlyIf)
    return CONDITIONS[effect.condition](board, player, effect.count)


def is_free(board: Board, sight: CardsInEffect, player: int, card: int) -> bool:
    """Return whether a card can be played as a FREE one now (R0-21, R1-039, R1-058, R1-150)."""
    table, bit = board.table, 1 << card
    if bit & sight.cards_without_icon("FREE"):
        return False  # an icon from a text is ignored like a printed one (R0-11, R1-058)
    if board.free_next or bit & table.icons["FREE"]:
        return True
    buka = bit & table.kinds[v.CHARACTER] and table.facts[card].people.value == "Buka"
    if board.landed and buka and any(board.cargo.get(ship, 0) & bit for ship in bits(board.landed)):
        return True
    if bit & table.by_verb.get(v.FreeIf, 0) & ~sight.text_off:
        effect = table.effect_of_kind(card, v.FreeIf)
        return CONDITIONS[effect.condition](board, player, effect.count)
    return False


# --- characters -----------------------------------------------------------------------------------------------


def joins_pair_or_gang(board: Board, sight: CardsInEffect, card: int) -> bool:
    """Return whether a card completes a pair or continues a gang begun this turn (R1-043, R1-044)."""
    table, bit = board.table, 1 << card
    if board.pair and board.pair == table.word[card] and bit & sight.with_icon(table, "PAIR"):
        return True
    return bool(board.gang and board.gang == gang_of(board, sight, card))


def gang_of(board: Board, sight: CardsInEffect, card: int) -> str:
    """Return colour and first word of a gang card whose icon is in effect; empty for others."""
    table = board.table
    if not 1 << card & sight.with_icon(table, "GANG"):
        return ""
    return f"{table.gang[card]} {table.word[card]}"


def joins_without_covering(board: Board, sight: CardsInEffect, player: int, card: int) -> bool:
    """Return whether the first character of a turn may be played without covering active cards (R1-045)."""
    active = board.combat[player] & ~board.covered
    if not active:
        return False
    table = board.table
    if 1 << card & table.by_verb.get(v.JoinAny, 0) & ~sight.text_off:
        return True
    gang = gang_of(board, sight, card)
    return bool(gang) and all(gang_of(board, sight, other) == gang for other in bits(active))


def character_plays(board: Board, player: int) -> list[Action]:
    if board.stopped or is_limited_to_one_card(board, player, combat=True):
        return []
    table, sight = board.table, active_cards(board)
    cards = playable_cards(board, player) & table.kinds[v.CHARACTER] & ~banned_cards(board, player)
    only_if = table.by_verb.get(v.OnlyIf, 0)
    actions = []
    for card in bits(cards):
        if only_if >> card & 1 and not meets_play_condition(board, sight, player, card):
            continue
        if board.chars and not joins_pair_or_gang(board, sight, card) and not is_free(board, sight, player, card):
            continue
        if not board.played and joins_without_covering(board, sight, player, card):
            actions.append(act("join", card))
            if table.settings.must_join_gangs and not 1 << card & table.by_verb.get(v.JoinAny, 0):
                continue
        actions.append(act("play", card))
    return actions


def may_end_character_phase(board: Board, player: int) -> bool:
    """Return whether the character phase may end: a character was played, or none is required (R0-34)."""
    if board.cancelled or not (board.played or board.bounced):
        return False
    limits = active_cards(board).texts_in_effect(1 - player) & board.table.by_verb.get(v.OneCharacter, 0)
    return not limits or active_cards_of_kind(board, player, v.CHARACTER).bit_count() <= 1


# --- boosters, supports, bluffs, loads ------------------------------------------------------------------------


def _extra_plays_count(board: Board, player: int, kind: str) -> int:
    return sum(effect.count for _, effect in active_effects(board, player, v.ExtraPlays) if effect.kind == kind)


def _may_play_one_more(board: Board, player: int, kind: str) -> bool:
    """Return whether one more booster or support is allowed: one of either, plus what texts add (R1-007 to R1-009)."""
    boosters = board.boosters + (kind == v.BOOSTER)
    supports = board.supports + (kind == v.SUPPORT)
    base = 0 if board.starting or board.stopped else 1
    if boosters + supports <= base:
        return True
    over = max(0, boosters - _extra_plays_count(board, player, v.BOOSTER))
    over += max(0, supports - _extra_plays_count(board, player, v.SUPPORT))
    return over <= base


def booster_plays(board: Board, player: int) -> list[Action]:
    table, sight = board.table, active_cards(board)
    cards = playable_cards(board, player) & ~banned_cards(board, player)
    room = {kind: _may_play_one_more(board, player, kind) for kind in (v.BOOSTER, v.SUPPORT)}
    actions = []
    for kind in (v.BOOSTER, v.SUPPORT):
        if is_limited_to_one_card(board, player, combat=kind == v.BOOSTER):
            continue
        for card in bits(cards & table.kinds[kind]):
            if (
                room[kind]
                or joins_pair_or_gang(board, sight, card)
                or (not board.stopped and is_free(board, sight, player, card))
            ):
                actions.append(act("play", card))
    if not is_limited_to_one_card(board, player, combat=False) and not supports_banned_by(board, player):
        if room[v.SUPPORT] or (board.free_next and not board.stopped):
            playable = cards if table.settings.bans_stop_bluffs else playable_cards(board, player)
            actions += _bluff_actions(board, sight, player, playable)
        if room[v.SUPPORT] and board.ships[player]:
            actions += [
                act("load", card, ship)
                for card in bits(loadable_cards(board, player))
                for ship in ships_with_room(board, player)
            ]
    return actions


def _bluff_actions(board: Board, sight: CardsInEffect, player: int, cards: int) -> list[Action]:
    table = board.table
    bluffs = cards & table.kinds[v.CHARACTER] & sight.with_icon(table, "BLUFF")
    if not bluffs:
        return []
    return [] if texts_ignoring_supports(board, player) else [act("bluff", card) for card in bits(bluffs)]


def texts_ignoring_supports(board: Board, player: int) -> list[int]:
    """Return the opposing texts that ignore supports, against which no bluff may be played (R1-052)."""
    texts = active_effects(board, 1 - player, v.Ignore)
    return [card for card, effect in texts if effect.what == "card" and effect.which.kinds == (v.SUPPORT,)]


def loadable_cards(board: Board, player: int) -> int:
    kinds = board.table.kinds
    return board.hand[player] & (kinds[v.CHARACTER] | kinds[v.BOOSTER] | kinds[v.SUPPORT])


def ships_with_room(board: Board, player: int, *, landed: bool = False) -> list[int]:
    """Return the player’s ships with room (R1-021), not landed ones unless a text says "my ships"."""
    table = board.table
    ships = bits(board.ships[player] & ~(0 if landed else board.landed))
    return [ship for ship in ships if board.cargo.get(ship, 0).bit_count() < table.capacity[ship]]


# --- demands and other phases ---------------------------------------------------------------------------------


def unmet_demands(board: Board, player: int) -> int:
    """Return the opposing demands not met yet this turn."""
    mask = board.table.by_verb.get(v.Demand, 0)
    return active_cards(board).texts_in_effect(1 - player) & mask & ~board.used if mask else 0


def may_enter_power_phase(board: Board, player: int) -> bool:
    """Return whether the turn can go on to the power phase: obligations met, power sufficient (R1-004, R1-005)."""
    table, live = board.table, active_cards(board).texts_in_effect(1 - player)
    must = table.by_verb.get(v.MustPlay, 0)
    if must and not all(is_must_play_met(board, card) for card in bits(live & must)):
        return False
    if not all(demand_allows_dragon(board, card) for card in bits(unmet_demands(board, player))):
        return False
    return is_power_sufficient(board, player)


def is_must_play_met(board: Board, card: int) -> bool:
    """Return whether a card of the type that a text demands was played."""
    return bool(board.met & (1 if board.table.effect_of_kind(card, v.MustPlay).kind == v.BOOSTER else 2))


def demand_allows_dragon(board: Board, card: int) -> bool:
    """Return whether a demand may be left unmet at the cost of a dragon."""
    return board.table.effect_of_kind(card, v.Demand).or_dragon


def anytime_actions(board: Board, player: int) -> list[Action]:
    """Return the plays of all phases 1, 2, 4 and 5: once-a-turn texts and demands (R0-29, R1-062)."""
    once = active_cards(board).texts_in_effect(player) & board.table.by_when[v.Timing.TURN] & ~board.used
    usable = [card for card in bits(once) if discard_targets(board, player, card)]
    payable = [card for card in bits(unmet_demands(board, player)) if cards_to_pay_with(board, player, card)[0]]
    return [*(act("use", card) for card in usable), *(act("satisfy", card) for card in payable)]


def discard_targets(board: Board, player: int, source: int) -> int:
    """Return the opposing active cards that a discarding text can take."""
    table, sight = board.table, active_cards(board)
    effect = table.effect_of_kind(source, v.DiscardTheirs)
    opponent = 1 - player
    active = sight.active[opponent] & (board.combat[opponent] | board.support[opponent])
    characters = active_cards_of_kind(board, opponent, v.CHARACTER)
    if characters.bit_count() < effect.least_characters:
        return 0
    targets = active
    if effect.kinds:
        targets = 0
        for kind in effect.kinds:
            targets |= active_cards_of_kind(board, opponent, kind)
    if effect.with_icon:
        targets = (active | board.ships[opponent]) & (table.iconed | board.facedown)
    if effect.spare_last_character and characters.bit_count() == 1:
        targets &= ~characters
    return targets & ~(sight.with_icon(table, "PROTECTED") & ~board.facedown)


def leadership_plays(board: Board, player: int) -> list[Action]:
    """Return every leadership card, and REPLACE (CARD-11)."""
    if board.lead_done:
        return []
    table, sight = board.table, active_cards(board)
    actions = []
    if not is_limited_to_one_card(board, player, combat=False):
        kinds = table.kinds
        cards = board.hand[player] & (kinds[v.LEADERSHIP] | kinds[v.SHIP] | kinds[v.HYLA])
        if table.settings.crystals:
            cards |= board.hand[player] & kinds[v.ACHIEVEMENT]
        actions = [act("play", card) for card in bits(cards & ~banned_cards(board, player))]
    replacing = board.hand[player] & sight.with_icon(table, "REPLACE")
    if inquisitor_in_effect(board, player) & table.by_verb.get(v.ReplaceForAll, 0):
        replacing |= board.hand[player] & ~sight.cards_without_icon("REPLACE")
    return actions + [act("replace", card) for card in bits(replacing)]


def beginning_actions(board: Board, player: int) -> list[Action]:
    """Return RETRIEVE, own bluffs to discard, ships to land (GAME-01)."""
    table, sight = board.table, active_cards(board)
    actions = []
    back = (
        (board.combat[player] | board.support[player])
        & ~board.covered
        & ~board.facedown
        & sight.with_icon(table, "RETRIEVE")
    )
    if back and may_take_card(board, player):
        # An opposing character with the icon, ignored or not, only blocks own characters (R1-038, C-04).
        if active_cards_of_kind(board, 1 - player, v.CHARACTER) & table.icons["RETRIEVE"]:
            back &= ~table.kinds[v.CHARACTER]
        actions += [act("retrieve", card) for card in bits(back)]
    if board.facedown:
        actions += [act("reveal", card) for card in bits(board.facedown & table.mine[player])]
    if board.ships[player]:
        actions += [act("land", ship) for ship in bits(board.ships[player] & ~board.landed)]
    return actions


def phase_actions(board: Board) -> list[Action]:
    """Return all actions of the phases 1, 2, 4 and 5 in the board’s phase; see `game.engine.turn` for the others."""
    player = board.turn
    actions = PHASE_PLAYS[board.phase](board, player)
    table = board.table
    if table.by_when[v.Timing.TURN] or table.by_verb.get(v.Demand, 0):
        actions += anytime_actions(board, player)
    may_pass = _PHASE_END_CHECKS.get(board.phase)
    if may_pass is None or may_pass(board, player):
        actions.append(PASS)
    return actions


PHASE_PLAYS = {BEGIN: beginning_actions, 1: leadership_plays, 3: character_plays, PLAYS: booster_plays}
_PHASE_END_CHECKS = {3: may_end_character_phase, PLAYS: may_enter_power_phase}


def may_interfere(board: Board, player: int, to: str) -> bool:
    """Return whether a player can answer this now, or with `ask_always`, whether their opponent must expect it."""
    may_hold = board.table.settings.ask_always and board.hand[player] & ~board.disclosed
    return bool(may_hold or interference_cards_for(board, player, to))


def interference_cards_for(board: Board, player: int, to: str) -> list[int]:
    """Return the interference cards that can answer this now."""
    table = board.table
    cards = board.hand[player] & table.by_verb.get(v.Interfere, 0)
    if not cards:
        return []
    allowed = cards & ~banned_cards(board, player) & ~active_cards(board).text_off
    return [card for card in bits(allowed) if getattr(table.effect_of_kind(card, v.Interfere), "to", "") == to]
