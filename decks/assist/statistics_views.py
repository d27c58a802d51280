"""Views of statistics: charts, odds and sample hands of a deck; two decks compared; similar decks."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import ICON_DETAILS, CardFacts, CardIcon, Catalogue, IconKind
from cards.games.labels import icon_word
from cards.record_registry import record_of_deck
from common.error_responses import status_of_error
from common.errors import Invalid, Missing
from common.i18n import translated
from common.text import parse_whole_number
from decks.assist.comparison import compare_decks, playable_cards
from decks.core.building.best_of_pool import deck_value
from decks.core.legality import GAME_RULES, DeckList, Status, judge_deck
from decks.core.odds import HAND_SIZE, DeckShape, DrawOdds, deal_hand, deck_shape, odds_of, similarity
from decks.core.portrait import FIGURE_SENTENCES, HANDS, deck_portrait, rank_hand_seeds
from decks.deck.choice import MAX_TYPED_CHARACTERS, ChosenDeck, DeckChoice, chosen_deck, deck_choice_groups
from decks.deck.presenters import ListedDeck, listed_deck, people_of, summary_strip, verdict_of
from decks.deck.queries import decklist_of, judged_decks, people_of_row, public_decks, visible_deck
from decks.models import Deck
from decks.strength.queries import shipped_scale
from game.shipped_evidence import shipped_evidence

ODDS_TURNS = 6
MAX_DECKS_COMPARED = 400  # public decks compared with the deck
SIMILAR_DECKS = 5
MAX_HAND_SEED = 1_000_000
STRONGEST = 5  # cards of a compared deck at the head of its list
PREDICTED = 30  # cards of the decks that the strength scale is based on


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A row of the odds, in words and percent."""

    text: str
    sources: int
    chances: tuple[str, ...]


def _odds_row(odds: DrawOdds) -> OddsRow:
    text = _(odds.template) % {"count": odds.count}
    chances = (odds.by_turn[0], odds.again, odds.by_turn[2], odds.by_turn[-1])
    return OddsRow(text, odds.sources, tuple(map(_percent_text, chances)))


def _percent_text(chance: Fraction) -> str:
    """Return whole percents, but never 0 or 100 for what is only nearly impossible or certain."""
    value = 100 * chance
    if 0 < value < 1 or 99 < value < 100:
        return "<1 %" if value < 1 else ">99 %"
    return f"{round(value)} %"


def _number_from_query(text: str | None, default: int, allowed: range) -> int:
    number = parse_whole_number(text or "")
    return number if number is not None and number in allowed else default


def _icon_name(kind: IconKind) -> str:
    return _(kind.value.lower()).capitalize() if kind in ICON_DETAILS else icon_word(CardIcon(kind, "")).capitalize()


def _describe_curve(counts: DeckShape, has_moons: bool) -> str:
    last = _("Moons") if has_moons else _("Cost")
    curves = ((_("Fire"), counts.fire), (_("Earth"), counts.earth), (last, counts.moons))
    words = [(name, ", ".join(f"{n} × {value}" for value, n in curve if n)) for name, curve in curves if curve]
    return "; ".join(f"{name}: {text}" for name, text in words)


@require_safe
def deck_statistics_page(request: HttpRequest, key: str) -> HttpResponse:
    row = visible_deck(key, person_of(request))
    cards = catalogue(row.game)
    deck = decklist_of(row)
    facts = playable_cards(deck, cards)
    played = _number_from_query(request.GET.get("played"), 2, range(1, HAND_SIZE + 1))
    counts = deck_shape(facts)
    context: dict[str, object] = {
        "row": row,
        "people": people_of(deck, cards),
        "facts": facts,
        "plan": _plan(facts, cards),
        "strip": summary_strip(deck, cards, verdict_of(judge_deck(deck, cards), cards)),
        "curve": _describe_curve(counts, row.has_leader),
        "icons": [(_icon_name(kind), count) for kind, count in counts.icons],
        "played": played,
        "choices": (1, 2, 3),
        "odds": [_odds_row(line) for line in odds_of(facts, played=played, turns=ODDS_TURNS)] if row.has_leader else [],
        "alike": _similar_decks(row, deck, cards),
        "record": record_of_deck(row.pk),
    }
    if (won := _percent_won(row, facts, cards)) is not None:
        worth = _measured_value(deck.codes, cards)
        context |= {"strength": shipped_scale().strength_from_value(worth), "won": won}
    if row.has_leader and facts:
        context |= _sample_hand_context(request, facts, cards)
    return render(request, "decks/assist/statistics.html", context)


def _measured_value(codes: Iterable[str], cards: Catalogue) -> float:
    return deck_value((code for code in codes if code in cards), cards.by_code, shipped_evidence())


def _percent_won(row: Deck, facts: list[CardFacts], cards: Catalogue) -> int | None:
    """Return the predicted percentage of games won against the published decks; None without a prediction."""
    if not row.has_engine or len(facts) != PREDICTED:
        return None
    return shipped_scale().percent_won(_measured_value((card.code for card in facts), cards))


def _plan(facts: list[CardFacts], cards: Catalogue, *, without: Collection[str] = ()) -> list[tuple[str, str]]:
    lines = deck_portrait(facts, lambda card: _measured_value([card.code], cards))
    return [(icon, translated(line)) for icon, line in lines if line.template not in without]


def _sample_hand_context(request: HttpRequest, facts: list[CardFacts], cards: Catalogue) -> dict[str, object]:
    """Return a sample hand: from the seed in the URL, or the best hand; `back` are the positions of cards put back."""
    codes = [card.code for card in facts]
    ranked = rank_hand_seeds(codes, lambda hand: _measured_value(hand, cards))
    seed = _number_from_query(request.GET.get("seed"), ranked[0], range(MAX_HAND_SEED))
    back = {int(place) for place in request.GET.getlist("back") if place in tuple("012345")}
    by_code = {card.code: card for card in facts}
    dealt = deal_hand(codes, rng=random.Random(seed), back=back)
    return {
        "seed": seed,
        "next_seed": (seed + 1) % MAX_HAND_SEED,
        "best_hands": ((_("Best of 100"), ranked[0]), (_("Typical"), ranked[HANDS // 2]), (_("Weakest"), ranked[-1])),
        "hand": [by_code[code] for code in dealt.hand],
        "returned": [by_code[code] for code in dealt.back],
    }


def _similar_decks(row: Deck, deck: DeckList, cards: Catalogue) -> list[tuple[int, ListedDeck]]:
    others = public_decks().filter(game=row.game).exclude(pk=row.pk)[:MAX_DECKS_COMPARED]
    codes = set(deck.codes)
    shares = [(similarity(codes, {card.code for card in other.cards.all()}), other) for other in others]
    best = sorted((pair for pair in shares if pair[0] > 0), key=lambda pair: (-pair[0], -pair[1].pk))[:SIMILAR_DECKS]
    verdicts = judged_decks([deck for _share, deck in best], cards)
    return [(round(100 * share), listed_deck(row, cards)) for (share, _row), row in zip(best, verdicts, strict=True)]


@require_safe
def compare_decks_page(request: HttpRequest) -> HttpResponse:
    """Show two decks side by side, or the choice of a deck that is not chosen yet or cannot be found."""
    person = person_of(request)
    typed = {name: request.GET.get(name, "")[:MAX_TYPED_CHARACTERS] for name in ("a", "b")}
    found: dict[str, ChosenDeck] = {}
    refusal, status = "", 200
    for name, text in typed.items():
        try:
            if text:
                found[name] = chosen_deck(request, text, person)
        except (Missing, Invalid) as error:
            refusal, status = translated(error), status_of_error(error)
    lacking = next((name for name in typed if name not in found), "")
    context: dict[str, object] = {}
    if not lacking:
        try:
            context = _comparison_context(list(found.values()))
        except Invalid as error:  # they are for different games
            lacking, refusal, status = "b", translated(error), status_of_error(error)
            del found["b"]
    if lacking:
        context = _choice_of_second_deck(request, found, lacking, typed, refusal)
    return render(request, "decks/assist/compare.html", context | {"person": person}, status=status)


def _choice_of_second_deck(
    request: HttpRequest, found: Mapping[str, ChosenDeck], lacking: str, typed: Mapping[str, str], refusal: str
) -> dict[str, object]:
    """Return the two places, chosen or not, and the choice for the one that is `lacking`."""
    present = next(iter(found.values()), None)
    row = present.row if present else None
    choice = DeckChoice(
        id="compared",
        name=lacking,
        action=request.path,
        groups=deck_choice_groups(person_of(request), game=row.game if row else "", without=row, pairs=True),
        hidden={name: deck.value for name, deck in found.items()},
        typed=typed[lacking],
        refusal=refusal,
    )
    slots = [(name, found.get(name), name == lacking) for name in typed]
    face = {"people": people_of_row(row, catalogue(row.game)) if row else None}
    return {"slots": slots, "choice": choice, "present": present, "face": face}


# A row of figures: its words, and one figure per deck with whether it is the better one.
FigureRow = tuple[str | Promise, list[tuple[float | str, bool]]]


def _figure_row(words: str | Promise, values: Sequence[float | str], *, more_is_better: bool = False) -> FigureRow:
    numbers = [value for value in values if not isinstance(value, str)]
    best = max(numbers) if more_is_better and len(set(numbers)) > 1 else None
    return words, [(value, value == best) for value in values]


def _comparison_context(found: list[ChosenDeck]) -> dict[str, object]:
    comparison = compare_decks(found)
    sides, game = comparison.sides, found[0].row
    cards = catalogue(game.game)
    facts = [playable_cards(side.chosen.deck, cards) for side in sides]
    figures: list[FigureRow] = []
    won = [_percent_won(side.row, mine, cards) for side, mine in zip(sides, facts, strict=True)]
    if predicted := len(wins := [value for value in won if value is not None]) == len(sides):
        figures.append(_figure_row(_("Wins in 100 games"), wins, more_is_better=True))
    if game.has_leader:
        sizes = [(side.shape, max(1, len(mine))) for side, mine in zip(sides, facts, strict=True)]
        figures += [
            _figure_row(_("Fire per card"), [round(n.total_fire / m, 1) for n, m in sizes], more_is_better=True),
            _figure_row(_("Earth per card"), [round(n.total_earth / m, 1) for n, m in sizes], more_is_better=True),
            _figure_row(_("Moons used"), [side.verdict.moons.have if side.verdict.moons else "–" for side in sides]),
        ]
    types = [dict(summary_strip(side.chosen.deck, cards, side.verdict).types) for side in sides]
    figures += [_figure_row(words, [counts.get(words, 0) for counts in types]) for words in types[0] | types[1]]
    plans = [plan if len(plan := _plan(mine, cards, without=FIGURE_SENTENCES)) > 1 else [] for mine in facts]
    return {
        "sides": list(zip(sides, plans, (f"b={found[1].value}", f"a={found[0].value}"), strict=True)),
        "both": dict(comparison.both),
        "both_count": sum(comparison.both.values()),
        "figures": figures,
        "predicted": predicted,
        "predicted_size": PREDICTED,
        "legal": all(side.verdict.report.status is Status.LEGAL for side in sides),
        "unfinished": next((side for side in sides if side.verdict.faults), None) if game.has_engine else None,
        "differences": [(side, *_strongest_first(side.only, cards)) for side in sides if side.only],
        # The computer plays Blue Moon alone, and the first of the two must be saved.
        "playing": next((pair for pair in (sides, sides[::-1]) if game.has_engine and not pair[0].chosen.people), None),
    }


CardCopies = dict[CardFacts, int]


def _strongest_first(only: Counter[CardFacts], cards: Catalogue) -> tuple[CardCopies, CardCopies, int, int]:
    """Return the cards that only this deck has, with their copies: the strongest, the others, and how many in all and
    of the others. They are in deck order in a game without measured values."""
    measured = {card: _measured_value([card.code], cards) if GAME_RULES[card.game].has_engine else 0 for card in only}
    rows = sorted(only.items(), key=lambda item: -measured[item[0]])
    first, others = dict(rows[:STRONGEST]), dict(rows[STRONGEST:])
    return first, others, only.total(), sum(others.values())
