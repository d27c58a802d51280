"""Table: both decks of a game laid out for the engine, every card a small number, every printed fact a bit mask.

Card numbers (ids) run over both players’ decks, player 0’s first, then the inquisitors. A *mask* is an int with bit i
set for card i; `bits(mask)` returns the ids. Nothing here changes during a game, so all states of a game share one
table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from common.errors import Detail, Invalid
from common.text import gettext_noop
from game.engine.catalogue import CardFacts, CardType, Catalogue, IconKind, People, card_sort_key
from game.powers import verbs as v
from game.powers.cards import POWERS

EffectKind = TypeVar("EffectKind", bound=v.CardEffect)
_MAX_CACHED_BITS = 200_000
_bits_cache: dict[int, tuple[int, ...]] = {0: ()}


def bits(mask: int) -> tuple[int, ...]:
    """Return the ids in a mask, ascending."""
    places = _bits_cache.get(mask)
    if places is None:
        if len(_bits_cache) > _MAX_CACHED_BITS:
            _bits_cache.clear()
            _bits_cache[0] = ()
        ids = []
        rest = mask
        while rest:
            low = rest & -rest
            ids.append(low.bit_length() - 1)
            rest ^= low
        places = _bits_cache[mask] = tuple(ids)
    return places


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Readings that the rules page leaves open, with its own reading as default (GAME-36)."""

    edition: str = "legends"  # or "1e": what backtracking costs (MATCH-09, MATCH-10)
    decline_with_last_card_ends: bool = False  # MATCH-06, GAME-03
    six_cards: str = "areas"  # or "combat" (GAME-21)
    bluffs_count_for_six: bool = True  # GAME-21
    increases_first: bool = True  # GAME-14
    landed_ships_leave: str = "turn"  # or "plays": after the booster/support phase (R1-026)
    must_join_gangs: bool = False  # R0-23
    bans_stop_bluffs: bool = True  # bans of characters, by the printed side (R0-45, R1-049)
    text_bans_stop_ships: bool = True  # GAME-12
    dragon_costs: str = "affected"  # or "printed": cards paid for a dragon alone stay unaffected (C-40)
    ignored_bluff_marks: str = "lost"  # or "printed": what a called bluff shows while its icon is ignored (R1-053)
    optional_in_part: bool = False  # a text is carried out as far as possible (C-30)
    ask_before_announcing: bool = False  # the booster/support phase waits for a pass even if nothing can be played
    ask_always: bool = False  # ask everyone who, by public facts, could hold an interference card, as if they held it
    mulligan: bool = False  # one mulligan before the first turn, as at tournaments (DECK-21)
    crystals: bool = False  # this is a match, so crystal cards are allowed (DECK-11, R1-109)
    emissaries_agreed: bool = False  # the highest score is then 7 (MATCH-09)


@dataclass(frozen=True, slots=True)
class Deck:
    """One side’s cards by code, the order of the draw deck if known (top first), and its inquisitor."""

    cards: tuple[str, ...]
    inquisitor: str = ""
    name: str = ""


@dataclass(slots=True, eq=False)
class GameTable:
    """Everything printed on the cards of one game; see the module."""

    facts: tuple[CardFacts, ...]
    owner: tuple[int, ...]
    settings: RuleSettings
    mine: tuple[int, int] = (0, 0)
    inquisitor: tuple[int, int] = (-1, -1)
    values: tuple[tuple[int, ...], ...] = ()  # by element: 0 (all zero), 1 fire, 2 earth
    moons: tuple[int, ...] = ()
    word: tuple[str, ...] = ()  # first word of the name, for pairs and gangs (CARD-10)
    gang: tuple[str, ...] = ()  # colour, or ""
    capacity: tuple[int, ...] = ()
    kinds: dict[str, int] = field(default_factory=dict)
    icons: dict[str, int] = field(default_factory=dict)
    iconed: int = 0
    text: int = 0
    shields: tuple[int, int, int] = (0, 0, 0)
    by_verb: dict[type[v.CardEffect], int] = field(default_factory=dict)
    effects: tuple[tuple[v.CardEffect, ...], ...] = ()
    now: int = 0
    by_when: dict[v.Timing, int] = field(default_factory=dict)
    reached: dict[int, int] = field(default_factory=dict)  # of a ban or an ignoring card: the opposing cards it affects
    bluff_mark: tuple[int, ...] = ()  # 0 none, 1 fire, 2 earth

    def code(self, card: int) -> str:
        """Return the code of a card: `Vulca 05`."""
        return self.facts[card].code

    def effect_of_kind(self, card: int, kind: type[EffectKind]) -> EffectKind:
        return next(effect for effect in self.effects[card] if isinstance(effect, kind))


# Powers that count as bluff marks, in this order.
_ELEMENT_MARKS = {"fire": 1, "earth": 2}


def _mask_of_flags(flags: Sequence[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _matches_description(which: v.Which, card: CardFacts) -> bool:
    kind = card.type.value
    tests = (
        not which.kinds or kind in which.kinds,
        not (which.except_people and kind == v.CHARACTER and card.people.value == which.except_people),
        which.text is None or which.text == (card.code in POWERS),
        which.icons is None or which.icons == bool(card.icons),
        which.above is None or max(card.fire or 0, card.earth or 0) > which.above,
    )
    return all(tests)


def _reason_not_playable(card: CardFacts) -> str:
    if not card.known or card.type is CardType.UNKNOWN:
        return gettext_noop("We don’t know enough about “%(code)s” to play it.")
    if not card.playable:
        return gettext_noop("“%(code)s” can’t be part of a deck (DECK-09)")
    return ""


def _cards_of_deck(catalogue: Catalogue, deck: Deck, player: int) -> list[CardFacts]:
    faults: list[str] = []
    cards: list[CardFacts] = []
    for code in deck.cards:
        if code not in catalogue.by_code:
            similar = ", ".join(catalogue.suggest_names(code))
            faults.append(f"“{code[:40]}” isn’t a card" + (f"; perhaps {similar}" if similar else ""))
            continue
        card = catalogue[code]
        template = _reason_not_playable(card)
        if template:
            faults.append((template % {"code": code}).rstrip("."))
        elif card in cards:
            faults.append(f"“{code}” is in the deck twice (DECK-08)")
        cards.append(card)
    if faults:
        raise Invalid(
            gettext_noop("Player %(who)d’s deck can’t be played: %(faults)s."),
            {"who": player, "faults": "; ".join(dict.fromkeys(faults))},
            rule="DECK-08",
            details=[Detail(fault, field="cards") for fault in faults],
        )
    return cards


def _inquisitors(catalogue: Catalogue, decks: tuple[Deck, Deck]) -> list[tuple[int, CardFacts]]:
    inquisitors = []
    for player, deck in enumerate(decks):
        if not deck.inquisitor:
            continue
        card = catalogue.by_code.get(deck.inquisitor)
        if card is None or card.type is not CardType.INQUISITOR or not card.known:
            raise Invalid(
                gettext_noop("“%(code)s” isn’t a known inquisitor."), {"code": deck.inquisitor[:40]}, rule="DECK-12"
            )
        inquisitors.append((player, card))
    return inquisitors


def game_table_of_decks(
    catalogue: Catalogue, decks: tuple[Deck, Deck], settings: RuleSettings | None = None
) -> GameTable:
    """Return the table of two decks; raises `Invalid` naming every card that cannot be played with."""
    first_cards, second = (_cards_of_deck(catalogue, deck, player) for player, deck in enumerate(decks))
    return game_table_of_cards((first_cards, second), _inquisitors(catalogue, decks), settings or RuleSettings())


def game_table_of_cards(
    decks: tuple[list[CardFacts], list[CardFacts]], inquisitors: list[tuple[int, CardFacts]], settings: RuleSettings
) -> GameTable:
    """Return the table of these cards, each side’s in catalogue order: the same cards have the same ids."""
    first_cards, second = (sorted(cards, key=card_sort_key) for cards in decks)
    facts = (*first_cards, *second, *(card for _, card in inquisitors))
    owner = (*[0] * len(first_cards), *[1] * len(second), *(player for player, _ in inquisitors))
    table = GameTable(facts=facts, owner=owner, settings=settings)
    dealt = len(first_cards) + len(second)
    places = {player: dealt + place for place, (player, _) in enumerate(inquisitors)}
    table.inquisitor = (places.get(0, -1), places.get(1, -1))
    _fill_card_facts(table)
    _fill_card_powers(table)
    return table


def table_with_possible_cards(table: GameTable, player: int, cards: Sequence[CardFacts]) -> GameTable:
    """Return a table with further cards that a player may own; their ids come after all others."""
    owner = (*table.owner, *[player] * len(cards))
    extended = GameTable(facts=(*table.facts, *cards), owner=owner, settings=table.settings)
    extended.inquisitor = table.inquisitor
    _fill_card_facts(extended)
    _fill_card_powers(extended)
    return extended


def _fill_card_facts(table: GameTable) -> None:
    facts = table.facts
    table.mine = (
        _mask_of_flags([player == 0 for player in table.owner]),
        _mask_of_flags([player == 1 for player in table.owner]),
    )
    table.values = (
        tuple(0 for _ in facts),
        tuple(card.fire or 0 for card in facts),
        tuple(card.earth or 0 for card in facts),
    )
    table.moons = tuple(card.moons or 0 for card in facts)
    english = {card.name_de.split()[0]: _first_word_of_name(card) for card in facts if card.name and card.name_de}
    table.word = tuple(
        _first_word_of_name(card) if card.name else english.get(_first_word_of_name(card), _first_word_of_name(card))
        for card in facts
    )
    table.gang = tuple(next((i.detail for i in card.icons if i.kind is IconKind.GANG), "") for card in facts)
    table.capacity = tuple(card.capacity or 0 for card in facts)
    table.bluff_mark = tuple(
        next((_ELEMENT_MARKS.get(i.detail, 0) for i in card.icons if i.kind is IconKind.BLUFF), 0) for card in facts
    )
    for kind in CardType:
        table.kinds[kind.value] = _mask_of_flags([card.type is kind for card in facts])
    for icon in IconKind:
        table.icons[icon.value] = _mask_of_flags([card.has_icon(icon) for card in facts])
    table.iconed = _mask_of_flags([bool(card.icons) for card in facts])
    table.text = _mask_of_flags([card.code in POWERS for card in facts])
    fire = _mask_of_flags([card.has_icon(IconKind.SHIELD, "fire") for card in facts])
    table.shields = (0, fire, _mask_of_flags([card.has_icon(IconKind.SHIELD, "earth") for card in facts]))


def _first_word_of_name(card: CardFacts) -> str:
    """Return the first word of the name; for a gang, whose names are one word, the part before the next capital."""
    name = card.name or card.name_de
    if card.has_icon(IconKind.GANG):
        return next((name[:place] for place in range(1, len(name)) if name[place].isupper()), name)
    return name.split()[0] if name else ""


def _fill_card_powers(table: GameTable) -> None:
    facts = table.facts
    table.effects = tuple(POWERS[card.code].effects if card.code in POWERS else () for card in facts)
    every = {type(effect) for effects in table.effects for effect in effects}
    for verb in every:
        table.by_verb[verb] = _mask_of_flags([any(isinstance(e, verb) for e in effects) for effects in table.effects])
    for when in v.Timing:
        table.by_when[when] = _mask_of_flags([card.code in POWERS and POWERS[card.code].when is when for card in facts])
    table.now = table.by_when[v.Timing.NOW]
    for card, effects in enumerate(table.effects):
        theirs = table.mine[1 - table.owner[card]]
        for effect in effects:
            which = getattr(effect, "which", None)
            if isinstance(which, v.Which):
                table.reached[card] = _mask_of_flags([_matches_description(which, other) for other in facts]) & theirs
            if isinstance(effect, v.ReducePrinted):
                kinds = v.Which(effect.kinds)
                table.reached[card] = _mask_of_flags([_matches_description(kinds, other) for other in facts]) & theirs


def published_codes(catalogue: Catalogue, people: People) -> tuple[str, ...]:
    """Return the codes of the published deck of a people (DECK-17): 30 cards in catalogue order."""
    mark = people.value[0]
    return tuple(card.code for card in catalogue if card.deck == mark and card.playable and card.code != "Buka 31")


_SETTING_CHOICES: dict[str, tuple[object, ...]] = {
    "edition": ("legends", "1e"),
    "six_cards": ("areas", "combat"),
    "landed_ships_leave": ("turn", "plays"),
    "dragon_costs": ("affected", "printed"),
    "ignored_bluff_marks": ("lost", "printed"),
}


def settings_from(values: Mapping[str, object]) -> RuleSettings:
    """Return settings by their names in a file; raises `Invalid` for unknown ones."""
    known = {name: _SETTING_CHOICES.get(name, (True, False)) for name in RuleSettings.__dataclass_fields__}
    for name, value in values.items():
        if name not in known or type(value) is not type(known[name][0]) or value not in known[name]:
            raise Invalid(
                gettext_noop("“%(name)s” isn’t a game setting, or its value isn’t valid. Settings: %(known)s."),
                {"name": str(name)[:40], "known": ", ".join(known)},
            )
    return RuleSettings(**values)  # type: ignore[arg-type]  # every name and type was looked at above
