"""Two taps within 300 ms on a connection that takes 400: the page ends as after a reload, and still listens."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.conftest import DESK, Visitor
from tests.browser.journeys.test_thumb import opened
from tests.browser.offline.test_results_offline import an_event, paired
from tests.browser.steps import WAIT_SECONDS, has_its_scripts, sends

Visitors = Callable[..., Visitor]
LATENCY_MS, BETWEEN_MS = 400, 200
QUIET_MS = 3 * LATENCY_MS
# Filled-in fields, and visible words, without parts that only appear after a tap; of rows off the screen, too.
SHOWN = """one => [one.querySelectorAll('.rows > li').forEach(row => { row.style.contentVisibility = 'visible'; }),
    one.innerText.replace(/\\s+/g, ' ').trim(),
    ...[...one.querySelectorAll('input:checked')].map(field => `${field.name} ${field.value}`)].join('\\n')"""


class SlowLine:
    """From here on, each request of a page is delayed; it is known when all have responses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.open: set[Request] = set()
        has_its_scripts(page)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        line = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1}
        devtools.send("Network.emulateNetworkConditions", line)
        page.on("request", lambda one: self.open.add(one))
        page.on("requestfinished", lambda one: self.open.discard(one))
        page.on("requestfailed", lambda one: self.open.discard(one))

    def taps(self, *places: Locator) -> None:
        """Tap one after the other, the second before the first has its response; then wait until nothing is pending."""
        for place in places:
            place.evaluate("element => element.click()")  # a press that a swap of the page cannot interrupt
            self.page.wait_for_timeout(BETWEEN_MS)
        self.rests()

    def rests(self) -> None:
        """Wait until no request was pending for a while, in which a redirect or a notice would have sent more."""
        quiet, end = 0, time.monotonic() + WAIT_SECONDS
        while quiet < QUIET_MS:
            assert time.monotonic() < end, f"never answered: {[one.url for one in self.open]}"
            self.page.wait_for_timeout(100)
            quiet = 0 if self.open else quiet + 100

    def shows(self, region: str) -> None:
        """Check that the region says the same as when the page is reopened."""
        self.rests()
        shown = self.page.locator(region).evaluate(SHOWN)
        self.page.reload()
        has_its_scripts(self.page)
        assert shown == self.page.locator(region).evaluate(SHOWN)


def test_two_results_at_the_desk_are_shown_and_the_next_one_too(visitor: Visitors) -> None:
    organiser = visitor(DESK, fresh=True)
    page, key = an_event(organiser, [f"Player {number}" for number in range(1, 7)])
    paired(page)
    page = organiser.goes_to(f"/matches/events/{key}/results/")
    line = SlowLine(page)
    line.taps(*(page.locator(f"#table-{number} .score-buttons button").first for number in (1, 2)))
    expect(page.locator("#results")).to_contain_text("2 of 3 results in")
    expect(page.locator("#sending")).to_be_hidden()
    other = organiser.context.new_page()
    other.goto(page.url)
    other.locator("#table-3 .score-buttons button").first.click()
    expect(page.locator("#results")).to_contain_text("3 of 3 results in")


def test_two_cards_are_put_into_a_deck(visitor: Visitors) -> None:
    person = visitor(DESK, fresh=True)
    deck = sends(person, "/decks/new/", people="Terrah")
    page = person.goes_to(deck)
    line = SlowLine(page)
    before = page.locator("#built [data-line]").count()
    line.taps(*(page.locator("#built [data-line] .tap-out").nth(number) for number in (3, 8)))
    expect(page.locator("#built [data-line]")).to_have_count(before - 2)
    line.shows("#built")
    line.taps(page.locator("#built [data-line] .tap-out").first)  # alone: only what changed is sent
    line.shows("#built")


@pytest.mark.thorough  # the same script as for the deck
def test_two_steps_of_a_lesson(visitor: Visitors) -> None:
    page = visitor(fresh=True).goes_to("/board/learn/start/")
    line = SlowLine(page)
    line.taps(page.locator(".actions a").first, page.locator(".actions a").last)
    line.shows("#table")


FIGURES = """async () => {
    const form = document.querySelector('form:has(#setup)'), address = document.querySelector('#setup [hx-post]');
    const answer = await fetch(address.getAttribute('hx-post'), { method: 'POST', body: new FormData(form),
        headers: { 'HX-Request': 'true' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return [document, page].map(one => one.querySelector('#figures').textContent.replace(/\\s+/g, ' '));
}"""


@pytest.mark.thorough  # the same script as for the deck
def test_two_settings_of_a_draft_show_what_is_set(visitor: Visitors) -> None:
    page = visitor(fresh=True).goes_to("/drafts/new/")
    page.locator("summary").get_by_text("Peoples").click()
    line = SlowLine(page)
    first, people = page.locator("label:has([name=players])").last, page.locator("label:has([name=peoples])").first
    line.taps(first, people, page.locator("label:has([name=sharing][value=rotisserie])"))
    expect(page.locator("[name=sharing][value=rotisserie]")).to_be_checked()
    expect(page.locator("[name=players]").last).to_be_checked()
    shown, asked = page.evaluate(FIGURES)
    assert shown == asked


@pytest.mark.thorough
def test_two_ways_to_see_the_cards_found(visitor: Visitors) -> None:
    page = visitor(DESK, fresh=True).goes_to("/cards/?q=people%3Avulca")
    line, ways = SlowLine(page), page.locator("fieldset.segments label")
    line.taps(ways.last, ways.first, ways.last)
    line.shows("#results")


@pytest.mark.thorough
def test_a_desk_that_is_tapped_while_a_notice_comes_still_listens(visitor: Visitors) -> None:
    page = opened(partial(visitor, fresh=True), 4)
    line = SlowLine(page)
    page.locator("#desk").get_by_role("button", name="Pair round 1").click()
    expect(page.locator("#results")).to_be_visible()
    line.rests()
    other = page.context.new_page()
    other.goto(page.url.split("?")[0] + "results/")
    other.locator("#table-1 .score-buttons button").first.click()
    expect(page.locator("#results")).to_contain_text("5:0")
