"""Views to learn by: lessons on short boards, and a guide to each people by its cards and by measured games."""

import re
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from boards.core.card_codes import cards_by_code
from boards.core.lessons import Lesson, line_of_lesson, steps_followed
from boards.core.lines import PlayedLine, legal_steps, line_as_text, steps_of
from boards.core.picture import board_picture
from boards.pages.addresses import board_url, deck_url
from boards.pages.table import refused_action, steps_by_card
from boards.pages.words import describe_action, describe_events, describe_symbols, ending_in_words
from boards.shipped_lessons import own_lesson_texts, shipped_lessons, with_names
from boards.shipped_lessons import people_guide as guide_to
from cards.catalogue.queries import all_data_versions, catalogue
from cards.core.facts import PEOPLES, CardFacts, People
from common.errors import Invalid
from common.i18n import translated
from common.page_cache import cached_page
from game.engine.state import game_result
from game.engine.table import people_deck
from game.evidence.worth import Worth
from game.shipped_evidence import shipped_evidence

MAX_EXAMPLE_CARDS = 3
_CARD_CODE = re.compile(r"[A-Z]\d\d")


@require_safe
@cached_page(all_data_versions)
def lessons_page(request: HttpRequest) -> HttpResponse:
    texts, all_lessons = own_lesson_texts(), shipped_lessons().values()
    # The pages of every right step, for learning without a network.
    ahead = [
        _lesson_url(one.key, [ways[0] for ways in one.do[:count]])
        for one in all_lessons
        for count in range(len(one.do) + 1)
    ]
    cards = cards_by_code(catalogue())
    entries = [
        {
            "key": one.key,
            "title": texts[one.key].title,
            "idea": with_names(texts[one.key].idea, cards).partition(". ")[0].rstrip(".") + ".",
            # What is played last, or lies in the fight.
            "card": cards.get((_CARD_CODE.findall(str(one.do)) or _CARD_CODE.findall(one.position))[-1]),
        }
        for one in all_lessons
    ]
    return render(request, "boards/learn.html", {"lessons": entries, "ahead": " ".join(ahead)})


@require_safe
def lesson_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a lesson as far as it was played; a wrong step gets a hint or its reason."""
    chosen = shipped_lessons().get(key)
    if chosen is None:
        raise Http404
    try:
        steps = steps_followed(chosen, steps_of(request.GET.get("l", "")))
    except Invalid:
        steps = ()
    wanted = request.GET.get("do", "")
    if wanted and len(steps) < len(chosen.do) and wanted in chosen.do[len(steps)]:
        return HttpResponseRedirect(_lesson_url(key, [*steps, wanted]))
    line = line_of_lesson(catalogue(), chosen, steps)
    problem, refusal = "", None
    if wanted:
        try:
            refusal = refused_action(line.present_state, wanted)
            problem = "" if refusal else with_names(own_lesson_texts()[key].hint)
        except Invalid as error:
            problem = translated(error)
    return render(
        request, "boards/lesson.html", _lesson_context(chosen, line, steps) | {"refusal": refusal, "problem": problem}
    )


def _lesson_url(key: str, steps: Sequence[str], do: str = "") -> str:
    query = "&".join(f"{name}={value}" for name, value in (("l", line_as_text(steps)), ("do", do)) if value)
    return reverse("boards:lesson", args=[key]) + (f"?{query}" if query else "")


def _lesson_context(chosen: Lesson, line: PlayedLine, steps: tuple[str, ...]) -> dict[str, object]:
    keys, texts, state = list(shipped_lessons()), own_lesson_texts()[chosen.key], line.present_state
    place, done = keys.index(chosen.key), len(steps) == len(chosen.do)
    acts = [] if done else legal_steps(state)
    picture = board_picture(state, before=line.state_before)
    ended = game_result(state)
    return {
        "key": chosen.key,
        "title": texts.title,
        "idea": with_names(texts.idea),
        "ask": "" if done else with_names(texts.ask[len(steps)]),
        "well": with_names(texts.well) if done else "",
        "number": place + 1,
        "count": len(keys),
        "picture": picture,
        "symbols": describe_symbols(picture.facts),
        "urls": {card: _lesson_url(chosen.key, steps, step) for card, step in steps_by_card(state, acts).items()},
        "acts": [(step, describe_action(state, action), _lesson_url(chosen.key, steps, step)) for step, action in acts],
        "happened": describe_events(line.done[-1]) if line.done else [],
        "ended": ending_in_words(ended) if ended else "",
        "again": _lesson_url(chosen.key, []) if steps else "",
        "before": keys[place - 1] if place else "",
        "after": keys[place + 1] if place + 1 < len(keys) else "",
        "board": board_url(chosen.position, [line_as_text(steps)]),
    }


# --- the guides to the peoples -------------------------------------------------------------------------------


@require_safe
@cached_page(all_data_versions)
def people_guide_page(request: HttpRequest, people: str) -> HttpResponse:
    """Show how a people wins, its best cards, and its good and bad opponents by measured games."""
    wanted = next((one for one in PEOPLES if one.value.lower() == people.lower()), None)
    if wanted is None:
        raise Http404
    against = _values_against_peoples(wanted)
    context = {
        "people": wanted,
        "emblem": f"people-{wanted.value.lower()}",
        "says": guide_to(wanted.value),
        "cards": _best_cards(wanted),
        "good": [(people, worth) for people, worth in against if worth.low > 0][:2],
        "bad": [(people, worth) for people, worth in reversed(against) if worth.high < 0][:2],
        "games": sum(worth.games for _, worth in against),
        "deal": deck_url(people_deck(catalogue(), wanted)),
    }
    return render(request, "boards/guide.html", context)


def _values_against_peoples(people: People) -> list[tuple[People, Worth]]:
    """Return the other peoples with the crystals a game against each is worth, best first."""
    measured = shipped_evidence().peoples
    found = [(other, measured[people.value, other.value]) for other in PEOPLES
             if (people.value, other.value) in measured and other is not people]  # fmt: skip
    return sorted(found, key=lambda pair: -pair[1].value)


def _best_cards(people: People) -> list[tuple[CardFacts, Worth]]:
    cards, evidence = catalogue(), shipped_evidence()
    worths = [(cards[code], worth) for code in people_deck(cards, people) if (worth := evidence.of(code, people.value))]
    return sorted(worths, key=lambda pair: -pair[1].value)[:MAX_EXAMPLE_CARDS]
