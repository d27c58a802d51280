"""One table, six people at six screens: to the end, with one of them gone and back, one on a phone, one by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.browser.steps import sends

Visitors = Callable[..., Visitor]
NAMES = ("Roland", "Elinor", "Judith", "Stefan", "Miriam", "Anselm")
ROUNDS, PACKET = 2, 4


def opens_a_short_table(page: Page) -> None:
    page.get_by_text("6", exact=True).first.click()
    page.get_by_text("Packet size and rounds").click()
    page.get_by_label("Cards per packet").fill(str(PACKET))
    page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    expect(page.locator("#figures")).to_contain_text("Buka")
    page.get_by_label("Your name").fill(NAMES[0])
    page.get_by_role("button", name="Invite friends").click()
    expect(page.locator("#seats")).to_be_visible()


def sits_down(visitor: Visitor, address: str, name: str) -> Page:
    page = visitor.goes_to(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="I’m ready").click()
    return page


def at_step(page: Page, round_: int, number: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(
        re.compile(rf"Round {round_} of \d+,\s+pick {number} of")
    )
    expect(page.locator(".packet label").first).to_be_visible()


def takes_by_tap(page: Page) -> None:
    page.locator(".packet label").first.click()
    page.get_by_role("button", name=re.compile("^Pick ")).click()


def takes_by_double_tap(page: Page) -> None:
    expect(page.locator("[data-take]")).to_be_enabled()
    page.locator(".packet label").nth(1).dblclick()


def takes_by_keyboard(page: Page) -> None:
    """Use only keys: to the packet, to another card, to the button."""
    page.locator("#packet-heading").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".packet :checked")).to_have_count(1)
    expect(page.locator("[data-take]")).to_be_enabled()
    page.keyboard.press("Tab")
    expect(page.locator("[data-take]")).to_be_focused()
    page.keyboard.press("Enter")


@pytest.mark.thorough  # test_jobs drafts to the end too
def test_six_people_draft_to_the_end_and_one_comes_back_on_another_phone(visitor: Visitors) -> None:
    people = [visitor(PHONE if name == "Elinor" else DESK) for name in NAMES]
    host = people[0].goes_to("/drafts/practice/")
    opens_a_short_table(host)
    address = host.url.removeprefix(people[0].url)
    pages = [host, *(sits_down(player, address, name) for player, name in zip(people[1:], NAMES[1:], strict=True))]
    expect(host.locator("#live .good")).to_have_count(5)
    # Everyone who joins as a guest sees their link without asking for it.
    pages[5].locator("#my-seat > summary").click()
    expect(pages[5].locator("#my-seat-link")).to_be_visible()
    secret = pages[5].locator("#my-seat-link").input_value()
    host.get_by_role("button", name="Start now").click()

    for round_ in range(1, ROUNDS + 1):
        for number in range(1, PACKET):
            for page in pages:
                at_step(page, round_, number)
            if (round_, number) == (1, 2):
                pages[5] = comes_back(visitor, people[5], secret, pages[5])
                at_step(pages[5], round_, number)
            takes_by_double_tap(host)
            takes_by_keyboard(pages[2])
            for page in (pages[1], *pages[3:]):
                takes_by_tap(page)
    for page in pages:
        expect(page.get_by_role("heading", level=1)).to_have_text("The draft is over")
        expect(page.locator("#pool")).to_contain_text(str(ROUNDS * (PACKET - 1)))
    for person in people[:2]:
        person.fits()
    host.get_by_role("link", name="My picks, packet by packet").click()
    host.get_by_role("link", name="Replay packet by packet").click()
    expect(host.locator(".taken")).to_have_count(1)
    expect(host.locator(".replayed")).to_have_count(PACKET)


def comes_back(visitor: Visitors, gone: Visitor, secret: str, page: Page) -> Page:
    """Lose the network in the middle of a step; another phone opens the secret link and continues."""
    gone.context.set_offline(True)
    page.close()
    gone.complaints.clear()
    other = visitor(PHONE)
    there = other.goes_to(secret.removeprefix(other.url))
    there.get_by_role("button", name="Continue as Anselm").click()
    return there


def test_a_choice_is_exchanged_until_the_packet_passes_and_a_lost_line_loses_nothing(visitor: Visitors) -> None:
    host, guest = visitor(DESK, fresh=True), visitor(PHONE)
    page = host.goes_to("/drafts/practice/")
    page.get_by_text("2", exact=True).first.click()
    page.get_by_label("Your name").fill("Roland")
    page.get_by_role("button", name="Invite friends").click()
    other = sits_down(guest, page.url.removeprefix(host.url), "Elinor")
    # The table’s phrases are the last thing a page requests, some time after it has loaded.
    with page.expect_response("**/words/"):
        page.get_by_role("button", name="Start now").click()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(other.locator("html[data-table=live]")).to_be_attached()
    tops = other.locator("#live .seat").evaluate_all("seats => seats.map(one => one.offsetTop)")
    assert len(tops) == 2 and len(set(tops)) == 1, "the seats stand in one row"
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#packet-heading")).to_contain_text("You picked")
    page.keyboard.press("2")
    page.get_by_role("button", name=re.compile("instead")).click()
    expect(page.locator(".choice[data-kept] input")).to_have_count(1)
    expect(page.locator(".choice").nth(1)).to_have_attribute("data-kept", "")
    assert not [address for address in asked if "/drafts/" in address]

    guest.context.set_offline(True)
    other.locator(".packet label").first.click()
    other.locator("[data-take]").click()
    expect(other.get_by_role("alert")).to_contain_text("will be sent when you’re back.")
    guest.context.set_offline(False)
    at_step(page, 1, 2)
    at_step(other, 1, 2)
    expect(other.get_by_role("alert")).to_have_count(0)
    guest.complaints.clear()
    with other.expect_response("**/live/"):
        other.evaluate("document.dispatchEvent(new Event('table:ask'))")
    expect(other.get_by_role("button", name="My picks 1")).to_be_visible()
    # A removed player is told so, and has no more cards on the screen.
    page.locator("#hosting > summary").click()
    page.get_by_role("button", name="Remove Elinor").click()
    expect(other.get_by_role("alert")).to_contain_text(
        "You’re no longer in this draft: the host gave your seat away, or you logged out. You can still watch."
    )
    expect(other.locator("#hand :is(.choice, .strip), #pool")).to_have_count(0)
    # Whether the page requests the table’s phrases once more, and is refused, depends on which message comes first.
    other.close()
    guest.complaints[:] = [complaint for complaint in guest.complaints if "/words/" not in complaint]


def test_notes_and_signals_stay_in_the_browser_and_at_the_seat(visitor: Visitors) -> None:
    player = visitor(PHONE)
    page = player.goes_to("/drafts/practice/")
    page.get_by_role("button", name="Start now").click()
    page.get_by_text("My notes").click()
    page.get_by_label("Only you can see these").fill("Pairs of Hoax")
    expect(page.locator("#note-kept")).to_have_text("Saved.")
    page.locator("#signals summary").click()
    page.get_by_label("Vibration").check()
    takes_by_tap(page)
    at_step(page, 1, 2)
    assert page.title().startswith("● Your turn")
    page.reload()
    expect(page.get_by_label("Only you can see these")).to_have_value("Pairs of Hoax")
    page.locator("#signals summary").click()
    expect(page.get_by_label("Vibration")).to_be_checked()


@pytest.mark.thorough  # tests/drafts/test_paper runs a table with real cards to the end
def test_six_round_a_table_with_real_cards(visitor: Visitors) -> None:
    host, other = visitor(PHONE), visitor(PHONE)
    page = host.goes_to("/drafts/paper/")
    page.get_by_text("2", exact=True).first.click()
    expect(page.locator("#figures")).to_contain_text("99")
    page.get_by_label("Players (one per line)").fill("Roland\nElinor")
    page.get_by_role("button", name="Start").click()
    theirs = other.goes_to(page.url.removeprefix(host.url))
    for number in range(1, 5):
        for screen in (page, theirs):
            expect(screen.locator("#where")).to_contain_text(f"Round 1 of 9, pick {number} of 4")
        page.get_by_role("button", name=re.compile("^Everyone has (picked|passed)")).click()
    expect(theirs.locator("#where")).to_contain_text("Round 2 of 9, pick 1 of 4")
    expect(theirs.locator(".task")).to_contain_text("pass the rest to the left")
    host.fits()


def test_what_is_under_a_finger_stays_until_it_is_lifted(visitor: Visitors) -> None:
    """Another player’s news would replace the button between press and release, and the tap would be lost."""
    hosting, guest = visitor(DESK), visitor(PHONE)
    host = hosting.goes_to("/drafts/practice/")
    opens_a_short_table(host)
    page = guest.page
    # The script that watches the finger also opens the socket: once that is there, it watches.
    with page.expect_websocket(lambda socket: "/ws/drafts/" in socket.url):
        guest.goes_to(address := host.url.removeprefix(hosting.url))
    page.get_by_label("Your name").fill("Elinor")
    with page.expect_websocket(lambda socket: "/ws/drafts/" in socket.url):
        page.get_by_role("button", name="Join").click()
    button = page.get_by_role("button", name="I’m ready")
    button.hover()
    page.mouse.down()
    with page.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        sends(visitor(PHONE), address, f"{address}join/", nickname="Mira")
    expect(button).to_be_visible()
    expect(page.locator("#live .good")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#live .good")).to_have_count(1)
    expect(host.locator("#live .good")).to_have_count(1)
    expect(page.get_by_role("heading", name="Seats")).to_be_focused()


def test_a_lobby_is_told_by_its_socket_and_need_not_ask(visitor: Visitors) -> None:
    hosting, guest = visitor(DESK), visitor(PHONE)
    host = hosting.goes_to("/drafts/practice/")
    opens_a_short_table(host)
    with guest.page.expect_websocket(lambda socket: "/ws/drafts/" in socket.url):
        guest.goes_to(host.url.removeprefix(hosting.url))
