"""The head of every page on a phone, whose ways in stay whole whatever somebody is called."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Visitor

Visitors = Callable[..., Visitor]
CUT = """name => {
    const own = document.querySelector('.who a');
    own.textContent = name;
    return [...document.querySelectorAll('.bar a')].filter(one => one.checkVisibility()).filter(one => {
        const { left, right, width } = one.getBoundingClientRect();
        const cut = one !== own && one.scrollWidth > one.clientWidth;
        return left < 0 || right > innerWidth || width < 44 || cut;
    }).map(one => one.textContent.trim()).concat(
        document.querySelector('.bar nav').scrollWidth > document.querySelector('.bar nav').clientWidth ? ['nav'] : []);
}"""


def test_a_long_name_cuts_none_of_the_ways_in(visitor: Visitors) -> None:
    player = visitor({"width": 390, "height": 640})
    page = player.goes_to("/help/glossary/")
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        for name in ("Organiser", "Donaudampfschifffahrtskapitän"):
            assert page.evaluate(CUT, name) == [], (width, name)
        player.fits()
