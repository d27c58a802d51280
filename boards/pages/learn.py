"""Views of the lessons: the game learnt on short boards."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from boards.core.lessons import Lesson, followed, line_of
from boards.core.lines import BETWEEN, Line, offered, steps_of
from boards.core.picture import picture_of
from boards.pages.addresses import board_url
from boards.pages.table import Refused, refusal, steps_by_card
from boards.pages.words import deed, ending, told
from boards.shipped_lessons import lessons, with_names, words
from cards.catalogue.queries import catalogue
from common.errors import Invalid
from common.i18n import translated
from game.engine.state import result


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All lessons, in their order."""
    said = words()
    return render(request, "boards/learn.html", {"lessons": [(key, said[key]) for key in lessons()]})


@require_safe
def lesson(request: HttpRequest, key: str) -> HttpResponse:
    """A lesson as far as it was played; another step than the one that is asked for gets a friendly word."""
    chosen = lessons().get(key)
    if chosen is None:
        raise Http404
    steps = followed(chosen, _steps(request))
    wanted = request.GET.get("do", "")
    if wanted and len(steps) < len(chosen.do) and wanted in chosen.do[len(steps)]:
        return HttpResponseRedirect(_url(key, [*steps, wanted]))
    line = line_of(catalogue(), chosen, steps)
    problem, refused = "", None
    if wanted:
        try:
            refused = refusal(line.state, wanted)
            problem = "" if refused else with_names(words()[key].hint)
        except Invalid as error:
            problem = translated(error)
    return render(request, "boards/lesson.html", _context(chosen, line, steps) | _answer(refused, problem))


def _answer(refused: Refused | None, problem: str) -> dict[str, object]:
    return {"asked": refused, "problem": problem}


def _steps(request: HttpRequest) -> tuple[str, ...]:
    try:
        return steps_of(request.GET.get("l", ""))
    except Invalid:
        return ()


def _url(key: str, steps: list[str], do: str = "") -> str:
    asked = [f"l={BETWEEN.join(steps)}"] if steps else []
    asked += [f"do={do}"] if do else []
    return reverse("boards:lesson", args=[key]) + ("?" + "&".join(asked) if asked else "")


def _context(chosen: Lesson, line: Line, steps: tuple[str, ...]) -> dict[str, object]:
    """Everything the page of a lesson says."""
    keys, said, state = list(lessons()), words()[chosen.key], line.state
    place, done = keys.index(chosen.key), len(steps) == len(chosen.do)
    acts = [] if done else offered(state)
    ended = result(state)
    return {
        "title": said.title,
        "idea": with_names(said.idea),
        "ask": "" if done else with_names(said.ask[len(steps)]),
        "well": with_names(said.well) if done else "",
        "number": place + 1,
        "count": len(keys),
        "picture": picture_of(state, before=line.before),
        "urls": {card: _url(chosen.key, list(steps), step) for card, step in steps_by_card(state, acts).items()},
        "acts": [(step, deed(state, action), _url(chosen.key, list(steps), step)) for step, action in acts],
        "happened": told(line.done[-1]) if line.done else [],
        "ended": ending(ended) if ended else "",
        "again": _url(chosen.key, []) if steps else "",
        "before": keys[place - 1] if place else "",
        "after": keys[place + 1] if place + 1 < len(keys) else "",
        "board": board_url(chosen.position, [BETWEEN.join(steps)]),
    }
