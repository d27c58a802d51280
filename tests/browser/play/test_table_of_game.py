"""A game played in the browser: by taps, by keys, without a script, on a line that is lost, and how it looks."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import DESK, Site, Visitor
from tests.browser.page_checks import AXE, BROKEN_NAMES, NARROW, TOO_MANY_PRIMARY, TOO_SMALL, findings
from tests.browser.play.crowded import FAULTS, LAY
from tests.browser.play.players import (
    OUT_OF_REACH,
    OVERFLOW,
    PHONE,
    READY,
    chooses,
    next_to_decide,
    play_each_other,
    plays,
    starts_game,
    taps,
    view_of,
)
from tests.browser.steps import until
from tests.effort import THOROUGH, first_in_gate

Visitors = Callable[..., Visitor]
# A whole game takes about a hundred decisions.
STEPS = 400 if THOROUGH else 16


def sits_down(site: Site, visitor: Visitor, path: str = "") -> Page:
    page = visitor.goes_to(path or starts_game(site, visitor))
    until(page, "() => document.documentElement.dataset.game === 'live'")
    return page


def test_two_play_each_other_by_taps_until_one_resigns(site: Site, visitor: Visitors) -> None:
    host, guest = visitor(PHONE, in_hand=True, fresh=True), visitor(PHONE)
    path = starts_game(site, host, guest)
    pages = sits_down(site, host, path), sits_down(site, guest, path)
    play_each_other(pages, random.Random(5), steps=STEPS)
    page, other = pages if next_to_decide(pages) is pages[0] else pages[::-1]
    if not view_of(page)["result"]:
        page.get_by_role("button", name="More").click()
        page.get_by_text("Resign", exact=True).click()
        page.get_by_role("button", name="Resign the game").click()
    for seat in (page, other):
        expect(seat.get_by_role("button", name="Rematch")).to_be_visible()
        until(seat, "() => document.documentElement.dataset.game === 'live'")
        assert seat.evaluate(OVERFLOW)[:2] == [0, 0]
    page.get_by_role("button", name="Rematch").click()
    expect(other.get_by_text("is ready for a rematch.")).to_be_visible()
    other.get_by_role("button", name="Rematch").click()
    for seat in (page, other):
        expect(seat).not_to_have_url(re.compile(path))


def test_every_offer_can_be_tapped_and_nothing_has_to_be_scrolled_on_a_phone(site: Site, visitor: Visitors) -> None:
    fits: list[bool] = []

    def look(page: Page) -> None:
        assert page.evaluate(OUT_OF_REACH) == []
        high, wide, hand = page.evaluate(OVERFLOW)
        fits.append(high <= 0 and wide <= 0 and hand <= 8)

    for seed in range(3 if THOROUGH else 1):
        person = visitor(PHONE)
        page = sits_down(site, person, starts_game(site, person, seed=seed + 2))
        plays(page, random.Random(seed), steps=STEPS, look=look)
    assert sum(fits) >= 0.98 * len(fits)


# Right after the page has handled each tap, as a quick answer may clear what was sent.
NOTE_WHAT_EACH_TAP_SENDS = """() => {
    window.sentByTaps = [];
    addEventListener('click', () => sentByTaps.push(gameTable.state.pending?.do ?? null));
}"""


def test_the_second_tap_of_a_double_one_does_nothing_else(site: Site, visitor: Visitors) -> None:
    page = sits_down(site, visitor(PHONE))
    for _step in range(6):
        until(page, READY)
        view = view_of(page)
        offer = next((one for one in view["offers"] if one["card"]), None)
        if offer is None:  # a question without a card, such as whether to retreat
            taps(page, view, view["offers"][-1])
            until(page, f"() => gameTable.state.view.version > {view['version']}")
            continue
        page.locator(f'.place[data-id="{offer["card"]}"]').last.click()
        box = page.locator(".hands .acts .primary").bounding_box()
        assert box is not None
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.click(*at)
        until(page, f"() => gameTable.state.view.version > {view['version']}")
        until(page, READY)
        wanted = page.evaluate("at => document.elementFromPoint(...at).closest('[data-do]')?.dataset.do", [*at])
        if wanted:
            break
    assert wanted
    page.evaluate(NOTE_WHAT_EACH_TAP_SENDS)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.mouse.click(*at)
    until(page, "() => sentByTaps.length === 2")
    assert page.evaluate("sentByTaps") == [None, wanted]


SENT_BY_SECOND_OF_DOUBLE = """id => {
    document.querySelector(`.place[data-id="${id}"]`).dispatchEvent(
        new MouseEvent('click', { bubbles: true, detail: 2 }));
    return gameTable.state.pending;
}"""


def test_one_tap_plays_a_card_for_who_wants_that_and_its_echo_plays_no_other(site: Site, visitor: Visitors) -> None:
    page = sits_down(site, visitor(PHONE))
    page.evaluate("signals.remember('one-tap', true)")
    for _step in range(12):
        until(page, READY)
        view = view_of(page)
        offers = [one for one in view["offers"] if one["card"]]
        single = [one for one in offers if sum(each["card"] == one["card"] for each in offers) == 1]
        if not single:
            taps(page, view, view["offers"][-1])
            until(page, f"() => gameTable.state.view.version > {view['version']}")
            continue
        assert page.evaluate(SENT_BY_SECOND_OF_DOUBLE, single[0]["card"]) is None
        page.locator(f'.place[data-id="{single[0]["card"]}"]').last.click()
        until(page, f"() => gameTable.state.view.version > {view['version']}")
        page.evaluate("signals.remember('one-tap', false)")
        return
    raise AssertionError("no card with a single way to be played")


# A view without usable cards comes between looking at a card and tapping it.
OVERTAKEN = """id => { const { state, draw } = gameTable, { view } = state;
    Object.assign(state, { view: { ...view, yours: false, offers: [], main: null, why: {} } });
    draw();
    document.querySelector(`[data-id="${id}"]`).click();
    const said = document.querySelector('[data-problem]').textContent;
    Object.assign(state, { view, problem: null });
    draw();
    return said; }"""
MEANWHILE = """id => { const { state, draw } = gameTable;
    state.pending = { do: '', version: -1 };
    draw();
    document.querySelector(`[data-id="${id}"]`).click();
    state.pending = null;
    draw();
    return state.lifted; }"""


def test_a_tap_that_a_new_view_overtakes_says_why_or_is_done_then(site: Site, visitor: Visitors) -> None:
    page = sits_down(site, visitor(PHONE))
    until(page, READY)
    view = view_of(page)
    card = next(one["card"] for one in view["offers"] if one["card"])
    assert page.evaluate(OVERTAKEN, card) == f"{view['cards'][card[1:]]['name']} can’t be used now."
    expect(page.locator("dialog[open], #card-peek:popover-open")).to_have_count(0)
    assert page.evaluate(MEANWHILE, card) == card


GONE = """seconds => { const { state, draw } = gameTable;
    const meta = { ...state.view.meta, opponent_here: false, claim_in: seconds, may_claim: false };
    Object.assign(state.view, { meta, heard: Date.now() });
    draw();
    return document.querySelector('[data-told]').textContent; }"""


def test_when_a_win_can_be_claimed_is_counted_and_told_once(site: Site, visitor: Visitors) -> None:
    host, guest = visitor(PHONE, fresh=True), visitor(PHONE)
    path = starts_game(site, host, guest)
    page = sits_down(site, host, path)
    button = page.get_by_role("button", name="Claim the win")
    told = page.evaluate(GONE, 125)
    assert told.startswith("Elinor left the table. You can claim the win in 2:0")
    expect(page.locator("[data-claim-in]")).to_contain_text("in 2:03")
    expect(button).to_be_hidden()
    assert page.locator("[data-told]").text_content() == told
    page.evaluate(GONE, 0)
    expect(button).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_a_game_is_played_with_the_keyboard_alone(site: Site, visitor: Visitors) -> None:
    page = sits_down(site, visitor(DESK))
    chance = random.Random(2)
    for _step in range(STEPS):
        until(page, READY)
        view = view_of(page)
        if view["result"]:
            break
        offer = chooses(view, chance)
        hand = [card["id"] for card in view["hand"]][:9]
        ways = [one for one in view["offers"] if one["card"] == offer["card"]]
        if offer["card"] in hand and len(ways) == 1:
            key = str(hand.index(offer["card"]) + 1)
            page.keyboard.press(key)
            expect(page.locator(".place.up")).to_be_focused()
            page.keyboard.press("Enter" if chance.random() < 0.5 else key)
        elif view["main"] and offer["do"] == view["main"]["do"]:
            page.keyboard.press("a")
        else:
            reaches(page, offer["card"], offer["do"])
        until(page, f"() => gameTable.state.view.version > {view['version']}")


def reaches(page: Page, card: str, do: str) -> None:
    """Move to a card with arrows and lift it, then tab to a button, and press that."""
    if card:
        for _press in range(40):
            if page.evaluate("document.activeElement.dataset.id") == card:
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    for _press in range(60):
        if page.evaluate("document.activeElement.dataset.do") == do:
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_what_happens_and_what_is_asked_is_heard(site: Site, visitor: Visitors) -> None:
    page = sits_down(site, visitor(PHONE))
    chance = random.Random(3)
    told = page.locator("[data-told]")
    for _step in range(8):
        until(page, READY)
        view = view_of(page)
        expect(told).to_contain_text(view["question"]["ask"])
        offer = next((one for one in view["offers"] if one["powers"] and one["card"]), None)
        if offer:
            card = page.locator(f'.place[data-id="{offer["card"]}"]')
            name = view["cards"][offer["card"][1:]]["name"]
            expect(page.get_by_role("button", name=name).last).to_be_visible()
            card.click()
            expect(told).to_contain_text(name)
            page.keyboard.press("Escape")
        taps(page, view, chooses(view, chance))
        until(page, f"() => gameTable.state.view.version > {view['version']}")


# One notice, the longest possible.
ONLY_NOTICE = """name => document.querySelectorAll('.game > .notice').forEach((one) => {
    one.hidden = one.dataset.notice !== name;
    const moves = one.querySelector('[data-asks-back]');
    if (moves) moves.textContent = 'Elinor plays Twofold Trebuchet of Fear. '.repeat(12);
})"""
HEARD = """() => { const told = document.querySelector('[data-told]'); window.heard = [];
    new MutationObserver(() => window.heard.push(told.textContent)).observe(told, { childList: true }); }"""
LOG = "async path => (await (await fetch(path, { headers: { Accept: 'application/json' } })).json()).log"


def test_each_move_of_the_opponent_is_told_once(site: Site, visitor: Visitors) -> None:
    person = visitor(PHONE)
    path = starts_game(site, person, seed=4)
    page = sits_down(site, person, path)
    page.evaluate(HEARD)
    first = len(page.evaluate(LOG, f"{path}log/"))
    plays(page, random.Random(4), steps=STEPS)
    log = page.evaluate(LOG, f"{path}log/")[first:]
    heard = " ".join(page.evaluate("window.heard"))
    retreats = [one["turn"] for one in log if one["by"] == "you" and one["text"] == "You retreat."]
    moves = Counter(
        one["text"]
        for one in log
        if one["by"] == "opponent" and not ("dragon" in one["text"] and one["turn"] in retreats)
    )
    assert moves and {text: heard.count(text) for text in moves} == dict(moves)
    assert heard.count("Dragons: you ") >= len(retreats)


def test_a_turn_is_played_by_forms_where_no_script_runs(site: Site, visitor: Visitors) -> None:
    person = visitor(PHONE, scripts=False)
    page = person.goes_to(starts_game(site, person))
    version = page.locator("[name=version]").first
    before = version.input_value()
    for _step in range(4):
        page.locator('.acts button[name="do"]').last.click()
        expect(page.locator("#ask")).not_to_be_empty()
    assert int(version.input_value()) > int(before)
    person.fits()
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("#log li").first).to_be_visible()


def test_an_action_waits_for_the_line_and_is_carried_out_once(site: Site, visitor: Visitors) -> None:
    person = visitor(PHONE)
    page = sits_down(site, person)
    until(page, READY)
    view = view_of(page)
    person.context.set_offline(True)
    taps(page, view, view["offers"][-1])
    expect(page.locator("[data-problem]")).to_contain_text("You’re offline.")
    page.wait_for_timeout(200)
    person.complaints.clear()
    person.context.set_offline(False)
    until(page, f"() => gameTable.state.view.version > {view['version']} && !gameTable.state.pending")
    expect(page.locator("[data-problem]")).to_be_hidden()
    after = view_of(page)["version"]
    page.reload()
    until(page, READY)
    assert view_of(page)["version"] == after
    person.complaints.clear()


def test_an_action_whose_answer_is_lost_with_the_socket_is_carried_out_once(site: Site, visitor: Visitors) -> None:
    person, sent, lost = visitor(PHONE), list[dict[str, object]](), list[bool]()

    def opens(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def from_page(text: str | bytes) -> None:
            sent.append(json.loads(text))
            server.send(text)

        def from_server(text: str | bytes) -> None:
            if json.loads(text)["type"] == "view" or lost:
                socket.send(text)
                return
            lost.append(True)
            server.close()
            socket.close(code=1011)

        socket.on_message(from_page)
        server.on_message(from_server)

    person.page.route_web_socket(re.compile("/ws/games/"), opens)
    page = sits_down(site, person)
    until(page, READY)
    view = view_of(page)
    taps(page, view, view["offers"][-1])
    until(page, f"() => gameTable.state.view.version > {view['version']} && !gameTable.state.pending")
    until(page, READY)
    assert lost and sent[1]["version"] == view["version"]
    expect(page.locator("[data-problem]")).to_be_hidden()
    after = view_of(page)["version"]
    page.reload()
    until(page, READY)
    assert view_of(page)["version"] == after
    person.complaints.clear()


def test_a_page_that_is_behind_says_so_and_shows_the_table_as_it_is(site: Site, visitor: Visitors) -> None:
    person = visitor(PHONE)
    page = sits_down(site, person)
    until(page, READY)
    view = view_of(page)
    page.evaluate("gameTable.state.view.version -= 1")
    taps(page, view, view["offers"][-1])
    expect(page.locator("[data-problem]")).to_contain_text("moved on")
    assert view_of(page)["version"] == view["version"]
    person.complaints.clear()


def test_the_last_turn_is_stepped_through_and_the_log_opens(site: Site, visitor: Visitors) -> None:
    page = sits_down(site, visitor(PHONE))
    plays(page, random.Random(1), steps=6)
    asked = page.locator("#ask").text_content()
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Last turn, step by step").click()
    expect(page.locator("[data-say]")).to_contain_text("1 of ")
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Previous step").click()
    page.get_by_role("button", name="Close").last.click()
    expect(page.locator("#ask")).to_have_text(asked or "")
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("#game-sheet li").first).to_be_visible()


@pytest.mark.parametrize("language", first_in_gate(["de", "en", "nl", "ru"]))
def test_the_table_is_for_everyone(site: Site, visitor: Visitors, language: str) -> None:
    person = visitor(PHONE)
    person.context.set_extra_http_headers({"Accept-Language": language})
    page = sits_down(site, person)
    plays(page, random.Random(4), steps=5)
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert not page.evaluate(TOO_SMALL)
    assert not page.evaluate(BROKEN_NAMES)
    assert len(page.evaluate(TOO_MANY_PRIMARY)) <= 1
    page.evaluate(AXE)
    assert not findings(page)
    page.set_viewport_size(NARROW)
    person.fits()


def test_many_cards_and_long_names_overlap_nowhere(site: Site, visitor: Visitors) -> None:
    host, guest = visitor(PHONE, fresh=True), visitor(PHONE)
    names = ("Roland", "Donaudampfschifffahrtskapitänsmützenfabrikantin Elinor Gräfin"[:60])
    page = sits_down(site, host, starts_game(site, host, guest, names=names))
    for width, letters in product((320, 390, 1280), ("100%", "200%")):
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate("letters => { document.documentElement.style.fontSize = letters; }", letters)
        for combat, beside, hand in ((1, 1, 6), (2, 3, 6), (2, 4, 7), (3, 2, 6), (4, 9, 6), (6, 8, 10)):
            page.evaluate(LAY, [combat, beside, hand])
            assert not page.evaluate(FAULTS), (width, letters, combat, beside, hand)
            if letters == "100%" and combat + beside < 6:
                high, wide, hidden = page.evaluate(OVERFLOW)
                laid = (width, combat, beside, hand, high)
                assert (high <= 0, wide <= 0, hidden <= 8) == (True, True, True), laid


def test_a_notice_pushes_no_button_off_a_short_screen(site: Site, visitor: Visitors) -> None:
    host, guest = visitor(PHONE, fresh=True), visitor(PHONE)
    page = sits_down(site, host, starts_game(site, host, guest))
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(LAY, [2, 3, 6])
    notices = page.evaluate("[...document.querySelectorAll('.game > .notice')].map((one) => one.dataset.notice)")
    assert len(notices) > 6
    for name in notices:
        page.evaluate(ONLY_NOTICE, name)
        assert page.evaluate(OVERFLOW)[:2] == [0, 0], name
        assert not page.evaluate(FAULTS), name


def test_a_notice_is_answered_while_steps_are_shown(site: Site, visitor: Visitors) -> None:
    host, guest = visitor(PHONE), visitor(PHONE)
    page = sits_down(site, host, starts_game(site, host, guest))
    page.evaluate("""() => {
        const step = { ...gameTable.state.view, moved: [], text: "Elinor plays a card. ".repeat(99) };
        document.dispatchEvent(new CustomEvent("game:frames", { detail: [step] }));
        document.querySelector("[data-notice=hands] [value=yes]").click();
    }""")
    expect(page.locator("[data-open-hands=yes]")).not_to_have_attribute("hidden", "")
