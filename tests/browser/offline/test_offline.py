"""The site offline: the catalogue, one’s own deck and the companion open, and nothing of a draft."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from cards.core.facts import People
from tests.browser.conftest import Visitor
from tests.browser.steps import takes, until

Visitors = Callable[..., Visitor]
READY = "navigator.serviceWorker.ready.then(() => true)"
CONTROLLED = "Boolean(navigator.serviceWorker.controller)"
# Wait in the page, whose policy allows no evaluated text.
HELD = """async path => {
    const end = Date.now() + 60000;
    while (Date.now() < end) {
        if (await caches.match(path)) return true;
        await new Promise(done => setTimeout(done, 100));
    }
    return false;
}"""
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        const held = await caches.open(name);
        for (const request of await held.keys()) {
            const answer = await held.match(request);
            const text = name.startsWith('pages-') ? await answer.text() : '';
            found.push([new URL(request.url).pathname, text]);
        }
    }
    return found;
}"""


def kept(page: Page) -> dict[str, str]:
    """Return everything in the cache storage, by URL; the text of pages."""
    texts: list[tuple[str, str]] = page.evaluate(KEPT)
    return dict(texts)


def waits_for(page: Page, path: str) -> None:
    """Wait until the phone has stored this page."""
    assert page.evaluate(HELD, path), f"{path} was not kept within a minute"


def path_of(page: Page) -> str:
    return re.sub(r"^https?://[^/]+", "", page.url)


def signed_up(visitor: Visitors) -> Visitor:
    """Sign up a new member on a phone with an active service worker."""
    phone = visitor(pocket=True)
    page = phone.goes_to("/accounts/signup/")
    page.get_by_label("Username").fill("Elinor.phone")
    page.locator("#id_password1").fill("moons above the lake")
    page.locator("#id_password2").fill("moons above the lake")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Elinor.phone")).to_be_visible()
    assert page.evaluate(READY)
    until(page, CONTROLLED)
    return phone


def begun_deck(phone: Visitor) -> str:
    """Return the URL of a deck of theirs that the phone has stored."""
    page = phone.goes_to("/decks/new/")
    page.locator("label.people-door", has_text="Terrah").click()
    page.get_by_role("button", name="Create deck").click()
    page.wait_for_url("**/edit/")
    deck = path_of(page).removesuffix("edit/")
    phone.goes_to(deck)
    waits_for(page, deck)
    return deck


def begun_draft(phone: Visitor) -> str:
    page = phone.goes_to("/drafts/new/")
    page.get_by_text("6", exact=True).first.click()
    page.get_by_role("button", name="Against bots").click()
    expect(page.locator("#packet-heading")).to_be_visible()
    phone.fits()
    seats = page.locator("#live .seat")
    expect(seats).to_have_count(6)
    assert seats.evaluate_all("all => all.every(one => one.getBoundingClientRect().right <= innerWidth)")
    return path_of(page)


def begun_companion(phone: Visitor) -> str:
    """Return the URL of a match’s companion that the phone has stored."""
    page = phone.goes_to("/matches/new/")
    page.get_by_role("textbox", name="First player").fill("Elinor")
    page.get_by_role("textbox", name="Second player").fill("Roland")
    page.get_by_role("button", name="Start match").click()
    page.get_by_role("link", name="Open score tracker").click()
    expect(page.locator("#companion.live")).to_be_visible()
    companion = path_of(page)
    waits_for(page, companion)
    return companion


def keeps_nothing_secret(page: Page) -> None:
    pages = {path: text for path, text in kept(page).items() if not path.startswith("/static/")}
    assert not [path for path in pages if re.search("draft|seat|token|account|admin|/api/|/mine/", path)]
    assert not [path for path, text in pages.items() if re.search(r'(csrfmiddlewaretoken" value|data-token)="\w', text)]


def logs_out(phone: Visitor) -> None:
    page = phone.goes_to("/mine/")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_load_state()
    if "logout" in page.url:
        page.get_by_role("button").last.click()
    expect(page.get_by_role("link", name="You", exact=True)).to_be_visible()


def test_in_a_tunnel_the_catalogue_a_deck_and_the_table_are_there(visitor: Visitors) -> None:
    phone = signed_up(visitor)
    page = phone.page
    deck, draft, companion = begun_deck(phone), begun_draft(phone), begun_companion(phone)
    waits_for(page, "/cards/peoples/vulca/")
    waits_for(page, "/decks/")  # the last of what is fetched in advance
    keeps_nothing_secret(page)

    phone.context.set_offline(True)
    phone.goes_to("/cards/")
    expect(page.locator("#from-memory")).to_be_visible()
    phone.goes_to("/cards/vulca-03/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vulca")
    phone.goes_to(deck)
    expect(page.get_by_text("Terrah").first).to_be_visible()
    expect(page.locator(".deck-group").first).to_be_visible()
    phone.goes_to(draft)
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    expect(page.locator("#kept li")).to_have_count(2)
    phone.fits()
    phone.goes_to(companion)
    page.get_by_role("button", name="Elinor wins the fight").click()
    expect(page.locator("#companion")).to_have_attribute("data-waiting", "1")

    phone.context.set_offline(False)
    expect(page.locator("#from-memory")).to_be_hidden(timeout=30_000)
    expect(page.locator("#companion")).to_have_attribute("data-waiting", "0", timeout=30_000)

    logs_out(phone)
    left = kept(page)
    assert deck not in left
    assert companion not in left
    phone.complaints[:] = [complaint for complaint in phone.complaints if "ERR_INTERNET_DISCONNECTED" not in complaint]


RENAMED = """async paths => {
    const held = await caches.open('tiles');
    for (const path of paths) {
        const cards = await (await held.match(path)).json();
        Object.values(cards).forEach(card => { card.name = 'From the pocket'; });
        await held.put(path, new Response(JSON.stringify(cards)));
    }
}"""
PUT = """async paths => {
    const held = await caches.open('tiles');
    await Promise.all(paths.map(path => held.put(path, new Response('{}'))));
}"""


def test_drawn_cards_are_loaded_while_the_lobby_waits_and_kept_for_the_draft(visitor: Visitors) -> None:
    phone = visitor(pocket=True)
    page = phone.goes_to("/drafts/new/")
    assert page.evaluate(READY)
    until(page, CONTROLLED)
    every = sorted(f"{kind}/{people.value.lower()}.json" for kind in ("en", "pictures") for people in People)
    page.evaluate(PUT, [f"/cards/tiles/{file.replace('/', '/outdated/')}" for file in every])
    page.get_by_label("Your name").fill("Elinor")
    page.get_by_role("button", name="Invite friends").click()
    wanted = str(page.locator("[data-tiles]").get_attribute("data-tiles")).split()
    assert len(wanted) > 2
    for path in wanted:
        waits_for(page, path)
    # Of each people, only the newest cards and pictures stay.
    assert sorted("/".join(path.split("/")[3::2]) for path in kept(page) if path.startswith("/cards/tiles/")) == every
    assert set(wanted) <= set(kept(page))

    page.evaluate(RENAMED, wanted)
    page.get_by_role("button", name=re.compile("^Start[: ]")).click()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    takes(page)  # the first packet as rendered by the site
    expect(page.locator("[data-packet] [name=card]").first).to_have_attribute("data-name", "From the pocket")
