"""Bots: they see only what their seat sees, pick the same for the same seed and view, and give reasons."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from statistics import fmean

from cards.core.facts import CardFacts, CardType, IconKind, Timing
from common.sentence_tables import sentences
from common.text import gettext_noop
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.state import DraftPick, PublicDraftState, SeatDraftState, State
from drafts.core.engine.valuation import WeighedCard, weigh_packet
from game.evidence import Measurements


class BotLevel(StrEnum):
    """How well one bot drafts."""

    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"

    @property
    def label(self) -> str:
        """Return the name of the level, untranslated."""
        return _LEVEL_NAMES[self]

    @property
    def description(self) -> str:
        return _LEVEL_DESCRIPTIONS[self]


class BotLineup(StrEnum):
    """Levels of all bots of a table; accepts the names of earlier versions, too."""

    MIXED = "mixed"
    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"

    @classmethod
    def _missing_(cls, value: object) -> "BotLineup | None":
        return _EARLIER_COMPANY_NAMES.get(value) if isinstance(value, str) else None

    def levels_of_seats(self, players: int) -> tuple[BotLevel, ...]:
        if self is not BotLineup.MIXED:
            return (BotLevel(self.value),) * players
        everyone = tuple(BotLevel)
        return tuple(everyone[seat % len(everyone)] for seat in range(players))


# In earlier versions, bots had characters with these names instead of levels.
_EARLIER_COMPANY_NAMES = {"sage": BotLineup.EXPERT, "weaver": BotLineup.CLUB, "raider": BotLineup.BEGINNER}
_LEVEL_NAMES, _LEVEL_DESCRIPTIONS = sentences("drafts", "bot_levels"), sentences("drafts", "bot_levels_in_words")

BOT_NAMES: tuple[str, ...] = ("Ada", "Boole", "Curie", "Dirac", "Euler", "Fermat")

# What an icon adds to a beginner’s value of a card, in points of element value.
_ICON_VALUES: Mapping[IconKind, float] = {
    IconKind.SHIELD: 1.4,
    IconKind.STOP: 1.3,
    IconKind.RETRIEVE: 1.8,
    IconKind.FREE: 1.6,
    IconKind.PAIR: 0.6,
    IconKind.GANG: 0.4,
    IconKind.PROTECTED: 1.2,
    IconKind.BLUFF: 0.8,
    IconKind.REPLACE: 0.5,
}
# The largest random addition to a card’s value: for a beginner in points of value, for a club player in crystals.
_RANDOMNESS_BY_LEVEL: Mapping[BotLevel, float] = {BotLevel.BEGINNER: 3.0, BotLevel.CLUB: 0.1, BotLevel.EXPERT: 0.0}
# A beginner prefers characters until the pool has this many.
_USUAL_CHARACTER_COUNT = 17
# In crystals per game. A smaller difference is no reason for a pick.
_NOTICEABLE_DIFFERENCE, _LARGE_DIFFERENCE = 0.04, 0.2


@dataclass(frozen=True, slots=True)
class PickReason:
    """Reason for a pick: a sentence to translate, and its parameters."""

    template: str
    params: Mapping[str, object]


def printed_strength(card: CardFacts) -> float:
    """Return a beginner’s value of a card, from its printed values, icons, text and moons."""
    fire, earth = card.fire or 0, card.earth or 0
    value = max(fire, earth) + 0.35 * min(fire, earth)
    value += sum(_ICON_VALUES[icon.kind] for icon in card.icons)
    value += 1.5 * (card.moons or 0)
    if card.timing is not Timing.NONE:
        value += 1.0
    if card.type is CardType.LEADERSHIP:
        value += 2.5
    return value


def choose_bot_card(
    seen: SeatDraftState,
    cards: Mapping[str, CardFacts],
    evidence: Measurements,
    *,
    kept_at_end: int,
    seed: str,
    level: BotLevel = BotLevel.EXPERT,
) -> str:
    """Return the code of the card a bot picks from the packet in `view`, which must not be empty.

    An expert picks what adds most to its deck, a club player the best single card, a beginner the highest printed
    values. Club players and beginners add a random part, fixed by the seed.
    """
    if level is BotLevel.EXPERT:  # no random part
        weighed = weigh_packet(seen.packet, seen.pool, cards, evidence, left=kept_at_end - len(seen.pool))
        return max(weighed, key=lambda card: (card.value, card.code)).code
    rng = random.Random(f"{seed}/{seen.seat}/{seen.round}/{seen.number}")
    whims = {code: rng.random() * _RANDOMNESS_BY_LEVEL[level] for code in seen.packet}
    if level is BotLevel.CLUB:
        likings = {code: evidence.value_or_average(code) for code in seen.packet}
    else:
        characters = sum(cards[code].type is CardType.CHARACTER for code in seen.pool)
        wanted = CardType.CHARACTER if characters < _USUAL_CHARACTER_COUNT else None
        likings = {code: printed_strength(cards[code]) + (cards[code].type is wanted) for code in seen.packet}
    return max(seen.packet, key=lambda code: (likings[code] + whims[code], code))


_BEST_CARD_REASON = PickReason(gettext_noop("On its own, it’s the strongest card here."), {})
_NEEDED_TYPE_REASON = PickReason(gettext_noop("The deck still needed cards of this kind."), {})


def reason_for_card(weighed: Sequence[WeighedCard], code: str, cards: Mapping[str, CardFacts]) -> PickReason:
    """Return the reason for picking a card; `weighed` are all cards of its packet, best first."""
    chosen = next(other for other in weighed if other.code == code)
    rest = [other for other in weighed if other.code != code]
    if not rest:
        return PickReason(gettext_noop("It was the only card."), {})
    if not chosen.measured:
        return PickReason(gettext_noop("Its value hasn’t been measured, so it counts as an average card."), {})
    best = max(rest, key=lambda other: other.value)
    other: dict[str, object] = {"other": cards[best.code].label}
    ahead = chosen.value - best.value
    if ahead < 0:
        return PickReason(gettext_noop("%(other)s would have been better."), other)
    if chosen.mates_in_pool and chosen.mates > max(ahead, _NOTICEABLE_DIFFERENCE):
        return _synergy_reason(chosen, cards)
    if chosen.mix > max(ahead, _NOTICEABLE_DIFFERENCE):
        return _NEEDED_TYPE_REASON
    if ahead < _NOTICEABLE_DIFFERENCE:
        return PickReason(gettext_noop("Hardly better than %(other)s: either is fine."), other)
    if ahead < _LARGE_DIFFERENCE:
        return PickReason(gettext_noop("It’s the strongest card here, just ahead of %(other)s."), other)
    template = gettext_noop("It’s the strongest card here, well ahead of %(other)s (%(crystals)s crystals per game).")
    return PickReason(template, other | {"crystals": Decimal(f"{ahead:.2f}")})


def reason_for_better_card(better: WeighedCard, taken: WeighedCard, cards: Mapping[str, CardFacts]) -> PickReason:
    mates, mix, alone = better.mates - taken.mates, better.mix - taken.mix, better.alone - taken.alone
    if better.mates_in_pool and mates >= max(mix, alone):
        return _synergy_reason(better, cards)
    return _NEEDED_TYPE_REASON if mix > alone else PickReason(gettext_noop("It’s the better card on its own."), {})


def _synergy_reason(card: WeighedCard, cards: Mapping[str, CardFacts]) -> PickReason:
    mates = ", ".join(dict.fromkeys(cards[code].label for code in card.mates_in_pool))
    return PickReason(gettext_noop("It goes well with %(mates)s in the pool."), {"mates": mates})


def explain_bot_pick(
    weighed: Sequence[WeighedCard], code: str, cards: Mapping[str, CardFacts], level: BotLevel
) -> PickReason:
    """Return why a bot of this level picked the card; pass `weighed` as for `reason_for_card`."""
    if level is BotLevel.EXPERT or len(weighed) == 1:
        return reason_for_card(weighed, code, cards)
    chosen = next(other for other in weighed if other.code == code)
    if level is BotLevel.CLUB:
        best = max(weighed, key=lambda other: other.alone)
        if best.alone > chosen.alone:
            return PickReason(
                gettext_noop("A whim: on its own, %(other)s is worth more."), {"other": cards[best.code].label}
            )
        return _BEST_CARD_REASON
    card = cards[code]
    params: dict[str, object] = {"fire": card.fire or 0, "earth": card.earth or 0}
    greatest = max(weighed, key=lambda other: printed_strength(cards[other.code]))
    if printed_strength(cards[greatest.code]) > printed_strength(card):
        params["other"] = cards[greatest.code].label
        return PickReason(
            gettext_noop("A whim, or it wanted a character: %(other)s has higher printed numbers."), params
        )
    return PickReason(
        gettext_noop("No card in the packet has higher printed numbers (fire %(fire)s, earth %(earth)s)."), params
    )


def bot_pick(
    state: State,
    seat: int,
    cards: Mapping[str, CardFacts],
    evidence: Measurements,
    *,
    seed: str,
    level: BotLevel = BotLevel.EXPERT,
    public_state: PublicDraftState | None = None,
) -> DraftPick:
    """Return the pick of a bot, from its seat’s view; the seat must be awaited. `public_state`: as for `State.view`."""
    seen = state.view(seat, public_state)
    if seen.packet[0] in cards:
        card = choose_bot_card(seen, cards, evidence, kept_at_end=state.setup.figures.kept, seed=seed, level=level)
    else:
        brings = {answer: state.cards_of_answer(answer) for answer in seen.packet}
        whole = [code for codes in brings.values() for code in codes]
        # `fmean` is exact, so the hidden order of the cards can’t change the mean by rounding.
        unseen = fmean(_value_of_card(cards[code], evidence, level) for code in state.deal) if "" in whole else 0.0
        values = {
            answer: _value_of_cards([code for code in codes if code], seen, cards, evidence, level)
            + codes.count("") * unseen
            for answer, codes in brings.items()
        }
        card = max(values, key=lambda answer: values[answer])
    return DraftPick(seat=seat, round=seen.round, number=seen.number, card=card)


def _value_of_cards(
    codes: Sequence[str], seen: SeatDraftState, cards: Mapping[str, CardFacts], evidence: Measurements, level: BotLevel
) -> float:
    """Return a bot’s value of several cards that come together; a card with a negative value counts 0."""
    if level is not BotLevel.EXPERT or not codes:
        return sum(_value_of_card(cards[code], evidence, level) for code in codes)
    weighed = weigh_packet(codes, seen.pool, cards, evidence, left=max(DECK_SIZE - len(seen.pool), len(codes)))
    return sum(max(card.value, 0.0) for card in weighed)


def _value_of_card(card: CardFacts, evidence: Measurements, level: BotLevel) -> float:
    return printed_strength(card) if level is BotLevel.BEGINNER else max(evidence.value_or_average(card.code), 0.0)


def play_bots(
    state: State,
    seats: frozenset[int],
    cards: Mapping[str, CardFacts],
    evidence: Measurements,
    *,
    seed: str,
    levels: Sequence[BotLevel] = (),
) -> tuple[State, list[DraftPick]]:
    """Let bots at `seats` pick while awaited; return state and picks. `levels` by seat; mixed if left out."""
    levels = levels or BotLineup.MIXED.levels_of_seats(state.setup.players)
    made: list[DraftPick] = []
    while picks := next_bot_picks(state, seats, cards, evidence, seed=seed, levels=levels):
        for pick in picks:
            state = state.after(pick)
        made += picks
    return state, made


def next_bot_picks(
    state: State,
    seats: frozenset[int],
    cards: Mapping[str, CardFacts],
    evidence: Measurements,
    *,
    seed: str,
    levels: Sequence[BotLevel],
) -> list[DraftPick]:
    """Return a pick for each awaited bot at `seats`; the picks don’t depend on each other."""
    waiting = [seat for seat in state.awaited_seats if seat in seats]
    if not waiting:
        return []
    public_state = state.public()
    return [
        bot_pick(state, seat_number, cards, evidence, seed=seed, level=levels[seat_number], public_state=public_state)
        for seat_number in waiting
    ]
