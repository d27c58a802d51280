"""Tiles of cards in print and in forced colours: values stay readable, and nothing depends on colour alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import DESK, Visitor

Visitors = Callable[..., Visitor]
VALUE = ".card > .values > .value"
LOOK = "one => { const s = getComputedStyle(one); return [s.color, s.backgroundColor, s.printColorAdjust, s.display]; }"

# Names of tiles with hidden words, and of tiles that are shorter than their place in the row.
WHOLE = """() => {
    const tiles = [...document.querySelectorAll('#results > .packet > li > .card')].slice(0, 24);
    const named = some => some.map(one => one.querySelector('.name').textContent.trim());
    return [named(tiles.filter(one => one.scrollHeight > one.clientHeight)),
        named(tiles.filter(one => one.parentElement.clientHeight - one.offsetHeight > 1))];
}"""


def test_values_keep_their_shields_on_paper_and_their_contrast_in_forced_colours(visitor: Visitors) -> None:
    page = visitor(DESK).goes_to("/cards/?q=people:vulca+type:character")
    page.emulate_media(media="print")
    for part in (VALUE, ".card > .scene"):
        assert page.locator(part).first.evaluate(LOOK)[2] == "exact"
    expect(page.locator(".card .name").first).to_be_visible()
    for hidden in ("header.bar", "footer.foot", "#finder"):
        expect(page.locator(hidden)).to_be_hidden()
    page.emulate_media(media="screen", forced_colors="active")
    colour, ground, _adjust, shown = page.locator(VALUE).first.evaluate(LOOK)
    assert colour != ground and shown != "none"
    card = page.locator("a.card").first
    assert card.evaluate("one => getComputedStyle(one).borderTopStyle") == "solid"


def test_no_tile_cuts_its_power_and_a_row_is_as_tall_as_its_longest(visitor: Visitors) -> None:
    page = visitor(DESK).goes_to("/cards/?q=people:vulca+type:character")
    page.wait_for_load_state("load")
    cut, apart = page.evaluate(WHOLE)
    assert not cut and not apart
