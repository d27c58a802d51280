"""Views of simulated games: the peoples against each other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES, CardFacts, People
from cards.record_registry import WinRecord, records_of_peoples
from game.evidence import (
    BOOSTER_PAIRS_TRAIT,
    CHARACTER_PAIRS_TRAIT,
    DRAFTED,
    GANGS_TRAIT,
    CardValue,
    Measurements,
    mean_of_estimates,
)
from game.records.coverage import cards_played_in_part, power_coverage
from game.shipped_evidence import shipped_evidence, shipped_text_reviews, shipped_text_uses, strong_player_evidence

_WITHOUT_TEXT_NOTE = gettext_lazy(
    "Their values and icons count, but their text doesn’t. Every result they affect lists them."
)
# Crystals a game at which a cell gets the next darker colour.
_HEAT_THRESHOLDS = (0.35, 0.9, 1.6)


@dataclass(frozen=True, slots=True)
class PeopleComparisonCell:
    """A people’s deck against another’s; `worth` is None if not played, `heat` -3 to 3, 0 for an unclear lead."""

    against: People
    worth: CardValue | None
    heat: int


@dataclass(frozen=True, slots=True)
class PeopleComparisonRow:
    """A people against each of the others, and against all of them."""

    people: People
    cells: tuple[PeopleComparisonCell, ...]
    against_all: CardValue | None


def people_comparison_rows(evidence: Measurements, peoples: Sequence[People] = PEOPLES) -> list[PeopleComparisonRow]:
    comparisons = []
    for people in peoples:
        worths = [(other, evidence.peoples.get((people.value, other.value))) for other in peoples]
        cells = tuple(PeopleComparisonCell(other, worth, _heatmap_level(worth)) for other, worth in worths)
        played = [worth for _other, worth in worths if worth]
        comparisons.append(PeopleComparisonRow(people, cells, mean_of_estimates(played) if played else None))
    return comparisons


def rows_best_first(comparisons: Sequence[PeopleComparisonRow]) -> list[PeopleComparisonRow]:
    measured = [(comparison.against_all.value, comparison) for comparison in comparisons if comparison.against_all]
    return [comparison for _value, comparison in sorted(measured, key=lambda pair: -pair[0])]


def _heatmap_level(worth: CardValue | None) -> int:
    if worth is None or worth.low <= 0 <= worth.high:
        return 0
    depth = max(1, sum(abs(worth.value) >= step for step in _HEAT_THRESHOLDS))
    return depth if worth.value > 0 else -depth


BEST_AND_WORST_CARDS = 12  # cards at each end of the list


@require_safe
def peoples_strength_page(request: HttpRequest) -> HttpResponse:
    """Show how the peoples fare against each other, which cards bring most and least, and the basis of all that.

    With `?player=basic`, a basic bot played both sides of the peoples’ games, otherwise the strong computer.
    """
    evidence, cards = shipped_evidence(), catalogue()
    basic = request.GET.get("player") == "basic"
    chosen, other = (evidence, strong_player_evidence()) if basic else (strong_player_evidence(), evidence)
    comparisons = people_comparison_rows(chosen)
    drafted = [
        (cards[code], worth)
        for (context, code), worth in evidence.cards.items()
        if context == DRAFTED and code in cards
    ]
    drafted.sort(key=lambda pair: -pair[1].value)
    context = {
        "rows": comparisons,
        "basic": basic,
        "ranked": rows_best_first(comparisons),
        "other": {comparison.people: comparison.against_all for comparison in people_comparison_rows(other)},
        "recorded": _recorded_games_by_people(),
        # In the table, each game counts for both sides.
        "games": sum(worth.games for worth in chosen.peoples.values()) // 2,
        # Games with changed decks; the traits are measured from all of them.
        "card_games": max((worth.games for worth in evidence.traits.values()), default=0),
        "means": sorted(_mean_value_by_people(evidence, cards), key=lambda pair: -pair[1]),
        "best": drafted[:BEST_AND_WORST_CARDS],
        "least": drafted[: -BEST_AND_WORST_CARDS - 1 : -1],
        "pair": evidence.traits.get(CHARACTER_PAIRS_TRAIT),
        "booster_pair": evidence.traits.get(BOOSTER_PAIRS_TRAIT),
        "gang": evidence.traits.get(GANGS_TRAIT),
        "texts_not_whole": [cards[code] for code in cards_played_in_part(cards)],
    }
    return render(request, "game/peoples.html", context)


@require_safe
def texts_played_page(request: HttpRequest) -> HttpResponse:
    """Show which cards the engine plays completely, which without their text and why, and which not at all."""
    cards, uses, readings = catalogue(), shipped_text_uses(), shipped_text_reviews()
    played = power_coverage(cards)
    context = {
        "readings": [
            (reading.on, rulings, [counts[state] for state in ("whole", "mended", "partly", "not")])
            for rulings in (False, True)
            for reading in readings
            if (counts := reading.counts_by_result(rulings=rulings))
        ],
        "mended": [cards[code] for reading in readings for code in reading.fixed_cards() if code in cards],
        "simulated": uses.simulated_games,
        "recorded": uses.recorded_games,
        "counted_on": uses.counted_on,
        "played": len(uses.texts),
        "worked": len(uses.texts) - len(uses.unused_texts()),
        "never_used": [cards[code] for code in uses.unused_texts() if code in cards],
        "done": len(played.carried_out),
        "known": played.known,
        "lacking": [
            (title, ident, note, [(cards[code], why) for code, why in codes.items()])
            for title, ident, note, codes in (
                (_("Partly played"), "in-part", "", played.carried_out_in_part),
                (_("Played without their text"), "without-text", _WITHOUT_TEXT_NOTE, played.not_carried_out),
            )
        ],
        "peoples": [(People(people), done, of) for people, (done, of) in played.peoples.items()],
        "unplayable": [cards[code] for code in played.unplayable],
    }
    return render(request, "game/coverage.html", context)


def _mean_value_by_people(evidence: Measurements, cards: Iterable[CardFacts]) -> Iterator[tuple[People, float]]:
    names = list(cards)
    for people in PEOPLES:
        mean = evidence.mean_value(people, names)
        if mean is not None:
            yield people, mean


def _recorded_games_by_people() -> list[tuple[People, WinRecord]]:
    """Return the recorded games of each people with enough of them for a percentage."""
    records = records_of_peoples()
    counted = [(people, records[people.value]) for people in PEOPLES if people.value in records]
    return sorted(
        ((people, record) for people, record in counted if record.whole.percent is not None),
        key=lambda pair: -(pair[1].whole.percent or 0),
    )
