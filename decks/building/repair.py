"""Make a deck legal with the fewest changes, proven fewest; complete it to a goal; or say what contradicts what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from cards.facts import CardFacts, Catalogue
from common.errors import Invalid
from common.text import gettext_noop
from decks.building import wishes as words
from decks.building.frame import Frame, frame
from decks.building.solver import Answer, Outcome, Program, Sum, contradiction, solve, solve_patiently
from decks.building.wishes import Said, Wishes, score
from decks.legality import DeckList, Entry, Report, Status, judge

SECONDS = 5.0
_CHANGE = 1_000_000  # one change outweighs whatever all cards of a deck are worth together
_HOME = 40  # among equals, cards of the leader's own people
Pulse = Callable[[Answer, float], bool]


@dataclass(frozen=True, slots=True)
class Help:
    """A deck the site proposes: what to take out, what to put in, pairs of both, and whether fewer were possible.

    `mended` names what beside the cards was changed ("leaders", "inquisitors" …). `swaps` pairs cards of one type
    as far as there are any; None stands where nothing comes in, or nothing goes.
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
        """Cards taken out and cards put in."""
        return len(self.out) + len(self.into)


@dataclass(frozen=True, slots=True)
class Clash:
    """It cannot be done: wishes and rules that contradict each other, none of them to spare."""

    said: tuple[Said, ...]


def repair(deck: DeckList, catalogue: Catalogue, *, alternatives: int = 0, seconds: float = SECONDS) -> list[Help]:
    """The nearest legal deck, and as many others that are as near, if there are any.

    The distance is the number of cards taken out plus the number put in. Raises `Invalid` where no legal deck exists
    or nobody can know.
    """
    bounds = frame(deck, catalogue)
    cards = bounds.offered
    scores = {place: _repair_score(card, bounds, catalogue) for place, card in enumerate(cards)}
    program = Program(len(cards), _rules(bounds), scores, _held_places(bounds))
    found = [_proposal(bounds, _solved(program, seconds), catalogue)]
    while len(found) <= alternatives:
        program = replace(program, sums=(*program.sums, _another(bounds, found[-1])))
        answer = solve(program, seconds=seconds)
        if answer.outcome not in (Outcome.PROVEN, Outcome.FOUND):
            break
        other = _proposal(bounds, answer, catalogue)
        if other.changes != found[0].changes:
            break
        found.append(other)
    return found


def _solved(program: Program, seconds: float) -> Answer:
    answer = solve(program, seconds=seconds)
    if answer.outcome is Outcome.IMPOSSIBLE:
        raise Invalid(gettext_noop("No deck of these cards keeps all the rules of this format."))
    if answer.outcome is Outcome.OPEN:
        raise Invalid(gettext_noop("The site found no legal deck in the time it has."))
    return answer


def _repair_score(card: CardFacts, bounds: Frame, catalogue: Catalogue) -> int:
    own = card.code not in bounds.moons
    value = words.worth(card) - words._MOON * (card.moons or 0) * (not own) + _HOME * own
    return value + _CHANGE * (1 if card.code in bounds.held else -1)


def _rules(bounds: Frame, label: int | None = None) -> tuple[Sum, ...]:
    """Size, moons, forced cards and limited groups; with `label`, the first two are wishes numbered from it."""
    place = {card.code: at for at, card in enumerate(bounds.offered)}
    after = None if label is None else label + 1
    sums = [Sum(dict.fromkeys(place.values(), 1), bounds.size, bounds.size, label)]
    if bounds.most_moons is not None:
        moons = {place[code]: count for code, count in bounds.moons.items() if code in place and count}
        sums.append(Sum(moons, None, bounds.most_moons, after))
    sums += [Sum({place[code]: 1} if code in place else {}, 1) for code in sorted(bounds.forced)]
    for codes, most in bounds.limited:
        sums.append(Sum({place[code]: 1 for code in codes if code in place}, None, most))
    return tuple(sums)


def _held_places(bounds: Frame) -> frozenset[int]:
    return frozenset(at for at, card in enumerate(bounds.offered) if card.code in bounds.held)


def _another(bounds: Frame, found: Help) -> Sum:
    """Something else than this: not just the same cards out; where nothing went out, not just the same in."""
    place = {card.code: at for at, card in enumerate(bounds.offered)}
    kept = {entry.code for entry in found.deck.entries}
    out = {place[code]: 1 for code in found.out if code in place and code not in kept}
    if out:
        return Sum(out, 1)
    into = {place[code]: 1 for code in found.into}
    return Sum(into, None, max(0, len(into) - max(1, len(into) // 2)))


def _proposal(bounds: Frame, answer: Answer, catalogue: Catalogue) -> Help:
    chosen = {bounds.offered[place].code for place in answer.chosen}
    kept = [code for code in bounds.held if code in chosen]
    into = [card.code for card in bounds.offered if card.code in chosen and card.code not in bounds.held]
    out = [code for code, copies in bounds.held.items() for _ in range(copies - (code in chosen))]
    deck = replace(bounds.deck, entries=tuple(Entry(code) for code in (*kept, *into)))
    report = judge(deck, catalogue)
    if report.status is not Status.LEGAL:
        raise Invalid(gettext_noop("The site cannot help with the rules of this format yet."))
    swaps = tuple(_swaps(out, into, catalogue))
    return Help(deck, report, tuple(out), tuple(into), swaps, bounds.mended, answer.outcome is Outcome.PROVEN)


def _swaps(out: Sequence[str], into: Sequence[str], catalogue: Catalogue) -> list[tuple[str | None, str | None]]:
    waiting = list(into)
    pairs: list[tuple[str | None, str | None]] = []
    alone: list[str] = []
    for code in out:
        kind = catalogue[code].type if code in catalogue else None
        mate = next((one for one in waiting if catalogue[one].type == kind), None)
        if mate is None:
            alone.append(code)
        else:
            waiting.remove(mate)
            pairs.append((code, mate))
    pairs += [(code, waiting.pop(0) if waiting else None) for code in alone]
    return [*pairs, *((None, code) for code in waiting)]


def complete(
    deck: DeckList, catalogue: Catalogue, wishes: Wishes, *, seconds: float = SECONDS, pulse: Pulse | None = None
) -> Help | Clash | None:
    """The best legal deck for the goal that keeps every wish, or the wishes and rules that contradict each other.

    With `pulse` the search goes on in slices until it answers False. None where the time was too short for either;
    raises `Invalid` where nobody can know.
    """
    bounds = frame(deck, catalogue)
    sums, said = _wished(bounds, wishes, catalogue)
    scores = {
        place: score(card, wishes.goal, foreign=card.code in bounds.moons) + (card.code in bounds.held)
        for place, card in enumerate(bounds.offered)
    }
    program = Program(len(bounds.offered), sums, scores, _held_places(bounds))
    answer = solve_patiently(program, seconds=seconds, go_on=pulse) if pulse else solve(program, seconds=seconds)
    if answer.outcome is Outcome.IMPOSSIBLE:
        return Clash(tuple(said[label] for label in contradiction(program, seconds=seconds)))
    return None if answer.outcome is Outcome.OPEN else _proposal(bounds, answer, catalogue)


def _wished(bounds: Frame, wishes: Wishes, catalogue: Catalogue) -> tuple[tuple[Sum, ...], list[Said]]:
    """Rules and wishes as sums, each wish with the number of its sentence."""
    said = [Said(words.RULE_SIZE, {"count": bounds.size}, "DECK-02")]
    said.append(Said(words.RULE_MOONS, {"count": bounds.most_moons or 0}, "DECK-03"))
    sums = list(_rules(bounds, 0))
    place = {card.code: at for at, card in enumerate(bounds.offered)}

    def wish(template: str, factors: Mapping[int, int], low: int | None, high: int | None, **params: object) -> None:
        sums.append(Sum(factors, low, high, len(said)))
        said.append(Said(template, params))

    if wishes.keep_held:
        keepable = [code for code in bounds.held if code in place]
        wish(words.KEEP_HELD, {place[code]: 1 for code in keepable}, len(keepable), None)
    for code in dict.fromkeys(wishes.keep):
        wish(words.KEEP, {place[code]: 1} if code in place else {}, 1, None, card=_name(code, catalogue))
    for code in dict.fromkeys(wishes.never):
        wish(words.NEVER, {place[code]: 1} if code in place else {}, None, 0, card=_name(code, catalogue))
    if wishes.only is not None:
        wish(words.ONLY, {at: 1 for code, at in place.items() if code not in wishes.only}, None, 0)
    for template, factors, low, high, params in _totals(bounds, wishes):
        wish(template, factors, low, high, **params)
    return tuple(sums), said


def _name(code: str, catalogue: Catalogue) -> str:
    return f"{code} {catalogue[code].label}" if code in catalogue else code


_Total = tuple[str, dict[int, int], int | None, int | None, dict[str, object]]


def _totals(bounds: Frame, wishes: Wishes) -> list[_Total]:
    """The wishes about sums over the whole deck."""
    cards = list(enumerate(bounds.offered))
    found: list[_Total] = []
    if wishes.most_moons is not None:
        moons = {at: bounds.moons[card.code] for at, card in cards if bounds.moons.get(card.code)}
        found.append((words.MOST_MOONS, moons, None, wishes.most_moons, {"count": wishes.most_moons}))
    if wishes.least_fire:
        fire = {at: card.fire for at, card in cards if card.fire}
        found.append((words.LEAST_FIRE, fire, wishes.least_fire, None, {"count": wishes.least_fire}))
    if wishes.least_earth:
        earth = {at: card.earth for at, card in cards if card.earth}
        found.append((words.LEAST_EARTH, earth, wishes.least_earth, None, {"count": wishes.least_earth}))
    for icon, count in (wishes.at_least or {}).items():
        with_icon = {at: 1 for at, card in cards if card.has(icon)}
        found.append((words.LEAST_ICON, with_icon, count, None, {"count": count, "icon": icon.value}))
    for kind, count in (wishes.types or {}).items():
        of_type = {at: 1 for at, card in cards if card.type is kind}
        found.append((words.LEAST_TYPE, of_type, count, None, {"count": count, "type": kind.value}))
    return found
