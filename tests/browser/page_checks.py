"""Checks of every page: axe’s rules, the width at 320 px, the size of touch targets."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize

from tests.browser.states import Sight

NOT_MODIFIED = 304
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
PHONE: ViewportSize = {"width": 390, "height": 844}
# A window of 640 px at a zoom of 200 %, or one of 1280 at 400 %, is 320 px wide to the page.
NARROW: ViewportSize = {"width": 320, "height": 640}
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
GOOD_HABITS = [
    "region", "heading-order", "page-has-heading-one", "empty-heading", "landmark-one-main", "landmark-unique",
    "landmark-no-duplicate-main", "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo", "tabindex",
    "scope-attr-valid", "empty-table-header", "label-title-only", "accesskeys", "skip-link", "aria-dialog-name",
    "aria-text", "aria-treeitem-name", "image-redundant-alt", "presentation-role-conflict", "meta-viewport-large",
]  # fmt: skip
RUN = """async wanted => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...wanted });
    return violations.flatMap(({ id, nodes }) => nodes.map(node => [id, node.target.join(' '),
        node.html.slice(0, 160), node.any.concat(node.all, node.none).map(check => check.message).join('; ')]));
}"""
# Folded content is checked too.
OPEN = "document.querySelectorAll('main details').forEach(one => { one.open = true; })"
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll('body *')]
        .map(one => [Math.round(one.getBoundingClientRect().right), one])
        .filter(([right, one]) => right > innerWidth && !one.closest('.scroll-x, .visually-hidden'))
        .sort((a, b) => b[0] - a[0]).slice(0, 4)
        .map(([right, one]) => `${right} ${one.tagName.toLowerCase()}.${one.getAttribute('class')}`)"""
# Names given by people (those at a board are fixed), as long as the longest German word about a boat and its captain.
LONG_NAMES = """() => {
    const names = /\\b(Roland|Elinor|Organiser|Stranger|Nights|slow|Thursday|Saturday|Sunday|Autumn|Twelve)\\b/g;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (!texts.currentNode.parentElement.closest('script, style, .board'))
            texts.currentNode.data = texts.currentNode.data.replace(names, 'Donaudampfschifffahrtskapitänsmütze');
    }
}"""
# WCAG 2.5.8 lets links within a text be as large as the text; we require 44 px of everything else (2.5.5).
TOO_SMALL = """() => {
    const least = 43.5, small = [];
    const shown = one => one.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });
    const box = one => {
        const parts = [one, ...(one.labels || [])].map(part => part.getBoundingClientRect());
        return [Math.max(...parts.map(part => part.width)), Math.max(...parts.map(part => part.height))];
    };
    const inText = one => {
        if (one.tagName !== 'A' || getComputedStyle(one).display !== 'inline') return false;
        const around = one.closest('p, li, td, th, dd, dt, h1, h2, h3, h4, caption, figcaption, label, .prose, span');
        return !!around && around.textContent.trim().length > one.textContent.trim().length;
    };
    for (const one of document.querySelectorAll(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]')) {
        if (!shown(one) || inText(one) || one.matches('.skip') || one.closest('.visually-hidden')) continue;
        const [width, height] = box(one);
        if (width && (width < least || height < least))
            small.push([one.outerHTML.slice(0, 120), Math.round(width), Math.round(height)]);
    }
    return small;
}"""


# A card’s name is complete at any size: no word of it is broken or extends beyond the card.
BROKEN_NAMES = """() => [...document.querySelectorAll('.card .name')].flatMap(name => {
    const card = name.closest('.card').getBoundingClientRect(), broken = [];
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.parentElement.closest('.visually-hidden')) continue;
        for (const word of text.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = [...range.getClientRects()].filter(line => line.width > 1);
            const tops = new Set(lines.map(line => Math.round(line.top)));
            if (card.width > 20 && (tops.size > 1 || lines.some(line => line.right > card.right + 1)))
                broken.push(word[0]);
        }
    }
    return broken;
})"""

# One next step on a page; folded content, menus and dialogs are separate.
TOO_MANY_PRIMARY = """() => [...document.querySelectorAll('.btn.primary')]
    .filter(one => !one.closest('details, dialog, [popover]'))
    .filter(one => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
    .map(one => one.textContent.trim().replace(/\\s+/g, ' '))"""
# In the head of a page: one primary button, two secondary ones, and a menu with the rest.
MOST_IN_HEAD = 4
IN_HEAD = """() => [...document.querySelectorAll('.page-head .btn, .deck-head .btn')]
    .filter(one => !one.closest('[popover]') && one.checkVisibility()).length"""


def opened(context: BrowserContext, sight: Sight, url: str, *, unfolded: bool = True) -> Page:
    """Open the page of a state, with everything unfolded and axe loaded if it is to be checked.

    One page of this browser shows one state after the other, so don’t close it.
    """
    page = context.pages[0] if context.pages else context.new_page()
    page.unroute_all()
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    if sight.html:
        answer = {"body": sight.html, "content_type": "text/html; charset=utf-8", "status": sight.status}
        page.route(url + sight.path, lambda route: route.fulfill(**answer))
    seen = page.goto(url + sight.path, wait_until="load")
    assert seen and seen.status in (sight.status, NOT_MODIFIED), f"{sight.name}: {seen and seen.status}"
    for selector in sight.opens:
        _open(page, selector)
    if unfolded:
        page.evaluate(OPEN)
        page.evaluate(AXE)
    return page


def _open(page: Page, selector: str) -> None:
    """Open a fold, a menu or the large card by key."""
    page.wait_for_load_state("networkidle")
    opener = page.locator(selector).locator("visible=true").first
    opener.focus()
    kind = opener.evaluate("one => one.localName")
    page.keyboard.press("Enter" if kind in ("button", "summary") else "?")
    if kind != "summary":
        page.locator(":popover-open, dialog[open]").last.wait_for()


def findings(page: Page) -> list[str]:
    """Return axe’s findings, by day and by night."""
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    rules = {"runOnly": {"type": "rule", "values": _rules(page)}}
    findings = [f"day: {_line(violation)}" for violation in page.evaluate(RUN, rules)]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    contrast = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    return findings + [f"night: {_line(violation)}" for violation in page.evaluate(RUN, contrast)]


def _rules(page: Page) -> list[str]:
    known: list[str] = page.evaluate("tags => axe.getRules(tags).map(rule => rule.ruleId)", STANDARDS)
    every: list[str] = page.evaluate("() => axe.getRules().map(rule => rule.ruleId)")
    return known + [rule for rule in GOOD_HABITS if rule in every and rule not in known]


def _line(violation: list[Any]) -> str:
    rule, target, html, why = violation
    return f"{rule} at {target}: {html} ({why})"


def measures(page: Page) -> list[str]:
    """Return touch targets that are too small on a phone, and what sticks out on a narrow screen."""
    page.set_viewport_size(PHONE)
    small = [f"{width}×{height} px: {html}" for html, width, height in page.evaluate(TOO_SMALL)]
    small += too_many_actions(page)
    page.set_viewport_size(NARROW)
    wide = [f"sticks out at 320 px: {element}" for element in page.evaluate(TOO_WIDE)]
    wide += [f"broken at 320 px: {word}" for word in page.evaluate(BROKEN_NAMES)]
    page.evaluate(LONG_NAMES)
    return small + wide + [f"sticks out with long names: {element}" for element in page.evaluate(TOO_WIDE)]


def in_large_letters(page: Page) -> list[str]:
    """Return what sticks out or breaks on a phone with text twice as large."""
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    wide = [f"sticks out at 200 %: {element}" for element in page.evaluate(TOO_WIDE)]
    wide += [f"broken at 200 %: {word}" for word in page.evaluate(BROKEN_NAMES)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    return wide


def too_many_actions(page: Page) -> list[str]:
    """Return more than one primary action, or too many in the head of the page."""
    primary, in_head = page.evaluate(TOO_MANY_PRIMARY), page.evaluate(IN_HEAD)
    many = [f"{len(primary)} primary actions: {primary}"] if len(primary) > 1 and "/help/style/" not in page.url else []
    return many + ([f"{in_head} buttons in the head"] if in_head > MOST_IN_HEAD else [])
