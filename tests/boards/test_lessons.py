"""Lessons: each is played in every correct way, and every other tap gets a reason in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from boards.core.played_line import legal_steps
from boards.pages.learn import reason_against_step
from boards.pages.table import steps_by_card
from boards.shipped_lessons import Lesson, insert_names, lesson_texts_in, line_of_lesson, shipped_lessons
from cards.core.facts import Catalogue
from tests.boards.test_pages import get
from tests.html import flat

LANGUAGES = ["en", "de", "nl", "ru"]
# Links of a step’s page.
LEADS_TO = re.compile(r'href="(/board/learn/[a-z]+/\?[^"]*do=([^"&]+))"')
PRAISE = re.compile(r"\b(well done|right|correct|richtig|gut so|goed zo|верно|правильно)\b", re.IGNORECASE)
OLD_KEYS = {"power", "support", "retreat", "icons", "bluff", "leadership", "ships", "win"}
pytestmark = pytest.mark.django_db


def ways(lesson: Lesson, steps: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every correct way to play a lesson up to each of its steps, and to its end."""
    yield steps
    if len(steps) < len(lesson.do):
        for step in lesson.do[len(steps)]:
            if step not in steps:
                yield from ways(lesson, (*steps, step))


def test_fourteen_lessons_are_numbered_and_the_older_addresses_stay(client: Client, db_catalogue: Catalogue) -> None:
    numbered = [key for key, lesson in shipped_lessons().items() if lesson.chapter != "more"]
    assert len(numbered) == 14 and set(shipped_lessons()) >= OLD_KEYS
    for number, key in enumerate(numbered, 1):
        assert f"{number} / 14" in get(client, f"/board/learn/{key}/")
    assert "/ 14" not in get(client, "/board/learn/ships/")
    get(client, "/board/learn/chess/", 404)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_words_in_every_language(db_catalogue: Catalogue, language: str) -> None:
    english = lesson_texts_in("en")
    for key, lesson in shipped_lessons().items():
        found = lesson_texts_in(language)[key]
        assert len(found["steps"]) == len(lesson.do) <= 4
        texts = [found[name] for name in ("title", "line", "well", "then")]
        for step, other in zip(found["steps"], english[key]["steps"], strict=True):
            answers = step.get("no", {})
            assert sorted(answers) == sorted(other.get("no", {})), key
            texts += [step["ask"], step["say"], *answers.values()]
        assert all(text and "{" not in insert_names(text) and "Roland" not in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wrong_step_of_a_lesson_gets_a_reason(db_catalogue: Catalogue, language: str) -> None:
    with override(language):
        for key, lesson in shipped_lessons().items():
            for steps in ways(lesson):
                if len(steps) == len(lesson.do):
                    continue
                state = line_of_lesson(db_catalogue, lesson, steps).present_state
                task, legal = lesson_texts_in(language)[key]["steps"][len(steps)], legal_steps(state)
                right = {step for step in lesson.do[len(steps)] if step not in steps}
                possible = {step for step, _ in legal}
                assert right and right <= possible, (key, steps)
                assert possible > right or set(steps_by_card(state, legal).values()) > right, (key, steps)
                for step in (possible | set(steps_by_card(state, legal).values())) - right:
                    reason = reason_against_step(state, step, task)
                    assert reason.endswith((".", "!", "?")) and not PRAISE.search(reason), (key, steps, step, reason)


def test_every_lesson_is_played_to_its_end_by_its_links(client: Client, db_catalogue: Catalogue) -> None:
    for key, lesson in shipped_lessons().items():
        for steps in ways(lesson):
            page = client.get(f"/board/learn/{key}/", {"l": "~".join(steps)}).content.decode()
            if len(steps) == len(lesson.do):
                assert f'data-played="{key}"' in page and ("Next: " in page or "Your first game" in page)
                assert not LEADS_TO.search(page)
                continue
            links = {step: unescape(url) for url, step in LEADS_TO.findall(page)}
            for step in lesson.do[len(steps)]:
                if step not in steps:
                    followed = "~".join((*steps, step))
                    assert get(client, links[step], 302) == f"/board/learn/{key}/?l={followed}"


def test_a_wrong_tap_says_why_with_numbers_and_can_be_shown_the_right_card(
    client: Client, db_catalogue: Catalogue
) -> None:
    page = get(client, "/board/learn/power/", do="play-V11")
    assert "With Torch you have 1 in fire; you need 5." in page and "Its 4 is in earth." in page
    assert "You need 5" in page and "Show me" in page
    assert "Play Volca." in get(client, "/board/learn/power/", show=1)


def test_a_step_that_no_lesson_knows_loses_nothing(client: Client, db_catalogue: Catalogue) -> None:
    for line, step in (("", "dance"), ("pass~pass", ""), ("play-V05~play-V05", "x" * 500), ("~a" * 400, "")):
        get(client, "/board/learn/power/", l=line, do=step)
    # The same card twice doesn’t complete a gang, though each step has it.
    page = get(client, "/board/learn/gang/", l="play-K10~play-K10")
    assert "Play the first of your gang." in page


def test_a_lesson_shows_nothing_of_the_opponents_hand(client: Client, db_catalogue: Catalogue) -> None:
    for key in shipped_lessons():
        page = flat(client.get(f"/board/learn/{key}/").content.decode())
        assert re.search(r"Hand \d", page) and "Roland" not in page and "Elinor" not in page


def test_a_lesson_of_an_icon_begins_with_that_icon_and_its_opponent_has_drawn_up_to_six(
    client: Client, db_catalogue: Catalogue
) -> None:
    for key, lesson in shipped_lessons().items():
        page = flat(client.get(f"/board/learn/{key}/").content.decode())
        sentence = page[page.index('id="say"') :].partition("</p>")[0]
        assert (f"#{lesson.icon}" in sentence) if lesson.icon else ("<svg" not in sentence)
        assert "Hand 6" in page


def test_the_list_has_chapters_icons_and_the_way_to_a_game(client: Client, db_catalogue: Catalogue) -> None:
    page = get(client, "/board/learn/")
    places = [page.index(words) for words in ("The fight", "Icons", "The whole game", "Just for the Buka", "Then play")]
    assert places == sorted(places)
    assert page.count("data-lesson=") == len(shipped_lessons())
    assert page[page.index("What each icon does") :].count("<dt>") == 9
    assert page.partition("icon-tiles")[2].partition("</ul>")[0].count("<li>") == 9
