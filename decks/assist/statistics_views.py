"""Views of statistics: charts, odds and hands of a deck; two decks side by side; decks like this one."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import DETAILS, CardFacts, Catalogue, Icon, IconKind
from cards.games.labels import icon_word
from common.error_responses import status_of
from common.errors import Invalid, Missing
from common.i18n import translated
from common.text import whole_number
from decks.core.legality import DeckList, judge
from decks.core.odds import HAND, Odds, Shape, deal, likeness, odds_of, shape
from decks.deck.choice import MAX_TYPED, ChosenDeck, DeckChoice, chosen_deck, deck_groups
from decks.deck.presenters import Listed, listed, people_of, verdict_of
from decks.deck.queries import deck_by, decklist_of, judged, public_decks
from decks.games import DECK_GAMES
from decks.models import Deck

TURNS = 6
PLAYED = (1, 2, 3)
LOOKED_THROUGH = 400  # public decks compared with this one
ALIKE = 5
SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class OddsRow:
    """A row of the odds, in words and percent."""

    text: str
    sources: int
    by_turn: tuple[str, ...]
    again: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: what is counted, its number, the width of its bar in percent of the longest."""

    label: str | Promise
    count: int
    percent: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A table with bars; `tone` names the colour: fire, earth, moon or none."""

    id: str
    heading: str
    column: str
    bars: tuple[Bar, ...]
    tone: str = ""


def _playable_cards(deck: DeckList, cards: Catalogue) -> list[CardFacts]:
    return [cards[code] for code in deck.codes if code in cards and cards[code].playable]


def _odds_row(odds: Odds) -> OddsRow:
    text = _(odds.template)
    text = text % {"count": odds.count} if "%(" in text else text
    return OddsRow(text, odds.sources, tuple(map(_percent, odds.by_turn)), _percent(odds.again))


def _percent(chance: Fraction) -> str:
    value = float(100 * chance)
    if 0 < value < 0.1 or 99.9 < value < 100:
        return "<0.1 %" if value < 1 else ">99.9 %"
    return f"{value:.1f} %".replace(".0 %", " %")


def _number_in(text: str | None, default: int, allowed: range) -> int:
    number = whole_number(text or "")
    return number if number is not None and number in allowed else default


def _charts(shape: Shape, game: str) -> list[Chart]:
    """Types, fire, earth, moons and icons of a deck; a chart without rows is left out."""
    types = dict(DECK_GAMES[game].every_type)
    icons = ((_icon(kind), count) for kind, count in shape.icons)
    made = [
        Chart("types", _("Types"), _("Type"), _bars((types[kind], n) for kind, n in shape.types)),
        Chart("fire", _("Fire"), _("Value"), _bars(shape.fire), "fire"),
        Chart("earth", _("Earth"), _("Value"), _bars(shape.earth), "earth"),
        Chart("moons", _("Moons"), _("Moons"), _bars(shape.moons), "moon"),
        Chart("icons", _("Icons"), _("Icon"), _bars(icons)),
    ]
    return [chart for chart in made if chart.bars]


def _icon(kind: IconKind) -> str:
    return _(kind.value.lower()).capitalize() if kind in DETAILS else icon_word(Icon(kind, "")).capitalize()


def _bars(rows: Iterable[tuple[object, int]]) -> tuple[Bar, ...]:
    counted = list(rows)
    longest = max((count for _label, count in counted), default=0)
    return tuple(
        Bar(label if isinstance(label, str | Promise) else str(label), n, round(100 * n / longest) if longest else 0)
        for label, n in counted
    )


@require_safe
def know(request: HttpRequest, key: str) -> HttpResponse:
    row = deck_by(key, person_of(request))
    cards = catalogue(row.game)
    deck = decklist_of(row)
    facts = _playable_cards(deck, cards)
    played = _number_in(request.GET.get("played"), 2, range(1, HAND + 1))
    context = {
        "row": row,
        "people": people_of(deck, cards),
        "shape": shape(facts),
        "charts": _charts(shape(facts), row.game),
        "played": played,
        "choices": PLAYED,
        "turns": range(1, TURNS + 1),
        "odds": [_odds_row(line) for line in odds_of(facts, played=played, turns=TURNS)] if row.has_leader else [],
        "alike": _alike(row, deck, cards),
    }
    return render(request, "decks/assist/statistics.html", context | _hand(request, facts))


def _hand(request: HttpRequest, facts: list[CardFacts]) -> dict[str, object]:
    """A hand from the seed of the address, or from a new one; `back` are the places put back for the mulligan."""
    fresh = random.randrange(SEEDS)
    seed = _number_in(request.GET.get("seed"), fresh, range(SEEDS))
    back = {int(place) for place in request.GET.getlist("back") if place in tuple("012345")}
    by_code = {card.code: card for card in facts}
    dealt = deal([card.code for card in facts], lots=random.Random(seed), back=back)
    return {
        "seed": seed,
        "next_seed": (seed + 1) % SEEDS,
        "hand": [by_code[code] for code in dealt.hand],
        "returned": [by_code[code] for code in dealt.back],
        "coming": [by_code[code] for code in dealt.coming],
    }


def _alike(row: Deck, deck: DeckList, cards: Catalogue) -> list[tuple[int, Listed]]:
    others = public_decks().filter(game=row.game).exclude(pk=row.pk)[:LOOKED_THROUGH]
    codes = set(deck.codes)
    shares = [(likeness(codes, {card.code for card in other.cards.all()}), other) for other in others]
    best = sorted((pair for pair in shares if pair[0] > 0), key=lambda pair: (-pair[0], -pair[1].pk))[:ALIKE]
    verdicts = judged([deck for _share, deck in best], cards)
    return [(round(100 * share), listed(row, cards)) for (share, _row), row in zip(best, verdicts, strict=True)]


@dataclass(frozen=True, slots=True)
class ComparedDeck:
    """One of two decks."""

    chosen: ChosenDeck
    shape: Shape
    verdict: object
    only: list[CardFacts]

    @property
    def row(self) -> Deck:
        return self.chosen.row


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two decks beside each other; while one is not chosen, or cannot be found, the choice of it."""
    person = person_of(request)
    typed = {name: request.GET.get(name, "")[:MAX_TYPED] for name in ("a", "b")}
    found: dict[str, ChosenDeck] = {}
    lacking, refusal, status = "", "", 200
    for name, text in typed.items():
        try:
            if text:
                found[name] = chosen_deck(request, text, person)
        except (Missing, Invalid) as error:
            refusal, status = translated(error), status_of(error)
        if name not in found:
            lacking = name
            break
    first = found.get("a")
    context: dict[str, object] = _sides(list(found.values())) if len(found) == len(typed) else {"first": first}
    context["choice"] = DeckChoice(
        id="compared",
        name=lacking or "b",
        action=request.path,
        groups=deck_groups(person, besides=first.row if first else None),
        hidden={"a": first.value} if first else {"b": typed["b"]} if typed["b"] else {},
        typed=typed[lacking] if lacking else "",
        refusal=refusal,
    )
    return render(request, "decks/assist/compare.html", context, status=status)


def _sides(found: list[ChosenDeck]) -> dict[str, object]:
    books = [catalogue(one.row.game) for one in found]
    facts = [_playable_cards(one.deck, cards) for one, cards in zip(found, books, strict=True)]
    codes = [{card.code for card in deck_facts} for deck_facts in facts]
    sides = [
        ComparedDeck(
            one,
            shape(mine),
            verdict_of(judge(one.deck, cards), cards),
            [c for c in mine if c.code not in codes[1 - at]],
        )
        for at, (one, cards, mine) in enumerate(zip(found, books, facts, strict=True))
    ]
    both = [card for card in books[0] if card.code in codes[0] & codes[1]]
    figures = [(_("Cards"), *(side.shape.size for side in sides))]
    if any(one.row.has_leader for one in found):
        figures += [
            (_("Fire"), *(side.shape.total_fire for side in sides)),
            (_("Earth"), *(side.shape.total_earth for side in sides)),
            (_("Moons"), *(side.shape.total_moons for side in sides)),
        ]
    return {"sides": sides, "both": both, "figures": figures, "likeness": round(100 * likeness(codes[0], codes[1]))}
