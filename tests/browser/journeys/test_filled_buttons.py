"""One filled button per page: at most one on the first screen, everything else is outlined or plain."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import DESK, PHONE, Visitor

Visitors = Callable[..., Visitor]
PAGES = (
    "/", "/play/", "/play/new/", "/board/learn/", "/board/learn/power/", "/cards/", "/cards/vulca-03/",
    "/cards/rulings/", "/cards/rulings/?q=zzqx+blorp", "/decks/",
    "/decks/check/", "/decks/new/", "/drafts/", "/drafts/new/", "/today/", "/matches/", "/matches/new/",
    "/matches/events/", "/matches/clubs/", "/mine/", "/search/", "/help/", "/accounts/login/",
)  # fmt: skip
# These are for one action, so they have exactly one.
WITH_ONE = ("/", "/play/", "/play/new/")
# At night, no surface has the colour of a filled button: the moon’s, or white on a picture.
FILLED = """() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = ['--moon', '--on-shield'].map(name => {
        probe.style.background = `var(${name})`;
        return getComputedStyle(probe).backgroundColor;
    });
    probe.remove();
    return [...document.querySelectorAll('a, button, summary')].filter(one => {
        const { top, bottom } = one.getBoundingClientRect();
        return one.checkVisibility() && top < innerHeight && bottom > 0
            && colours.includes(getComputedStyle(one).backgroundColor);
    }).map(one => one.textContent.trim());
}"""


def test_a_page_has_at_most_one_filled_button(visitor: Visitors) -> None:
    person = visitor(PHONE)
    person.page.emulate_media(color_scheme="dark")
    wrong = []
    for path in PAGES:
        page = person.goes_to(path)
        for width, height in (DESK.values(), PHONE.values()):
            page.set_viewport_size({"width": width, "height": height})
            filled = page.evaluate(FILLED)
            if len(filled) != 1 if path in WITH_ONE else len(filled) > 1:
                wrong.append(f"{path} at {width}: {filled}")
    assert not wrong, "\n".join(wrong)
