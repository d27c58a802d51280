"""Names of 40 letters without a blank, the longest there are: no page of an event is wider than a phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.conftest import Site, Visitor
from tests.browser.journeys.test_thumb import TO_ROUND, opened
from tests.browser.page_checks import NARROW, OPEN, PHONE, TOO_WIDE
from tests.browser.steps import key_of, meanwhile

Visitors = Callable[..., Visitor]
NAMES = [f"{'W' * 39}{letter}" for letter in "ABCDEFGHIJKL"]
# The organiser plays, too, and one has left; a table is reported by one, another disputed.
PLAYS = """
from matches.models import Event
event = Event.objects.get(key="{key}")
event.registrations.filter(number=1).update(person=event.owner)
"""
REPORTS = """
from matches.models import Claim, Event
from matches.events import services
from matches.events.queries import event_view
event = Event.objects.get(key="{key}")
for claims, table in enumerate(event_view(event.key).current.pairings[:3]):
    for side, won in (("a", 5), ("b", 4))[:claims]:
        Claim.objects.create(pairing=table.row, side=side, crystals_a=won, crystals_b=9 - won)
services.drop(by=event.owner, key=event.key, number=12)
"""
TO_THE_WINNER = """
from matches.models import Event
from matches.events import closing_services, result_services, round_services
from matches.events.decks.duty import Anyway
from matches.events.queries import event_view
event = Event.objects.get(key="{key}")
event.cut_size, event.third_place = 4, True
event.save()
closing_services.close_round(by=event.owner, key=event.key, number=2, unfinished=True, decided={{
    table.row.pk: "a" for table in event_view(event.key).current.missing}})
round_services.begin_cut(by=event.owner, key=event.key, anyway=Anyway(True))
for last in (False, True):
    for one in event_view(event.key).current.missing:
        result_services.enter(by=event.owner, key=event.key, pairing=one.row.pk, crystals=(5, 3))
    if not last:
        round_services.pair(by=event.owner, key=event.key, number=4, anyway=Anyway(True))
closing_services.finish(by=event.owner, key=event.key)
"""


def too_wide(page: Page, key: str, *parts: str) -> list[str]:
    """What is wider than the screen on these pages of the event, with all unfolded, at 390 and 320 px."""
    found = []
    for part in parts:
        page.goto(f"{page.url.split('/matches/')[0]}/matches/events/{key}/{part}")
        page.evaluate(OPEN)
        for screen in (PHONE, NARROW):
            page.set_viewport_size(screen)
            found += [f"{part or 'event'} at {screen['width']}: {one}" for one in page.evaluate(TOO_WIDE)]
    return found


def test_names_of_forty_letters_fit_every_page_of_an_event(visitor: Visitors, site: Site) -> None:
    page = opened(visitor, 0, *NAMES)
    key = key_of(page)
    found = too_wide(page, key, "")
    meanwhile(site, PLAYS.format(key=key))
    meanwhile(site, TO_ROUND.format(key=key, rounds=2) + REPORTS.format(key=key))
    found += too_wide(page, key, "", "results/", "players/", "players/2/", "players/2/desk/", "trail/", "wall/")
    meanwhile(site, TO_THE_WINNER.format(key=key))
    found += too_wide(page, key, "", "results/", "players/2/", "wall/")
    assert not found, "\n".join(found)
