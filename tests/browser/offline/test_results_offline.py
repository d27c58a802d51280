"""Results offline: taps are stored, shown as waiting, and sent once, by players and at the desk."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Site, Visitor
from tests.browser.journeys.test_saturday import enters
from tests.browser.offline.test_offline import CONTROLLED, waits_for
from tests.browser.steps import key_of, sends, until

Visitors = Callable[..., Visitor]
TOLD = """
from matches.models import Event
from matches.events.queries import load_event
view = load_event("{key}")
print([(table.state, table.crystals, len(table.claims)) for table in view.rounds[0].pairings])
print(view.event.audit_log.filter(kind="result").count())
"""
ENTERED_BY_OTHERS = """
from matches.events.queries import event_by_key
from matches.events.result_services import enter_result
enter_result(by=event_by_key("{key}").owner, key="{key}", pairing={pairing}, crystals=(2, 5))
"""


def forgives(visitor: Visitor) -> None:
    """Ignore the browser’s complaints about requests without a response."""
    visitor.complaints[:] = [one for one in visitor.complaints if not re.search("htmx:|ERR_|status of 409", one)]


def an_event(organiser: Visitor, names: list[str]) -> tuple[Page, str]:
    """Create an event of these players; return its page at the desk and its key."""
    event = sends(organiser, "/matches/events/new/", name="Bad line", me="Roland", decks_required="on")
    sends(organiser, event, f"{event}do/add/", names="\n".join(names))
    page = organiser.goes_to(event)
    return page, key_of(page)


def paired(page: Page) -> None:
    page.get_by_role("button", name="Pair round 1 anyway").click()
    expect(page.get_by_text(re.compile(r"\d results? missing")).first).to_be_visible()


def test_taps_of_the_desk_without_a_network_are_kept_through_a_reload_and_sent_once(
    site: Site, visitor: Visitors
) -> None:
    organiser = visitor(pocket=True)
    page, key = an_event(organiser, ["Ada", "Ben", "Cleo", "Dan"])
    paired(page)
    page = organiser.goes_to(f"/matches/events/{key}/results/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_load_state("networkidle")
    organiser.context.set_offline(True)
    for number in (1, 2):
        page.locator(f"#table-{number} .score-buttons button").first.click()
        expect(page.locator(f"#table-{number} .tap-waits")).to_contain_text("5 : 0 is waiting to be sent.")
    page.locator("#table-2 .score-buttons button").nth(1).click()
    expect(page.locator("#table-2 .tap-waits")).to_contain_text("5 : 1 is waiting to be sent.")
    expect(page.locator("#result-queue")).to_contain_text("2 waiting to be sent")
    organiser.context.set_offline(False)
    page.reload()
    expect(page.locator("#result-queue")).to_be_hidden()
    expect(page.get_by_text("2 of 2 results in")).to_be_visible()
    told = site.shell.run(TOLD.format(key=key))
    assert "('done', (5, 0), 0), ('done', (5, 1), 0)" in told and told.strip().endswith("2")
    forgives(organiser)


def test_a_player_whose_answer_never_comes_has_reported_once(site: Site, visitor: Visitors) -> None:
    organiser, player = visitor(), visitor()
    page, key = an_event(organiser, ["Ada"])
    code = page.locator(".code").first.inner_text()
    panel = enters(player, code, "Mira")
    page.reload()
    paired(page)
    expect(panel.get_by_text("You win")).to_be_visible()
    panel.route("**/mine/report/", lambda route: (route.fetch(), route.abort())[1])
    panel.locator(".score-row").first.get_by_role("button").nth(1).click()
    expect(panel.locator("#result-queue")).to_be_hidden(timeout=20_000)
    expect(panel.get_by_text("You reported 5 : 1.")).to_be_visible()
    told = site.shell.run(TOLD.format(key=key))
    assert "('claimed'," in told and ", 1)" in told
    forgives(player)


@pytest.mark.thorough
def test_twenty_tables_over_a_line_that_dies_ten_times_and_a_server_that_is_killed(
    site: Site, visitor: Visitors
) -> None:
    """None is lost, none is doubled, and each is told as waiting until it is in."""
    organiser = visitor(pocket=True)
    page, key = an_event(organiser, [f"Player {number}" for number in range(1, 41)])
    paired(page)
    page = organiser.goes_to(f"/matches/events/{key}/results/")
    page.wait_for_load_state("networkidle")
    queue, tapped = page.locator("#result-queue"), {}
    for number in range(1, 21):
        if number % 2:
            organiser.context.set_offline(True)
        less = number % 5
        page.locator(f"#table-{number} .score-buttons button").nth(less).click()
        expect(page.locator(f"#table-{number} .tap-waits")).to_contain_text(f"5 : {less} is waiting to be sent.")
        tapped[number] = (5, less)
        if number % 2:
            continue
        expect(queue).to_contain_text("2 waiting to be sent")
        if number == 10:
            site.restart()
        organiser.context.set_offline(False)
        expect(queue).to_be_hidden(timeout=60_000)
        expect(page.get_by_text(f"{number} of 20 results in")).to_be_visible()
    told = site.shell.run(TOLD.format(key=key))
    assert [f"('done', {tapped[number]}, 0)" in told for number in tapped] == [True] * 20
    assert told.count("'done'") == 20 and told.strip().endswith("20")
    forgives(organiser)


def a_league(organiser: Visitor) -> str:
    """Return a league of four under way; its key."""
    event = sends(organiser, "/matches/events/new/", name="Thursdays", me="Roland", format="round_robin")
    sends(organiser, event, f"{event}do/add/", names="Ada\nBen\nCleo\nDan")
    sends(organiser, event, f"{event}do/pair/")
    return event.strip("/").split("/")[-1]


def test_an_earlier_round_and_what_was_typed_there_come_back_without_a_network(visitor: Visitors) -> None:
    organiser = visitor(pocket=True)
    key = a_league(organiser)
    desk = f"/matches/events/{key}/results/"
    page = organiser.goes_to(f"{desk}?round=2")  # the first page of this browser, which the worker gets afterwards
    waits_for(page, f"{desk}?round=2")
    until(page, CONTROLLED)
    page.locator(".other-score > summary").first.click()
    page.locator("form.result input[name='a']").first.fill("4")
    page.locator("form.result input[name='b']").first.fill("5")
    organiser.context.set_offline(True)
    page.reload()
    expect(page.locator("#from-memory")).to_be_visible()
    expect(page.locator("form.result input[name='a']").first).to_have_value("4")
    expect(page.locator("form.result input[name='b']").first).to_have_value("5")
    page.locator("form.result button").first.click()
    expect(page.locator("#result-queue")).to_contain_text("Round 2, table 1: 4 : 5")
    page.goto(f"{organiser.url}{desk}?round=3")  # never opened before: the desk as it was kept
    expect(page.locator("#results")).to_be_visible()
    expect(page.locator("#from-memory")).to_contain_text("Round 3 isn’t saved on this device.")
    page.goto(f"{organiser.url}{desk}?round=2")
    expect(page.locator("#from-memory")).to_be_visible()
    expect(page.locator("#from-memory")).not_to_contain_text("isn’t saved")
    organiser.context.set_offline(False)
    expect(page.locator("#result-queue")).to_be_hidden()
    page = organiser.goes_to(f"{desk}?round=2")
    expect(page.locator("#table-1 .tally")).to_have_text("4:5")
    forgives(organiser)


def test_a_typed_score_is_shown_again_only_to_the_reader_who_typed_it(visitor: Visitors) -> None:
    organiser = visitor()
    page = organiser.goes_to(f"/matches/events/{a_league(organiser)}/results/")
    typed = page.locator("form.result input[name='a']").first
    page.locator(".other-score > summary").first.click()
    typed.fill("4")
    # The same tab, where another person has logged in.
    mark = page.locator("#result-queue").get_attribute("data-reader")
    assert mark

    def for_another(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(f'"{mark}"', '"another-mark"'))

    page.route("**/results/", for_another)
    page.reload()
    expect(page.locator("#result-queue")).to_have_attribute("data-reader", "another-mark")
    expect(typed).not_to_have_value("4")
    page.unroute("**/results/")
    page.reload()
    expect(typed).to_have_value("4")
    organiser.complaints.clear()  # the answer from the test may not open a socket


def test_a_result_that_somebody_else_entered_meanwhile_is_shown_and_changed_only_by_a_tap(
    site: Site, visitor: Visitors
) -> None:
    organiser = visitor(pocket=True)
    key = a_league(organiser)
    desk = f"/matches/events/{key}/results/"
    page = organiser.goes_to(desk)
    until(page, CONTROLLED)
    pairing = page.locator("#table-1 input[name='pairing']").first.input_value()
    organiser.context.set_offline(True)
    page.locator("#table-1 .score-buttons button").first.click()
    expect(page.locator("#result-queue")).to_contain_text("1 waiting to be sent")
    site.shell.run(ENTERED_BY_OTHERS.format(key=key, pairing=pairing))
    organiser.context.set_offline(False)
    queue = page.locator("#result-queue")
    expect(queue).to_contain_text("Not saved: 1.")
    expect(queue).to_contain_text("Round 1, table 1: 5 : 0")
    expect(page.locator("#table-1 .tally")).to_have_text("2:5")
    queue.get_by_role("button", name="Change to 5 : 0").click()
    expect(queue).to_be_hidden()
    expect(page.locator("#table-1 .tally")).to_have_text("5:0")
    forgives(organiser)
