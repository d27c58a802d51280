"""The site in a tunnel: the catalogue, an own deck and the companion open without a network, and nothing of a draft."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from cards.core.facts import People
from tests.browser.conftest import Visitor
from tests.browser.steps import takes

Visitors = Callable[..., Visitor]
READY = "navigator.serviceWorker.ready.then(() => true)"
CONTROLLED = "Boolean(navigator.serviceWorker.controller)"
# `wait_for_function` takes a promise for an answer; this waits for what the promise says.
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
    """Everything in the cache storage, by address; the text of pages."""
    found: list[tuple[str, str]] = page.evaluate(KEPT)
    return dict(found)


def waits_for(page: Page, path: str) -> None:
    """Until the phone has kept this page."""
    assert page.evaluate(HELD, path), f"{path} was not kept within a minute"


def path_of(page: Page) -> str:
    return re.sub(r"^https?://[^/]+", "", page.url)


def test_in_a_tunnel_the_catalogue_a_deck_and_the_table_are_there(visitor: Visitors) -> None:
    phone = visitor(pocket=True)
    page = phone.goes_to("/accounts/signup/")
    page.get_by_label("Username").fill("Elinor.phone")
    page.locator("#id_password1").fill("moons above the lake")
    page.locator("#id_password2").fill("moons above the lake")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="What is mine")).to_be_visible()
    assert page.evaluate(READY)
    page.wait_for_function(CONTROLLED)

    phone.goes_to("/decks/new/")
    page.locator("label.people-door", has_text="Terrah").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/edit/")
    deck = path_of(page).removesuffix("edit/")
    phone.goes_to(deck)
    waits_for(page, deck)

    phone.goes_to("/drafts/new/")
    page.get_by_text("6", exact=True).first.click()
    page.get_by_role("button", name="Draft with bots").click()
    expect(page.locator("#packet-heading")).to_be_visible()
    phone.fits()  # the row of the seats is wider, and scrolls by itself
    draft = path_of(page)

    phone.goes_to("/matches/new/")
    page.get_by_role("textbox", name="First player").fill("Elinor")
    page.get_by_role("textbox", name="Second player").fill("Roland")
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("link", name="Play with the table companion").click()
    expect(page.locator("#companion.live")).to_be_visible()
    table = path_of(page)
    waits_for(page, table)
    waits_for(page, "/cards/peoples/vulca/")
    waits_for(page, "/decks/")  # the last of what is fetched beforehand

    everything = {path: text for path, text in kept(page).items() if not path.startswith("/static/")}
    assert not [path for path in everything if re.search("draft|seat|token|account|admin|/api/|/mine/", path)]
    assert not [
        path for path, text in everything.items() if re.search(r'(csrfmiddlewaretoken" value|data-token)="\w', text)
    ]

    phone.context.set_offline(True)
    phone.goes_to("/cards/")
    expect(page.locator("#from-memory")).to_be_visible()
    phone.goes_to("/cards/vulca-03/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vulca")
    phone.goes_to(deck)
    expect(page.get_by_text("Terrah").first).to_be_visible()
    expect(page.locator(".deck-group").first).to_be_visible()
    phone.goes_to(draft)
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    expect(page.locator("#kept li")).to_have_count(2)
    phone.fits()
    phone.goes_to(table)
    page.get_by_role("button", name="Elinor wins the fight").click()
    expect(page.locator("#companion")).to_have_attribute("data-waiting", "1")

    phone.context.set_offline(False)
    expect(page.locator("#from-memory")).to_be_hidden(timeout=30_000)
    expect(page.locator("#companion")).to_have_attribute("data-waiting", "0", timeout=30_000)

    phone.goes_to("/mine/")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_load_state()
    if "logout" in page.url:
        page.get_by_role("button").last.click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    left = kept(page)
    assert deck not in left
    assert table not in left
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
    page.wait_for_function(CONTROLLED)
    page.evaluate(PUT, [f"/cards/tiles/en/outdated/{people.value.lower()}.json" for people in People])
    page.get_by_label("Your name at the table").fill("Elinor")
    page.get_by_role("button", name="Open a table").click()
    wanted = str(page.locator("[data-tiles]").get_attribute("data-tiles")).split()
    assert len(wanted) > 2
    for path in wanted:
        waits_for(page, path)
    # Of each people only the newest stays.
    files = [path.rsplit("/", 1)[1] for path in kept(page) if path.startswith("/cards/tiles/")]
    assert sorted(files) == sorted(f"{people.value.lower()}.json" for people in People)
    assert set(wanted) <= set(kept(page))

    page.evaluate(RENAMED, wanted)
    page.get_by_role("button", name="Begin the draft").click()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    takes(page)  # the first packet stands as the site has drawn it
    expect(page.locator("[data-packet] [name=card]").first).to_have_attribute("data-name", "From the pocket")
