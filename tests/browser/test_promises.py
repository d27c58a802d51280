"""Promises on pages: that they refresh, store, and send. Each promise has a test.

`PROMISES` names for every such sentence of the site the test that checks it; a new sentence without one fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, Site, Visitor
from tests.browser.offline.test_companion import two_phones, wins
from tests.browser.steps import run_on_site, sends
from tests.languages import wanted

Visitors = Callable[..., Visitor]
# Phrases with which a page says what it will do automatically.
PROMISING = re.compile(
    r"will appear here when|(will|’ll) be (sent|saved)|waiting (to be sent|for the network)|Waiting for %\(host\)"
    r"|automatically\.|this page (updates|will|says)|moves on when|reload to see|not sent yet|saved copy"
    r"|^You’re offline|offline, as of",
    re.IGNORECASE,
)
HERE = "tests/browser/test_promises.py::"
COPIES = "tests/browser/offline/test_event_copies.py::"
DESK = "tests/browser/offline/test_results_offline.py::"
COMPANION = "tests/browser/offline/test_companion.py::"
PROMISES = {
    "Waiting for %(host)s to start the draft.":
        "tests/browser/test_live_pages.py::test_a_draft_that_begins_before_all_scripts_are_there_is_shown",
    "%(host)s moves on when everyone has passed.":
        "tests/browser/journeys/test_draft_tables.py::test_7_cardboard_night",
    "You’re offline. %(name)s will be sent when you’re back.":
        "tests/browser/test_table.py::test_a_choice_is_exchanged_until_the_packet_passes_and_a_lost_line_loses_nothing",
    "You’re offline. Your move will be sent when you’re back.":
        "tests/browser/play/test_table_of_game.py::test_an_action_waits_for_the_line_and_is_carried_out_once",
    "Without JavaScript, reload to see changes.": f"{HERE}test_without_scripts_a_lobby_is_looked_at_again",
    "This page will tell you as soon as you’re in.":
        f"{COPIES}test_who_is_let_in_reads_it_on_the_page_that_waits",
    "Later players join a waiting list and move up automatically. Leave empty for no limit.":
        f"{HERE}test_who_waits_for_a_place_moves_up_when_somebody_leaves",
    "Your table will appear here when round 1 is paired.":
        f"{COPIES}test_the_copy_of_a_player_shows_the_table_that_was_shown_last",
    "You’re watching. This page updates as the players record games.":
        f"{HERE}test_who_looks_on_at_a_match_sees_it_go_on {HERE}test_who_looks_on_at_the_companion_sees_it_go_on",
    "You’re offline. Waiting to be sent: {count}": f"{COMPANION}test_8_the_match",
    "waiting for the network": f"{COMPANION}test_8_the_match",
    "Entries by someone else on this device: {count}. They’ll be sent when that person opens this page here.":
        f"{COMPANION}test_what_waits_is_sent_for_nobody_but_the_one_who_noted_it",
    "Someone else entered this on this device. It will be sent when they’re back on the site here.":
        f"{COMPANION}test_what_waits_is_sent_for_nobody_but_the_one_who_noted_it",
    "Entries on this device not sent yet: {count}. Discard them and continue?":
        f"{COMPANION}test_who_leaves_is_asked_before_what_waits_is_thrown_away",
    "Entered here and not sent yet: {count}. They’ll be sent when you’re back online with the page open.":
        f"{COMPANION}test_what_waits_survives_a_reload_and_the_form_keeps_half_made_choices",
    "You’re offline. Your changes will be saved when you’re back.":
        "tests/browser/test_builder.py::test_a_tap_in_a_tunnel_is_kept_until_there_is_light",
    "You’re offline. This is a saved copy.":
        "tests/browser/offline/test_offline.py::test_in_a_tunnel_the_catalogue_a_deck_and_the_table_are_there",
    "You’re offline and haven’t seen this step on this device. Undo, or go back to a step you have seen.":
        "tests/browser/test_board.py::test_without_a_network_what_was_looked_at_is_there_again",
    "You’re offline": f"{COPIES}test_the_results_desk_is_there_without_a_network_and_comes_back_with_it",
    "{count} waiting to be sent":
        f"{DESK}test_taps_of_the_desk_without_a_network_are_kept_through_a_reload_and_sent_once",
    "Results waiting to be sent":
        f"{DESK}test_taps_of_the_desk_without_a_network_are_kept_through_a_reload_and_sent_once",
    "{score} is waiting to be sent.":
        f"{DESK}test_taps_of_the_desk_without_a_network_are_kept_through_a_reload_and_sent_once",
    "Decks built from your pools come along automatically. They stay hidden as agreed in the match.":
        "tests/matches/groups/test_evening_chain.py::test_from_the_last_pick_to_the_first_point_and_the_rematch",
    "offline, as of {time}": "tests/browser/journeys/test_wall.py::test_the_wall",
}  # fmt: skip
# They are about something else than their page.
OTHERS = {
    "Subscribe to this link and new events will appear automatically.": "a feed, which a calendar asks for",
}
RESULTS = """
from matches.models import Event
from matches.events.queries import load_event
from matches.events.result_services import enter_result
event = Event.objects.get(key="{key}")
for one in load_event(event.key).current.unreported:
    crystals = (1, 5) if one.b.name == "Mira" else (5, 1)
    enter_result(by=event.owner, key=event.key, pairing=one.row.pk, crystals=crystals)
"""


def test_each_promise_of_a_page_has_a_test() -> None:
    promising = {text for text, _many in wanted() if PROMISING.search(text)}
    assert promising - set(PROMISES) - set(OTHERS) == set(), "these sentences have no test"
    assert (set(PROMISES) | set(OTHERS)) - promising == set(), "nothing says this any more"
    for test in {test for tests in PROMISES.values() for test in tests.split()}:
        file, _, name = test.partition("::")
        assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), test


def an_event(organiser: Visitor, *names: str, **settings: str) -> tuple[str, str]:
    """Return the URL and the key of an event with these players."""
    event = sends(organiser, "/matches/events/new/", name="A promise", me="Roland", **settings)
    sends(organiser, event, f"{event}do/add/", names="\n".join(names))
    return event, event.rstrip("/").rsplit("/", 1)[1]


@pytest.mark.parametrize(
    "format", ["swiss", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("knockout", "double"))]
)
def test_the_next_table_shows_by_itself(format: str, site: Site, visitor: Visitors) -> None:
    """For a player with a bye, one whose result is in, and one who waits for others in a bracket."""
    organiser, player = visitor(), visitor()
    event, key = an_event(organiser, "Ada", "Ben", "Cleo", format=format)
    sends(player, event, f"{event}do/register/", name="Mira")
    panel = player.goes_to(event).locator("#mine")
    expect(panel).to_contain_text("Your table will appear here when round 1 is paired.")
    sends(organiser, event, f"{event}do/pair/")
    expect(panel).to_contain_text(re.compile(r"Table \d"))
    run_on_site(site, RESULTS.format(key=key))
    player.page.reload()
    expect(panel).to_contain_text(re.compile(r"Result recorded\.|You get \d points?\.|In the next round\."))
    before = panel.inner_text()
    sends(organiser, event, f"{event}do/pair/")
    expect(panel).not_to_have_text(before)


def test_without_scripts_a_lobby_is_looked_at_again(visitor: Visitors) -> None:
    host = visitor()
    table = sends(host, "/drafts/practice/", players=2, nickname="Roland", action="open")
    guest = visitor(scripts=False)
    sends(guest, table, f"{table}join/", nickname="Elinor")
    page = guest.goes_to(table)
    assert "Without JavaScript, reload to see changes." in page.content()  # in a `noscript`
    sends(host, table, f"{table}start/")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")


def test_who_waits_for_a_place_moves_up_when_somebody_leaves(visitor: Visitors) -> None:
    organiser, guest = visitor(), visitor()
    event, _key = an_event(organiser, "Ada", "Ben", max_players="2")
    sends(guest, event, f"{event}do/register/", name="Elinor")
    page = guest.goes_to(event)
    expect(page.locator("#enter")).to_contain_text("You’re number 1 on the waiting list.")
    sends(organiser, f"{event}players/", f"{event}do/drop/", number=1)
    expect(page.get_by_role("heading", name="Elinor, number 3")).to_be_visible()


def test_who_looks_on_at_a_match_sees_it_go_on(visitor: Visitors) -> None:
    roland, looks_on = visitor(), visitor()
    match = sends(roland, "/matches/new/", name_a="Roland", name_b="Elinor")
    page = looks_on.goes_to(match)
    expect(page.get_by_text("This page updates as the players record games.")).to_be_visible()
    version = str(page.locator("[data-topic]").first.get_attribute("data-version"))
    own = roland.goes_to(match)
    own.locator("#record").get_by_text("2", exact=True).first.click()
    own.get_by_role("button", name="Roland won").click()
    expect(own.locator(".next")).to_contain_text("Elinor starts the next game")
    expect(page.locator("[data-topic]").first).not_to_have_attribute("data-version", version)


def test_who_looks_on_at_the_companion_sees_it_go_on(visitor: Visitors) -> None:
    roland, elinor = two_phones(visitor, both_look=False)
    page = visitor().goes_to(elinor.page.url.removeprefix(elinor.url))
    expect(page.get_by_text("This page updates as the players record games.")).to_be_visible()
    wins(elinor.page, "Elinor")
    expect(page.locator('[data-show="moves"] li')).to_have_count(1)
    assert roland.complaints == []
