"""Every card of a packet is completely visible, with its values, its unbroken name and all of its power, on every
screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.browser.steps import has_its_scripts, sends, until
from tests.effort import THOROUGH

Visitors = Callable[..., Visitor]
LANDSCAPE = {"width": 844, "height": 390}
NARROW = {"width": 320, "height": 568}
TABLET = {"width": 768, "height": 1024}
# The longest names and powers.
CARDS = (
    "Caterpillar Watertamer", "Crashing Thunder Storm", "Swirling Snow Storm", "Shaman of the Here and Now",
    "Shaman of the Deeds to Come", "Administer Water of Immortality", "Pen-dor-Nith",
)  # fmt: skip
WIDEST_OTHER_SHARE = 0.2
SMALLEST_POWER_PX, SMALLEST_VALUE_PX = 8.5, 20
# Seven cards with their whole powers do not fit on a screen of 360 by 640.
LOWEST_SCREEN_PX = 640
TIMES_AS_FAST = 10
# The gate looks at a round in each direction: packets of later rounds are as large. `make thorough` plays to the end.
ROUNDS_IN_GATE = 2
MEASURE = """() => {
    const bar = document.querySelector('.take').getBoundingClientRect().top;
    const lines = element => {
        const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), broken = [];
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            if (node.parentElement.closest('.visually-hidden')) continue;
            for (const word of node.data.matchAll(/[^\\s-]+/g)) {
                const range = document.createRange();
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                if (new Set([...range.getClientRects()].map(one => Math.round(one.top))).size > 1) broken.push(word[0]);
            }
        }
        return broken;
    };
    const size = element => element ? parseFloat(getComputedStyle(element).fontSize) : 99;
    const packet = document.querySelector('.packet');
    return { layout: packet.dataset.layout, bar, screen: [innerWidth, innerHeight],
        strip: [...document.querySelectorAll('.packet-strip button')].map(one => one.getBoundingClientRect().toJSON()),
        cards: [...packet.children].map(choice => {
            if (packet.dataset.layout === 'strip') choice.scrollIntoView({ block: 'nearest', inline: 'start' });
            const box = choice.getBoundingClientRect(), power = choice.querySelector('.power');
            const card = choice.querySelector('.card').getBoundingClientRect();
            return { box: box.toJSON(), wider: card.width - box.width,
                power: size(power), value: size(choice.querySelector('.value')),
                cut: power.scrollHeight > power.clientHeight + 2, marked: power.hasAttribute('data-cut'),
                gone: Boolean(power.textContent.trim()) && !power.clientHeight,
                out: choice.querySelector('.foot-line').getBoundingClientRect().bottom > box.bottom,
                broken: ['.name', '.kind'].flatMap(part => lines(choice.querySelector(part))) };
        }) };
}"""


# The draft that the first test has begun, by site: its URL, and its player’s cookies.
_begun: dict[str, tuple[str, list[Any]]] = {}


def begins_a_draft_of_sevens(visitor: Visitor) -> Page:
    cards = "\n".join(CARDS)
    return visitor.goes_to(sends(visitor, "/drafts/practice/", cards=cards, packet=7, rounds=1, action="bots"))


def opens_a_packet_of_seven(visitor: Visitor) -> Page:
    """Open the one draft that all tests look at: nobody takes a card here."""
    address, cookies = _begun.get(visitor.url, ("", []))
    if address:
        visitor.context.add_cookies(cookies)
        page = visitor.goes_to(address)
    else:
        page = begins_a_draft_of_sevens(visitor)
    expect(page.locator("html[data-table=live]")).to_be_attached()
    expect(page.locator(".packet .choice")).to_have_count(7)
    has_its_scripts(page)
    until(page, "document.fonts.status === 'loaded'")
    _begun[visitor.url] = (page.url.removeprefix(visitor.url), list(visitor.context.cookies()))
    return page


def shrinks_to(page: Page, count: int) -> None:
    """Show the packet with only its first cards: the last card of a packet is never shown, but fits as well."""
    page.evaluate(
        """count => { [...document.querySelectorAll('.packet .choice')].slice(count).forEach(one => one.remove());
                       document.dispatchEvent(new Event('packet:drawn')); }""",
        count,
    )


def stands_whole(seen: dict[str, Any], name: str) -> None:
    """Check that every card is above the bar with all its text; on the lowest screens, the end of a power may be cut,
    marked."""
    wide, high = seen["screen"]
    assert seen["cards"], name
    for card in seen["cards"]:
        box = card["box"]
        assert box["left"] >= 0, (name, box)
        assert box["right"] <= wide, (name, box)
        assert box["top"] >= 0, (name, box)
        assert box["bottom"] <= min(seen["bar"], high), (name, box, seen["bar"])
        assert not card["broken"], (name, card["broken"])
        assert not card["cut"] or (high <= LOWEST_SCREEN_PX and card["marked"] and seen["layout"] == "grid"), (
            name,
            card,
        )
        assert card["wider"] <= 1, (name, card)
        assert not card["gone"], (name, card)
        assert not card["out"], (name, card)
        assert card["power"] >= SMALLEST_POWER_PX, (name, card)
        assert card["value"] >= SMALLEST_VALUE_PX, (name, card)
    if seen["layout"] == "strip":
        assert len(seen["strip"]) == len(seen["cards"]), name
        assert all(
            tile["left"] >= 0 and tile["right"] <= wide and tile["bottom"] <= seen["bar"] for tile in seen["strip"]
        )


@pytest.mark.parametrize(
    ("screen", "scale", "layouts"),
    [
        (PHONE, 100, {"grid", "row"}),
        pytest.param(DESK, 100, {"row"}, marks=pytest.mark.thorough),
        (LANDSCAPE, 100, {"row"}),
        pytest.param(TABLET, 100, {"grid", "row"}, marks=pytest.mark.thorough),
        pytest.param(NARROW, 100, {"strip", "row"}, marks=pytest.mark.thorough),
        (PHONE, 200, {"strip", "row"}),
        pytest.param(LANDSCAPE, 200, {"strip"}, marks=pytest.mark.thorough),
    ],
    ids=["phone", "desk", "landscape", "tablet", "narrow", "large text", "large text in landscape"],
)
def test_packets_of_one_to_seven_cards_stand_whole(
    visitor: Visitors, screen: dict[str, int], scale: int, layouts: set[str]
) -> None:
    page = opens_a_packet_of_seven(visitor(screen))
    if scale != 100:
        page.evaluate("scale => { document.documentElement.style.fontSize = `${scale}%`; }", scale)
    seen_layouts = set()
    for count in range(7, 0, -1):
        shrinks_to(page, count)
        seen = page.evaluate(MEASURE)
        seen_layouts.add(seen["layout"])
        stands_whole(seen, f"{count} cards on {screen} at {scale} %: {seen['layout']}")
        if screen == PHONE and scale == 100:
            cards = [card["box"] for card in seen["cards"]]
            used = max(box["bottom"] for box in cards) - min(box["top"] for box in cards)
            assert count < 4 or used >= (1 - WIDEST_OTHER_SHARE) * screen["height"]
    assert seen_layouts == layouts


def touches(target: Locator) -> None:
    """Put a finger on an element; Playwright’s own tap would scroll the page."""
    target.evaluate("one => one.scrollIntoView({ block: 'nearest', inline: 'nearest' })")
    box = target.bounding_box()
    assert box is not None
    target.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def passes_quickly(page: Page) -> None:
    """Speed up animations: same start and end, but fewer frames."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": TIMES_AS_FAST})


# Players, width and height of the screen: the lowest with most players in the gate, all of them in thorough runs.
HANDS = [(6, 360, 640)]
MORE_HANDS = [
    (2, 390, 844),
    *((players, 390, 844) for players in (3, 4, 5, 6)),
    *((players, width, height) for players in (2, 6) for width, height in ((768, 1024), (844, 390), (1024, 768))),
    *((players, 320, 568) for players in (2, 4, 6)),
    *((players, 360, 640) for players in (2, 4)),
    *((players, 412, 915) for players in (2, 3, 6)),
]


@pytest.mark.parametrize(
    ("players", "width", "height"), [*HANDS, *(pytest.param(*hand, marks=pytest.mark.thorough) for hand in MORE_HANDS)]
)
def test_every_card_stands_whole_at_each_pick_of_a_draft(
    visitor: Visitors, players: int, width: int, height: int
) -> None:
    """In both orientations, with animated cards: nothing that moves may widen the page."""
    screen = {"width": width, "height": height}
    page = visitor(screen, in_hand=True, fresh=True).goes_to("/drafts/new/")
    passes_quickly(page)
    page.locator(f"input[name=players][value='{players}']").check(force=True)
    page.get_by_role("button", name="Against bots").click()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    has_its_scripts(page)
    until(page, "document.fonts.status === 'loaded'")
    directions = set()
    step = page.locator("[data-packet]").get_attribute("data-packet")
    while step and (THOROUGH or int(step.partition(".")[0]) <= ROUNDS_IN_GATE):
        page.evaluate("Promise.allSettled(document.getAnimations().map(moving => moving.finished))")
        until(page, "document.getAnimations().length === 0")
        directions.add(page.locator(".packet").get_attribute("data-from"))
        stands_whole(page.evaluate(MEASURE), f"{players} players on {screen} at {step}")
        for target in (page.locator(".packet .choice").first, page.locator("[data-take]:enabled")):
            touches(target)
        after = page.locator(f"[data-packet]:not([data-packet='{step}']), #over")
        after.wait_for(state="attached")  # which polls more often than `expect`
        step = after.get_attribute("data-packet")
    assert directions >= {"left", "right"}


def test_no_card_stands_in_a_fieldset(visitor: Visitors) -> None:
    """A card is a size container: Chromium loses parts of it in a fieldset when the page arrives in two chunks."""
    page = opens_a_packet_of_seven(visitor(PHONE))
    expect(page.get_by_role("group", name="Pick one").locator(".card")).to_have_count(len(CARDS))
    expect(page.locator("fieldset .card")).to_have_count(0)


def test_a_packet_of_seven_stands_whole_in_german_too(visitor: Visitors) -> None:
    page = opens_a_packet_of_seven(visitor(PHONE))
    page.context.set_extra_http_headers({"Accept-Language": "de"})
    page.reload()
    expect(page.locator("html[lang=de][data-table=live]")).to_be_attached()
    assert page.locator(".choice .other-name").count()
    stands_whole(page.evaluate(MEASURE), "7 cards in German")


def test_a_packet_that_is_swiped_through_is_chosen_from_its_strip(visitor: Visitors) -> None:
    page = opens_a_packet_of_seven(visitor(NARROW))
    last = page.locator(".packet-strip button").last
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".packet .choice").last).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".packet .choice input").last).to_be_checked()
    expect(page.locator("[data-take]")).to_contain_text("Pick")
    page.set_viewport_size({"width": NARROW["height"], "height": NARROW["width"]})  # the phone is turned
    # Not `wait_for_function`: the page’s policy blocks its evaluation.
    expect(page.locator("#where")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-take]")).to_be_in_viewport(ratio=1)
