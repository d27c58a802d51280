"""Views of rules on boards: the turn as a diagram, a rule with its scenes, and where the sources disagree."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from boards.pages.scenes import rules_with_scenes, scenes_of_ruling
from cards.catalogue.queries import versions
from cards.hooks import rules_on
from cards.rulings.presenters import translated_reading, translated_ruling
from cards.rulings.queries import book
from common.page_cache import cached_page

# Scenes of a rule that are drawn at once; the others are links.
DRAWN = 3


@require_safe
@cached_page(versions)
def turn(request: HttpRequest) -> HttpResponse:
    return render(request, "boards/turn.html", {"boards": rules_with_scenes()})


@require_safe
@cached_page(versions)
def rule(request: HttpRequest, number: str) -> HttpResponse:
    wanted = number.upper()
    scenes = scenes_of_ruling(wanted)
    if not scenes:
        raise Http404
    now = book()
    ruling = now.by_slug.get(wanted.lower())
    context = {
        "number": wanted,
        "places": [] if ruling else rules_on([wanted], ""),
        "ruling": translated_ruling(ruling) if ruling else None,
        "scenes": scenes[:DRAWN],
        "others": scenes[DRAWN:],
    }
    return render(request, "boards/rule.html", context)


@require_safe
@cached_page(versions)
def readings(request: HttpRequest) -> HttpResponse:
    """Show where the sources disagree: our reading, both statements, and a board that shows it."""
    drawn_rules = rules_with_scenes()
    found = [reading for reading in book().readings.values() if reading.number.startswith("C-")]
    rows = [(translated_reading(reading), reading.number in drawn_rules) for reading in found]
    return render(request, "boards/readings.html", {"readings": rows})
