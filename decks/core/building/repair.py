"""Repair: makes a deck legal with the fewest changes, completes it towards a goal, or says what contradicts what."""

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cards.core.facts import CardFacts, Catalogue
from common.errors import Invalid
from common.sentence_tables import Sentence
from common.text import gettext_noop
from decks.core.building import requirements as labels
from decks.core.building.constraints import DeckConstraints, deck_constraints
from decks.core.building.requirements import MOON_COST, Requirements, card_score, estimated_card_value
from decks.core.building.solver import (
    IntegerProgram,
    Outcome,
    Solution,
    Sum,
    contradicting_labels,
    solve,
    solve_in_slices,
)
from decks.core.legality import DeckList, Entry, Report, Status, judge_deck

SOLVER_SECONDS = 5.0
_COST_OF_CHANGE = 1_000_000  # one change outweighs the value of all cards of a deck
_SCORE_OF_OWN_PEOPLE = 40  # tie-break: cards of the leader’s own people
# With equally few changes, this many of the cards added last are kept, the newest first.
_LATE_COSTS, _LAST_CARDS_COUNTED = 5_000, 10
_SCORE_OF_OWNED_CARD = 400  # tie-break: cards that are owned are added first
KEPT_AT_A_PRICE = 3  # cards added last that are kept even if that takes more changes


@dataclass(frozen=True, slots=True)
class ProposedDeck:
    """A proposed deck: cards to take out and put in, pairs of both, and whether this is proven to be the fewest.

    `mended` names what was changed beside the cards ("leaders", "inquisitors" …). `swaps` pairs cards of one type where
    possible; None stands for no card.
    """

    deck: DeckList
    report: Report
    out: tuple[str, ...]
    into: tuple[str, ...]
    swaps: tuple[tuple[str | None, str | None], ...]
    mended: tuple[str, ...]
    proven: bool

    @property
    def changes(self) -> int:
        """Return the number of cards taken out and put in."""
        return len(self.out) + len(self.into)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Requirements and rules that contradict each other; without any one of them, all others can be met."""

    messages: tuple[Sentence, ...]


def repair_deck(
    deck: DeckList,
    catalogue: Catalogue,
    *,
    alternatives: int = 0,
    seconds: float = SOLVER_SECONDS,
    added: Sequence[str] = (),
    owned: Collection[str] = (),
) -> list[ProposedDeck]:
    """Return the nearest legal deck, and as many equally near `alternatives`, if there are any.

    The distance is the number of cards taken out plus the number put in. Among the nearest decks, decks with the cards
    `added` last (in their order) win, then decks with `owned` cards. Raises `Invalid` if no legal deck exists or it
    depends on an unknown fact.
    """
    limits = deck_constraints(deck, catalogue)
    program = _repair_program(limits, added, owned)
    proposals = [_solution_repair(limits, _solved_or_raise(program, seconds), catalogue)]
    while len(proposals) <= alternatives:
        program = replace(program, sums=(*program.sums, _exclude_solution(limits, proposals[-1])))
        answer = solve(program, seconds=seconds)
        if answer.outcome not in (Outcome.PROVEN, Outcome.FOUND):
            break
        other = _solution_repair(limits, answer, catalogue)
        if other.changes != proposals[0].changes:
            break
        proposals.append(other)
    return proposals


def repair_with_added(
    deck: DeckList,
    catalogue: Catalogue,
    *,
    added: Sequence[str],
    seconds: float = SOLVER_SECONDS,
    owned: Collection[str] = (),
) -> ProposedDeck | None:
    """Return the nearest legal deck that keeps the few cards added last; None if none is found."""
    limits = deck_constraints(deck, catalogue)
    program, indexes = _repair_program(limits, added, owned), _slots_by_code(limits)
    must_keep = [dict.fromkeys(indexes.get(code, ()), 1) for code in added[-KEPT_AT_A_PRICE:]]
    answer = solve(replace(program, sums=(*program.sums, *(Sum(index, 1) for index in must_keep))), seconds=seconds)
    return _solution_repair(limits, answer, catalogue) if answer.outcome in (Outcome.PROVEN, Outcome.FOUND) else None


def _repair_program(limits: DeckConstraints, added: Sequence[str], owned: Collection[str]) -> IntegerProgram:
    """Return the integer program for the fewest changes; its score prefers the better of equally near decks."""
    late_scores = {code: _LATE_COSTS * place for place, code in enumerate(added[-_LAST_CARDS_COUNTED:], start=1)}
    slots = card_slots(limits)
    bonuses = {code: _SCORE_OF_OWNED_CARD for code in owned if code not in limits.deck_copies} | late_scores
    scores = {index: _repair_score(slot, limits) + bonuses.get(slot.card.code, 0) for index, slot in enumerate(slots)}
    return IntegerProgram(len(slots), _rule_constraints(limits), scores, _slots_of_present_deck(limits))


def _solved_or_raise(program: IntegerProgram, seconds: float) -> Solution:
    answer = solve(program, seconds=seconds)
    if answer.outcome is Outcome.IMPOSSIBLE:
        raise Invalid(gettext_noop("These cards can’t make a legal deck in this format."))
    if answer.outcome is Outcome.OPEN:
        raise Invalid(gettext_noop("No legal deck was found in the time available."))
    return answer


@dataclass(frozen=True, slots=True)
class CardSlot:
    """One copy of a card that may be in the deck, counted from 0; the solver chooses among these."""

    card: CardFacts
    copy: int


def card_slots(limits: DeckConstraints) -> tuple[CardSlot, ...]:
    """Return every copy of every card that may be in the deck; a copy is only chosen after the copy before it."""
    return tuple(CardSlot(card, copy) for card in limits.offered for copy in range(min(limits.copies, limits.size)))


def _slots_by_code(limits: DeckConstraints) -> dict[str, list[int]]:
    indexes: dict[str, list[int]] = {}
    for index, slot in enumerate(card_slots(limits)):
        indexes.setdefault(slot.card.code, []).append(index)
    return indexes


def _repair_score(slot: CardSlot, limits: DeckConstraints) -> int:
    card, is_in_deck = slot.card, slot.copy < limits.deck_copies.get(slot.card.code, 0)
    score = estimated_card_value(card) + (_COST_OF_CHANGE if is_in_deck else -_COST_OF_CHANGE)
    if card.code in limits.moons:  # it costs moons, as a card of another people
        return score - MOON_COST * (card.moons or 0)
    return score + _SCORE_OF_OWN_PEOPLE


def _rule_constraints(limits: DeckConstraints, label: int | None = None) -> tuple[Sum, ...]:
    """Return the constraints on size, moons, types, forced cards and limited groups; their numbers begin at `label`."""
    indexes, labels = _slots_by_code(limits), itertools.count(label or 0)
    every = [index for of_card in indexes.values() for index in of_card]

    def next_label() -> int | None:
        return None if label is None else next(labels)

    def slots_of(codes: Iterable[str]) -> dict[int, int]:
        return {index: 1 for code in codes for index in indexes.get(code, ())}

    sums = [Sum(dict.fromkeys(every, 1), limits.size, limits.size, next_label())]
    if limits.most_moons is not None:
        moons = {index: count for code, count in limits.moons.items() if count for index in indexes.get(code, ())}
        sums.append(Sum(moons, None, limits.most_moons, next_label()))
    for kind, least in limits.least:
        sums.append(Sum(slots_of(card.code for card in limits.offered if card.type is kind), least, None, next_label()))
    sums += [Sum(slots_of([code]), 1) for code in sorted(limits.forced)]
    sums += [Sum(slots_of(codes), None, maximum) for codes, maximum in limits.limited]
    pairs = (pair for of_card in indexes.values() for pair in itertools.pairwise(of_card))
    sums += [Sum({before: 1, after: -1}, 0) for before, after in pairs]
    return tuple(sums)


def _slots_of_present_deck(limits: DeckConstraints) -> frozenset[int]:
    in_deck = limits.deck_copies
    return frozenset(
        index for index, slot in enumerate(card_slots(limits)) if slot.copy < in_deck.get(slot.card.code, 0)
    )


def _exclude_solution(limits: DeckConstraints, proposal: ProposedDeck) -> Sum:
    """Require a different proposal: not all the same cards out; if none went out, not all the same cards in."""
    copies = {entry.code: entry.copies for entry in proposal.deck.entries}
    slots = card_slots(limits)
    chosen = {index for index, slot in enumerate(slots) if slot.copy < copies.get(slot.card.code, 0)}
    deck_places = _slots_of_present_deck(limits)
    if deck_places - chosen:
        return Sum(dict.fromkeys(deck_places - chosen, 1), 1)
    into = dict.fromkeys(chosen - deck_places, 1)
    return Sum(into, None, max(0, len(into) - max(1, len(into) // 2)))


def _solution_repair(limits: DeckConstraints, answer: Solution, catalogue: Catalogue) -> ProposedDeck:
    slots = card_slots(limits)
    chosen = Counter(slots[index].card.code for index in answer.chosen)
    remaining = [code for code in limits.deck_copies if code in chosen]
    fresh = [card.code for card in limits.offered if card.code in chosen and card.code not in limits.deck_copies]
    into = [code for code in (*remaining, *fresh) for _ in range(chosen[code] - limits.deck_copies.get(code, 0))]
    out = [code for code, copies in limits.deck_copies.items() for _ in range(copies - chosen[code])]
    deck = replace(limits.deck, entries=tuple(Entry(code, chosen[code]) for code in (*remaining, *fresh)))
    report = judge_deck(deck, catalogue)
    if report.status is not Status.LEGAL:
        raise Invalid(gettext_noop("The site can’t suggest changes for this format yet."))
    swaps = tuple(_pair_swaps(out, into, catalogue))
    return ProposedDeck(deck, report, tuple(out), tuple(into), swaps, limits.mended, answer.outcome is Outcome.PROVEN)


def _pair_swaps(out: Sequence[str], into: Sequence[str], catalogue: Catalogue) -> list[tuple[str | None, str | None]]:
    waiting = list(into)
    pairs: list[tuple[str | None, str | None]] = []
    alone: list[str] = []
    for code in out:
        kind = catalogue[code].type if code in catalogue else None
        mate = next((code for code in waiting if catalogue[code].type == kind), None)
        if mate is None:
            alone.append(code)
        else:
            waiting.remove(mate)
            pairs.append((code, mate))
    pairs += [(code, waiting.pop(0) if waiting else None) for code in alone]
    return [*pairs, *((None, code) for code in waiting)]


def complete_deck(
    deck: DeckList,
    catalogue: Catalogue,
    requirements: Requirements,
    *,
    seconds: float = SOLVER_SECONDS,
    pulse: Callable[[Solution, float], bool] | None = None,
) -> ProposedDeck | Contradiction | None:
    """Return the best legal deck for the goal that meets every requirement, or what makes that impossible.

    With `pulse`, the search runs in slices until `pulse` returns False. Returns None if time ran out first; raises
    `Invalid` if the result depends on an unknown fact.
    """
    limits = deck_constraints(deck, catalogue)
    sums, messages = _requirement_constraints(limits, requirements, catalogue)
    deck_places, slots = _slots_of_present_deck(limits), card_slots(limits)
    scores = {
        index: card_score(slot.card, requirements.goal, foreign=slot.card.code in limits.moons) + (index in deck_places)
        for index, slot in enumerate(slots)
    }
    program = IntegerProgram(len(slots), sums, scores, deck_places)
    answer = solve_in_slices(program, seconds=seconds, go_on=pulse) if pulse else solve(program, seconds=seconds)
    if answer.outcome is Outcome.IMPOSSIBLE:
        return Contradiction(tuple(messages[label] for label in contradicting_labels(program, seconds=seconds)))
    return None if answer.outcome is Outcome.OPEN else _solution_repair(limits, answer, catalogue)


def _requirement_constraints(
    limits: DeckConstraints, requirements: Requirements, catalogue: Catalogue
) -> tuple[tuple[Sum, ...], list[Sentence]]:
    """Return rules and requirements as sums, and their sentences; the label of a sum is the index of its sentence."""
    messages = [Sentence(labels.SIZE_RULE_LABEL, {"count": limits.size}, "DECK-02")]
    if limits.most_moons is not None:
        messages.append(Sentence(labels.MOONS_RULE_LABEL, {"count": limits.most_moons}, "DECK-03"))
    messages += [Sentence(labels.MIN_OF_TYPE, {"count": least, "type": kind.value}) for kind, least in limits.least]
    sums = list(_rule_constraints(limits, 0))
    indexes = _slots_by_code(limits)

    def require(template: str, factors: Mapping[int, int], low: int | None, high: int | None, **params: object) -> None:
        sums.append(Sum(factors, low, high, len(messages)))
        messages.append(Sentence(template, params))

    def slots_of(code: str) -> dict[int, int]:
        return dict.fromkeys(indexes.get(code, ()), 1)

    if requirements.keep_held:
        deck_places = _slots_of_present_deck(limits)
        require(labels.KEEP_WHOLE_DECK_LABEL, dict.fromkeys(deck_places, 1), len(deck_places), None)
    for code in dict.fromkeys(requirements.keep):
        require(labels.KEEP_CARD_LABEL, slots_of(code), 1, None, card=_code_and_label(code, catalogue))
    for code in dict.fromkeys(requirements.never):
        require(labels.NEVER_CARD_LABEL, slots_of(code), None, 0, card=_code_and_label(code, catalogue))
    if requirements.only is not None:
        owned = requirements.only
        missing = {
            index: 1 for index, slot in enumerate(card_slots(limits)) if slot.copy >= owned.get(slot.card.code, 0)
        }
        require(labels.ONLY_OWNED_LABEL, missing, None, 0)
    for template, factors, low, high, params in _requirement_totals(limits, requirements):
        require(template, factors, low, high, **params)
    return tuple(sums), messages


def _code_and_label(code: str, catalogue: Catalogue) -> str:
    return f"{code} {catalogue[code].label}" if code in catalogue else code


RequirementTotal = tuple[str, dict[int, int], int | None, int | None, dict[str, object]]


def _requirement_totals(limits: DeckConstraints, requirements: Requirements) -> list[RequirementTotal]:
    cards = [(index, slot.card) for index, slot in enumerate(card_slots(limits))]
    totals: list[RequirementTotal] = []
    if requirements.most_moons is not None:
        moons = {index: limits.moons[card.code] for index, card in cards if limits.moons.get(card.code)}
        totals.append((labels.MAX_MOONS, moons, None, requirements.most_moons, {"count": requirements.most_moons}))
    if requirements.least_fire:
        fire = {index: card.fire for index, card in cards if card.fire}
        totals.append((labels.MIN_FIRE, fire, requirements.least_fire, None, {"count": requirements.least_fire}))
    if requirements.least_earth:
        earth = {index: card.earth for index, card in cards if card.earth}
        totals.append((labels.MIN_EARTH, earth, requirements.least_earth, None, {"count": requirements.least_earth}))
    for icon, count in requirements.at_least.items():
        with_icon = {index: 1 for index, card in cards if card.has_icon(icon)}
        totals.append((labels.MIN_ICONS, with_icon, count, None, {"count": count, "icon": icon.value}))
    for kind, count in requirements.types.items():
        of_type = {index: 1 for index, card in cards if card.type is kind}
        totals.append((labels.MIN_OF_TYPE, of_type, count, None, {"count": count, "type": kind.value}))
    return totals
