"""Names of 40 letters without a space, the longest allowed: no page of an event or a club is wider than a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Site, Visitor
from tests.browser.journeys.test_thumb import TO_ROUND, opened
from tests.browser.page_checks import NARROW, OPEN, PHONE, TOO_WIDE
from tests.browser.steps import key_of, run_on_site

Visitors = Callable[..., Visitor]
NAMES = [f"{'W' * 39}{letter}" for letter in "ABCDEFGHIJKL"]
# The organiser plays, too, and one player has left; one table is reported by one player, another disputed.
PLAYS = """
from matches.models import Event
event = Event.objects.get(key="{key}")
event.registrations.filter(number=1).update(person=event.owner)
"""
REPORTS = """
from matches.events.entry import leaving
from matches.models import Claim, Event
from matches.events import services
from matches.events.queries import load_event
event = Event.objects.get(key="{key}")
for claims, table in enumerate(load_event(event.key).current.pairings[:3]):
    for side, won in (("a", 5), ("b", 4))[:claims]:
        Claim.objects.create(pairing=table.row, side=side, crystals_a=won, crystals_b=9 - won)
leaving.drop_player(by=event.owner, key=event.key, number=12)
"""
TO_THE_WINNER = """
from matches.models import Event
from matches.events import result_services, round_services
from matches.events.decks.queries import ProceedAnyway
from matches.events.queries import load_event
event = Event.objects.get(key="{key}")
event.cut_size, event.third_place = 4, True
event.save()
round_services.close_round(by=event.owner, key=event.key, number=2, unfinished=True, decided={{
    table.row.pk: "a" for table in load_event(event.key).current.unreported}})
round_services.begin_playoff(by=event.owner, key=event.key, anyway=ProceedAnyway(True))
for last in (False, True):
    for one in load_event(event.key).current.unreported:
        result_services.enter_result(by=event.owner, key=event.key, pairing=one.row.pk, crystals=(5, 3))
    if not last:
        round_services.pair_next_round(by=event.owner, key=event.key, number=4, anyway=ProceedAnyway(True))
round_services.finish_event(by=event.owner, key=event.key)
"""


# A running season by points, with a running league of the club: a match of the club, one of the league, one to come.
SEASON = """
from django.utils import timezone
from matches.core.scoring import DEFAULT_SHEET
from matches.core.tournament import EventRules
from matches.events import result_services, round_services, services
from matches.events.queries import load_event
from matches.groups.services import save_season
from matches.models import Group
from matches.play.services import GameReport, create_group_match, record_game
group, today = Group.objects.get(key="{key}"), timezone.localdate()
save_season(by=group.owner, key=group.key, name="Spring", first=today)
a, b, *_others = names = list(group.members.values_list("name", flat=True))
match = create_group_match(by=group.owner, group_key=group.key, members=(a, b), sheet=DEFAULT_SHEET)
for version in range(2):
    match.refresh_from_db()
    record_game(by=group.owner, key=match.key, version=match.version, report=GameReport("a", 3))
rules = EventRules(name="League", format="round_robin", first_day=today)
event = services.create_event(by=group.owner, rules=rules, group=group)
services.add_players(by=group.owner, key=event.key, names=names)
round_services.pair_next_round(by=group.owner, key=event.key, number=1)
event.registrations.filter(number=1).update(person=group.owner)
table = load_event(event.key).rounds[0].pairings[0]
result_services.enter_result(by=group.owner, key=event.key, pairing=table.row.pk, crystals=(5, 3))
print(event.key)
"""


def too_wide(page: Page, key: str, *parts: str, of: str = "events") -> list[str]:
    """Return what is wider than the screen on these pages of the event or club, with everything unfolded, at 390 and
    320 px."""
    found = []
    for part in parts:
        answer = page.goto(f"{page.url.split('/matches/')[0]}/matches/{of}/{key}/{part}")
        assert answer and answer.ok, page.url
        page.evaluate(OPEN)
        for screen in (PHONE, NARROW):
            page.set_viewport_size(screen)
            found += [f"{part or of} at {screen['width']}: {one}" for one in page.evaluate(TOO_WIDE)]
    return found


def test_names_of_forty_letters_fit_every_page_of_an_event(visitor: Visitors, site: Site) -> None:
    page = opened(visitor, 0, *NAMES)
    key = key_of(page)
    found = too_wide(page, key, "")
    run_on_site(site, PLAYS.format(key=key))
    run_on_site(site, TO_ROUND.format(key=key, rounds=2) + REPORTS.format(key=key))
    found += too_wide(page, key, "", "results/", "players/", "players/2/", "players/2/desk/", "trail/", "wall/")
    run_on_site(site, TO_THE_WINNER.format(key=key))
    found += too_wide(page, key, "", "results/", "players/2/", "wall/")
    assert not found, "\n".join(found)


@pytest.mark.thorough  # those of an event, above, have the same styles
def test_names_of_forty_letters_fit_every_page_of_a_club(visitor: Visitors, site: Site) -> None:
    page = visitor(PHONE).goes_to("/matches/groups/new/")
    page.get_by_label("Name of the group").fill(NAMES[0])
    page.get_by_label("Your name in the group").fill(NAMES[1])
    page.get_by_label("Other members").fill("\n".join(NAMES[2:6]))
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: not url.endswith("/new/"))
    key = key_of(page)
    league = run_on_site(site, SEASON.format(key=key)).split()[-1]
    player, duel = f"season/player/?name={NAMES[1]}", f"season/duel/?a={NAMES[1]}&b={NAMES[2]}"
    found = too_wide(page, key, "", "?round", "members/", "season/", player, duel, "time/", "calendar/", of="groups")
    found += too_wide(page, league, "", "results/")
    assert not found, "\n".join(found)
