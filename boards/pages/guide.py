"""View of the guide to a people: how it wins and what it fears by its cards, and what measured games say of both."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from boards.pages.addresses import deck_url
from boards.shipped_lessons import guide as guide_to
from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES, CardFacts, People
from game.engine.table import people_deck
from game.evidence.worth import Worth
from game.shipped_evidence import shipped_evidence

CARDS = 3


@dataclass(frozen=True, slots=True)
class Against:
    """Another people's published deck, and the crystals a game against it is worth."""

    people: People
    worth: Worth


@require_safe
def guide(request: HttpRequest, people: str) -> HttpResponse:
    """How a people wins, three cards to look for, what it fears; what is measured says so."""
    wanted = next((one for one in PEOPLES if one.value.lower() == people.lower()), None)
    if wanted is None:
        raise Http404
    against = _against(wanted)
    context = {
        "people": wanted,
        "emblem": f"people-{wanted.value.lower()}",
        "says": guide_to(wanted.value),
        "cards": _best(wanted),
        "good": [one for one in against if one.worth.low > 0][:2],
        "bad": [one for one in reversed(against) if one.worth.high < 0][:2],
        "games": sum(one.worth.games for one in against),
        "deal": deck_url(people_deck(catalogue(), wanted)),
    }
    return render(request, "boards/guide.html", context)


def _against(people: People) -> list[Against]:
    """The other peoples, those it wins most against first."""
    measured = shipped_evidence().peoples
    found = [Against(other, measured[people.value, other.value]) for other in PEOPLES
             if (people.value, other.value) in measured and other is not people]  # fmt: skip
    return sorted(found, key=lambda one: -one.worth.value)


def _best(people: People) -> list[tuple[CardFacts, Worth]]:
    """The cards of the published deck that were worth most in it."""
    cards, evidence = catalogue(), shipped_evidence()
    worths = [(cards[code], worth) for code in people_deck(cards, people) if (worth := evidence.of(code, people.value))]
    return sorted(worths, key=lambda pair: -pair[1].value)[:CARDS]
