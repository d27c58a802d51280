"""The venue screen at 1920 x 1080: forty-one names on one page, two hundred in pages that turn, nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site, Visitor
from tests.browser.journeys.test_thumb import TO_ROUND, opened
from tests.browser.steps import key_of, run_on_site

Visitors = Callable[..., Visitor]
WALL = {"width": 1920, "height": 1080}
# Everything visible is inside the screen, and no line of the page overlaps another, or the head or foot.
CROWDED = """() => {
  const boxes = [...document.querySelectorAll('.wall-head, .wall-foot, .wall-page:not([hidden]) li')]
    .map(one => [one.innerText.slice(0, 30), one.getBoundingClientRect()]);
  const out = boxes.filter(([, b]) => b.left < 0 || b.top < 0 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1)
    .map(([name]) => 'outside: ' + name);
  for (const [nth, [name, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(nth + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        out.push(name + ' over ' + other);
  const small = [...document.querySelectorAll('.wall-page:not([hidden]) li')]
    .filter(one => one.scrollHeight > one.clientHeight + 1).map(one => 'cut: ' + one.innerText.slice(0, 30));
  return [...out, ...small].slice(0, 6);
}"""

# docs/matches.md says from how far away it can be read.
NOT_SMALLER = ".wall-name:not(.name-long, .name-longest, .name-two-lines)"
LETTERS = f"() => parseFloat(getComputedStyle(document.querySelector('{NOT_SMALLER}')).fontSize)"

FINISH = """
from matches.events import round_services, services
from matches.models import Event
event = Event.objects.get(key="{key}")
for one in load_event(event.key).current.unreported:
    result_services.enter_result(by=event.owner, key=event.key, pairing=one.row.pk, crystals=(5, one.row.table % 5))
round_services.finish_event(by=event.owner, key=event.key)
services.publish_announcement(by=event.owner, key=event.key, text="Prizes at 17:30 in the hall")
"""
LARGEST = """() => [...document.querySelectorAll('.wall *')]
  .filter(one => one.checkVisibility() && one.innerText?.trim())
  .sort((a, b) => parseFloat(getComputedStyle(b).fontSize) - parseFloat(getComputedStyle(a).fontSize))[0].className"""


@pytest.mark.parametrize(
    ("players", "pages", "shown"), [(41, 2, 41), pytest.param(200, 6, 40, marks=pytest.mark.thorough)]
)
def test_the_wall(players: int, pages: int, shown: int, visitor: Visitors, site: Site) -> None:
    key = key_of(opened(visitor, players))
    run_on_site(site, TO_ROUND.format(key=key, rounds=2))
    wall = visitor(WALL).goes_to(f"/matches/events/{key}/wall/")
    for _look in range(40):
        # Another process has paired the rounds; the site shows a large event a few seconds late.
        if f"page 1 of {pages}" in wall.locator(".wall-next").inner_text():
            break
        wall.wait_for_timeout(500)
        wall.reload()
    page = wall.locator(".wall-page:not([hidden])")
    expect(page).to_have_count(1)
    expect(page.locator("li")).to_have_count(shown)
    expect(page.locator("li").first).to_contain_text("Adler, Anna")
    expect(wall.locator(".wall-next")).to_contain_text(f"page 1 of {pages}")
    assert wall.evaluate(CROWDED) == []
    assert wall.evaluate(LETTERS) >= 33
    for number in range(2, pages + 1):
        wall.keyboard.press("ArrowRight")
        expect(wall.locator(".wall-next")).to_contain_text(f"page {number} of {pages}")
        assert wall.evaluate(CROWDED) == []
    expect(wall.locator(".wall-title")).to_have_text("Standings")
    # It turns automatically: the page’s clock is advanced, so that nobody waits fifteen seconds.
    wall.evaluate("() => { const now = Date.now; Date.now = () => now() + 16000; }")
    expect(wall.locator(".wall-next")).to_contain_text(f"page 1 of {pages}")


def test_all_places_of_41_stand_beside_the_winner(visitor: Visitors, site: Site) -> None:
    key = key_of(opened(visitor, 41))
    run_on_site(site, TO_ROUND.format(key=key, rounds=1) + FINISH.format(key=key))
    wall = visitor(WALL).goes_to(f"/matches/events/{key}/wall/")
    expect(wall.locator(".wall-page:not([hidden]) li")).to_have_count(41)
    expect(wall.locator(".wall-next")).to_have_text("")
    assert wall.evaluate(CROWDED) == []
    assert "wall-announcement" in wall.evaluate(LARGEST)
