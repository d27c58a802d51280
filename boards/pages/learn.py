"""Views for learning: lessons on short boards, and a guide to each people with its cards and measured games."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from boards.core.picture import board_picture
from boards.core.played_line import PlayedLine, carry_out_step, legal_steps, line_as_text, parse_line_steps
from boards.core.read import ParsedPosition
from boards.pages.addresses import deck_url
from boards.pages.table import refused_action, steps_by_card
from boards.pages.words import ELEMENT_NAMES, board_text, describe_action, local_name
from boards.shipped_lessons import Lesson, correct_steps, insert_names, lesson_texts, line_of_lesson, shipped_lessons
from boards.shipped_lessons import people_guide as guide_to
from cards.catalogue.queries import all_data_versions, catalogue
from cards.core.facts import PEOPLES, CardFacts, IconKind, People
from cards.games.labels import ICON_LABELS
from common.errors import Invalid
from common.i18n import translated
from common.page_cache import cached_page
from game.engine.state import State
from game.engine.table import published_codes
from game.evidence import CardValue
from game.shipped_evidence import shipped_evidence

MAX_EXAMPLE_CARDS = 3
_LESSON_ZONES = ("combat", "support", "ships")


@require_safe
@cached_page(all_data_versions)
def lessons_page(request: HttpRequest) -> HttpResponse:
    texts, all_lessons = lesson_texts(), shipped_lessons().values()
    # The pages of every right step, for learning offline.
    ahead = [
        _lesson_url(lesson.key, [ways[0] for ways in lesson.do[:count]])
        for lesson in all_lessons
        for count in range(len(lesson.do) + 1)
    ]
    lessons = [{"its": lesson, "texts": texts[lesson.key], "chapter": lesson.chapter} for lesson in all_lessons]
    icons = [(kind.lower(), ICON_LABELS[kind], board_text(f"icon {kind}")) for kind in IconKind]
    labels = {name: label for name, label, _says in icons}
    context = {"lessons": lessons, "numbered": _basic_lesson_keys(), "icons": icons, "labels": labels}
    return render(request, "boards/learn.html", context | {"ahead": " ".join(ahead)})


def _basic_lesson_keys() -> list[str]:
    """Return the lessons that everybody needs; all other lessons are about one people."""
    return [key for key, lesson in shipped_lessons().items() if lesson.chapter != "more"]


@require_safe
def lesson_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a lesson as far as it was played; a wrong step gets its reason, and `show` marks the right step."""
    chosen = shipped_lessons().get(key)
    if chosen is None:
        raise Http404
    try:
        steps = correct_steps(chosen, parse_line_steps(request.GET.get("l", "")))
        line = line_of_lesson(catalogue(), chosen, steps)
    except Invalid:
        steps, line = (), line_of_lesson(catalogue(), chosen, ())
    if len(steps) == len(chosen.do):
        task = {}
    elif (wanted := request.GET.get("do", "")) in chosen.do[len(steps)]:
        return HttpResponseRedirect(_lesson_url(key, [*steps, wanted]))
    else:
        task = _task_context(chosen, steps, line.present_state, wanted, show="show" in request.GET)
    return render(request, "boards/lesson.html", _lesson_context(chosen, line) | task)


def _lesson_url(key: str, steps: Sequence[str], **more: str) -> str:
    query = "&".join(f"{name}={value}" for name, value in {"l": line_as_text(steps), **more}.items() if value)
    return reverse("boards:lesson", args=[key]) + (f"?{query}" if query else "")


def _lesson_context(chosen: Lesson, line: PlayedLine) -> dict[str, object]:
    """Return what a lesson shows once it was played to its end."""
    keys, texts, numbered = list(shipped_lessons()), lesson_texts(), _basic_lesson_keys()
    sides = opponent, you = board_picture(line.present_state, before=line.state_before).sides
    after = "" if chosen.key in (numbered[-1], keys[-1]) else keys[keys.index(chosen.key) + 1]
    return {
        "key": chosen.key,
        "texts": texts[chosen.key],
        "number": numbered.index(chosen.key) + 1 if chosen.key in numbered else 0,
        "numbered": numbered,
        "sides": [(side, leader, [(zone, board_text(f"zone {zone}"), side.zones[zone]) for zone in _LESSON_ZONES])
                  for side, leader in zip(sides, reversed(chosen.leaders), strict=True)],
        "opponent": opponent,
        "you": you,
        "dragons": [*(you.dragons >= n for n in (3, 2, 1)), None, *(opponent.dragons >= n for n in (1, 2, 3))],
        "element": line.present_state.contested_element,
        "ask": insert_names(texts[chosen.key]["well"]),
        "say": _split_first_sentence(insert_names(texts[chosen.key]["then"])),
        "well": True,
        "after": after,
        "title_after": texts[after]["title"] if after else "",
        "urls": {},
    }  # fmt: skip


def _task_context(chosen: Lesson, steps: Sequence[str], state: State, wanted: str, *, show: bool) -> dict[str, object]:
    """Return the task of the next step, where each tap leads, and the answer to a wrong step."""
    texts, right, legal = lesson_texts()[chosen.key], chosen.do[len(steps)], legal_steps(state)
    task, by_card = texts["steps"][len(steps)], steps_by_card(state, legal)
    why = reason_against_step(state, wanted, task) if wanted else ""
    if show:
        why = next(describe_action(state, action) for step, action in legal if step in right)
    return {
        "ask": insert_names(task["ask"]),
        "icon": "" if why or steps else chosen.icon,
        "say": _split_first_sentence(why)
        if why
        else ("" if steps else f"{texts['title']}.", insert_names(task["say"])),
        "well": False,
        "wrong": bool(why),
        "hint": show,
        "marked": [card for card, step in by_card.items() if step in (right[:1] if show else [wanted])],
        "show": _lesson_url(chosen.key, steps, show="1"),
        "urls": {card: _lesson_url(chosen.key, steps, do=step) for card, step in by_card.items()},
        "acts": [
            (describe_action(state, action), _lesson_url(chosen.key, steps, do=step), show and step in right)
            for step, action in legal
            if step not in by_card.values()
        ],
    }


def _split_first_sentence(text: str) -> tuple[str, str]:
    """Return the first sentence of a text, which is highlighted, and the rest."""
    first, _, rest = text.partition(". ")
    return f"{first.rstrip('.')}.", rest


def reason_against_step(state: State, step: str, task: Mapping[str, Any]) -> str:
    """Return why a step is wrong: the lesson’s own answer, the rule against it, or the power it makes."""
    answers = task.get("no", {})
    try:
        refusal = refused_action(state, step)
        if answer := answers.get(step) or answers.get(step.partition("-")[0]) or (refusal and refusal.why):
            return insert_names(answer)
        done = carry_out_step(ParsedPosition(state, None, ()), step)
    except Invalid as error:
        return translated(error)
    element, card, have, need = done.state.contested_element, done.action.card, done.state.power(0), done.state.power(1)
    numbers = {"power": have, "element": ELEMENT_NAMES[element], "need": need}
    if card < 0 or have >= need:
        return board_text("lesson power", **numbers) if have < need else ""
    here, there = (state.table.values[one][card] for one in (element, 3 - element))
    other = {"card": local_name(state.table.facts[card]), "value": there, "other": ELEMENT_NAMES[3 - element]}
    return board_text("lesson other" if there > here else "lesson card", **numbers, **other)


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
        "deal": deck_url(published_codes(catalogue(), wanted)),
    }
    return render(request, "boards/guide.html", context)


def _values_against_peoples(people: People) -> list[tuple[People, CardValue]]:
    """Return the other peoples with the crystals a game against each is worth, best first."""
    measured = shipped_evidence().peoples
    values = [(other, measured[people.value, other.value]) for other in PEOPLES
             if (people.value, other.value) in measured and other is not people]  # fmt: skip
    return sorted(values, key=lambda pair: -pair[1].value)


def _best_cards(people: People) -> list[tuple[CardFacts, CardValue]]:
    cards, evidence = catalogue(), shipped_evidence()
    worths = [
        (cards[code], worth)
        for code in published_codes(cards, people)
        if (worth := evidence.card_value(code, people.value))
    ]
    return sorted(worths, key=lambda pair: -pair[1].value)[:MAX_EXAMPLE_CARDS]
