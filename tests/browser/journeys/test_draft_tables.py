"""The fifteen journeys, 5 to 8: people round a table, each with a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visitor
from tests.browser.steps import heading, key_of, lets_the_site_choose, run_on_site, takes

Visitors = Callable[..., Visitor]
NAMES = ("Roland", "Elinor", "Judith", "Stefan", "Miriam", "Anselm")
SCRIPTLESS = "Judith"
# Everybody takes the first card of each packet, until they have this many.
PLAY_UNTIL = """
from drafts.models import Draft
from drafts.table import picks
from drafts.table.loaded import Visitor
from drafts.table.queries import visible_draft_for
from drafts.table.rows import load_draft
draft = Draft.objects.get(key="{key}")
people = [seat.person_id for seat in draft.seats.all()]
for _step in range({kept}):
    for pk in people:
        view = visible_draft_for(load_draft(draft.key), Visitor(pk)).view
        step = {{"round_number": view.table.round, "number": view.table.number}}
        if view.packet and len(view.pool) < {kept}:
            picks.pick_card(draft.key, visitor=Visitor(pk), card=view.packet[0], **step)
pools = [len(visible_draft_for(load_draft(draft.key), Visitor(pk)).view.pool) for pk in people]
assert set(pools) == {{ {kept} }}, pools
"""
# Until a bot plays: a process that still held the socket may just have recorded the seat’s presence.
GRACE_IS_OVER = """
import time
from django.utils import timezone
from drafts.models import Seat
mine = Seat.objects.filter(draft__key="{key}", nickname="{name}")
for _try in range(150):
    if mine.get().is_bot:
        break
    mine.filter(is_bot=False).update(away_at=timezone.now())
    time.sleep(0.2)
assert mine.get().is_bot
"""
BOT_WOULD_TAKE = """
from cards.catalogue.queries import catalogue
from drafts.core.engine.bots import bot_pick
from drafts.table.rows import load_draft
from game.shipped_evidence import shipped_evidence
loaded = load_draft("{key}")
seat = next(seat.number for seat in loaded.seats if seat.nickname == "{name}")
level, seed = loaded.draft.bot_levels[seat], loaded.draft.deal.seed
print(bot_pick(loaded.state, seat, catalogue().by_code, shipped_evidence(), seed=seed, level=level).card)
"""


def sits_down(visitor: Visitor, address: str, name: str) -> Page:
    page = visitor.goes_to(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    return page


def at_step(page: Page, round_number: int, number: int) -> None:
    heading(page, re.compile(rf"Round {round_number} of \d+,\s+pick {number} of"))
    expect(page.get_by_role("radio").first).to_be_attached()


def opens_thursday(player: Visitor) -> str:
    """Open a table of six called Thursday; returns its address."""
    host = player.goes_to("/drafts/new/")
    host.get_by_text("6", exact=True).first.click()
    expect(host.get_by_role("status", name="Summary")).to_contain_text("42")
    host.get_by_text("More options").click()
    host.get_by_label("Draft name").fill("Thursday")
    host.get_by_label("Your name").fill(NAMES[0])
    host.get_by_role("button", name="Invite friends").click()
    expect(host.get_by_role("figure")).to_contain_text("QR code")
    expect(host.get_by_role("figure").locator("svg").first).to_be_visible()
    player.fits()
    return host.get_by_label("Link to this draft").input_value().removeprefix(player.url)


@pytest.mark.thorough  # test_jobs drafts to the end too, and tests/drafts plays for absent players
def test_5_thursday_draft(visitor: Visitors, site: Site, tmp_path: Path) -> None:
    """Six at a table over real sockets: one late, one offline for two picks, one without scripts, one battery dies.

    A fair shuffle, thirty of forty-two, and the matches.
    """
    people = [visitor(PHONE, scripts=name != SCRIPTLESS) for name in NAMES]
    address = opens_thursday(people[0])
    host, early = people[0].page, zip(people[1:5], NAMES[1:5], strict=True)
    pages = [host, *(sits_down(player, address, name) for player, name in early)]
    for page in pages[1:]:
        page.get_by_role("button", name="I’m ready").click()
    kept = pages[3].get_by_label("Your seat link").input_value()
    expect(host.locator("#live .good")).to_have_count(4)
    host.get_by_role("button", name="Start now").click()
    expect(host.locator("#where")).to_be_in_viewport(ratio=1)  # however far the lobby was scrolled
    pages.append(late(people[5], address))

    # For the latecomer, the seat’s bot has chosen this time; a page without scripts is reloaded.
    pages[2].reload()
    for page in pages[:5]:
        at_step(page, 1, 1)
    goes_offline_for_two_picks(site, people[1], pages)
    comes_back_in_time(people[1], pages)
    hours_later(site, pages, kept_cards=18)
    pages[3] = battery_dies(visitor, site, people[3], pages, kept)

    hours_later(site, pages, kept_cards=41)
    for page in pages:
        at_step(page, 7, 6)
        takes(page)
    ends_at_its_top(host)
    pages[2].reload()
    for page in pages:
        heading(page, "The draft is over")
        expect(page.get_by_role("region", name="My pool")).to_contain_text("42")
    people[0].fits()
    # The seat is the person: a player who returns on another phone builds the deck there.
    builds_a_deck(pages[3])
    checks_the_shuffle(pages[1], tmp_path)
    plays_on(host, pages[2])


def ends_at_its_top(page: Page) -> None:
    heading(page, "The draft is over")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert page.evaluate("scrollY") == 0


def all_but(pages: list[Page], absent: int) -> list[Page]:
    return [page for number, page in enumerate(pages) if number != absent]


def take_at(pages: list[Page], round_number: int, number: int) -> None:
    """Let each take a card of this packet; pages without scripts are reloaded first."""
    for page in pages:
        if not page.locator("html[data-table]").count():
            page.reload()
        at_step(page, round_number, number)
        takes(page)


def goes_offline_for_two_picks(site: Site, gone: Visitor, pages: list[Page]) -> None:
    """Pick offline; the bot plays on; when the line is back, the page says what was not taken."""
    page = pages[1]
    # If the bot took the very same card, the page would have nothing to say.
    theirs = run_on_site(site, BOT_WOULD_TAKE.format(key=key_of(page), name=NAMES[1]))
    gone.context.set_offline(True)
    page.locator(f".packet label:not(:has([value='{theirs}']))").first.click()
    page.get_by_role("button", name=re.compile("^Pick ")).click()
    expect(page.get_by_role("alert")).to_contain_text("will be sent when you’re back.")
    for other in all_but(pages[:5], 1):
        takes(other)
    run_on_site(site, GRACE_IS_OVER.format(key=key_of(page), name=NAMES[1]))
    at_step(pages[0], 1, 2)
    take_at(all_but(pages, 1), 1, 2)
    at_step(pages[0], 1, 3)
    gone.context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text(
        "arrived too late: the packet has moved on. Nothing else was picked."
    )
    page.get_by_role("button", name="Take over again").click()
    at_step(page, 1, 3)


def comes_back_in_time(gone: Visitor, pages: list[Page]) -> None:
    """Lose the line and return before the packet passes: the stored pick is sent."""
    # The bot has already chosen from the third packet, so the next one is the first that is hers again.
    take_at(all_but(pages, 1), 1, 3)
    at_step(pages[1], 1, 4)
    expect(pages[1].locator("html[data-table=live]")).to_be_attached()
    gone.context.set_offline(True)
    name = pages[1].locator("[data-packet] [name=card]").first.get_attribute("data-name") or "?"
    takes(pages[1])
    take_at(all_but(pages, 1), 1, 4)
    gone.context.set_offline(False)
    at_step(pages[0], 1, 5)
    at_step(pages[1], 1, 5)
    expect(pages[1].get_by_role("alert")).to_have_count(0)
    pages[1].get_by_role("button", name=re.compile("^My picks")).click()
    expect(pages[1].get_by_role("region", name="My picks")).to_contain_text(name)
    gone.complaints.clear()  # a browser complains about requests it couldn’t send


def hours_later(site: Site, pages: list[Page], kept_cards: int) -> None:
    """Let everybody keep this many cards; another process notifies nobody, so the pages are reopened."""
    run_on_site(site, PLAY_UNTIL.format(key=key_of(pages[0]), kept=kept_cards))
    for page in pages:
        page.reload()


def late(visitor: Visitor, address: str) -> Page:
    """Join as the sixth: the draft has begun, and a bot has held the seat."""
    page = visitor.goes_to(address)
    expect(page.get_by_role("heading", name="Take over from a bot")).to_be_visible()
    page.get_by_label("Your name").fill(NAMES[5])
    page.get_by_role("button", name="Join").click()
    return page


def battery_dies(visitor: Visitors, site: Site, gone: Visitor, pages: list[Page], kept: str) -> Page:
    """Lose the phone: the others wait no longer than the grace period; the saved link opens the seat on another
    phone."""
    host = pages[0]
    for page in pages:
        at_step(page, 4, 1)
    pages[3].close()
    for page in (tab for number, tab in enumerate(pages) if number != 3):
        takes(page)
    run_on_site(site, GRACE_IS_OVER.format(key=key_of(host), name=NAMES[3]))
    at_step(host, 4, 2)
    # Players without scripts are shown as silent after a while, so only this seat is checked.
    theirs = host.locator(".seats [data-seat]").filter(has_text=NAMES[3])
    expect(theirs.get_by_text("bot", exact=True)).to_be_visible()
    other = visitor(PHONE)
    page = other.goes_to(kept.removeprefix(other.url))
    page.get_by_role("button", name=f"Continue as {NAMES[3]}").click()
    expect(theirs.get_by_text("bot", exact=True)).to_have_count(0)
    return page


def checks_the_shuffle(page: Page, folder: Path) -> None:
    """Check the proof from the last page, as everyone can."""
    expect(page.locator("#fair-shuffle")).to_have_attribute("data-verdict", "holds")
    page.locator("#commitment > summary").click()
    page.get_by_role("link", name="Verify").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my proofs").click()
    download.value.save_as(folder / "proofs.json")
    page.get_by_label("File", exact=True).set_input_files(folder / "proofs.json")
    expect(
        page.get_by_role("status").filter(has_text="packets are the ones committed to before the first pick.")
    ).to_be_visible()


def builds_a_deck(page: Page) -> None:
    """Build thirty of forty-two, ticked by the site to start from."""
    lets_the_site_choose(page)
    page.get_by_role("button", name="Build a deck from this pool").click()
    expect(page.locator(".verdict").first).to_contain_text("30 of 30 cards")


def plays_on(host: Page, other: Page) -> None:
    """Go on to a deck, and from there to one’s own match."""
    builds_a_deck(host)
    for page in (host, other):
        page.get_by_role("button", name=re.compile("^(Play matches|Your match)")).click()
        expect(page.get_by_role("button", name=re.compile("won$"))).to_have_count(2)


HALF_A_DAY = """
from datetime import timedelta
from django.utils import timezone
from drafts.models import Draft
draft = Draft.objects.get(key="{key}")
draft.seats.exclude(deadline=None).update(deadline=timezone.now())
Draft.objects.filter(pk=draft.pk).exclude(deadline=None).update(deadline=timezone.now())
"""


@pytest.mark.thorough  # tests/drafts sends reminders, stores planned cards and estimates the days
def test_6_a_draft_over_a_week(visitor: Visitors, site: Site) -> None:
    """Twelve hours for a pick: the page tells of the packet that waits, and a card named ahead is kept in the night."""
    roland, elinor = visitor(PHONE), visitor(PHONE)
    page = roland.goes_to("/drafts/new/")
    page.get_by_text("2", exact=True).first.click()
    expect(page.get_by_text("3 picked for you").first).to_be_visible()
    page.get_by_text("More options").click()
    page.get_by_label("Draft name").fill("A week")
    page.get_by_label("Time per pick").select_option(label="12 hours")
    page.get_by_label("Your name").fill("Roland")
    page.get_by_role("button", name="Invite friends").click()
    address = page.get_by_label("Link to this draft").input_value().removeprefix(roland.url)
    theirs = sits_down(elinor, address, "Elinor")
    # A site that doesn’t know its own URL offers no email; the phone can still notify.
    expect(theirs.locator("summary", has_text="Alert me when a packet arrives")).to_be_visible()
    page.get_by_role("button", name="Start now").click()
    at_step(theirs, 1, 1)
    elinor.fits()
    theirs.locator(".packet label").nth(1).click()
    theirs.get_by_role("button", name="Set as auto-pick").click()
    said = theirs.get_by_role("status").filter(has_text="If time runs out:")
    name = said.inner_text().removeprefix("If time runs out:").removesuffix(".")
    at_step(page, 1, 1)
    takes(page)
    expect(page.get_by_text("You can change your mind until everyone has picked.")).to_be_visible()
    run_on_site(site, HALF_A_DAY.format(key=key_of(page)))
    at_step(page, 1, 2)
    theirs.reload()
    at_step(theirs, 1, 2)
    theirs.get_by_role("button", name=re.compile("^My picks")).click()
    expect(theirs.get_by_role("region", name="My picks")).to_contain_text(name)


@pytest.mark.thorough  # tests/drafts/test_paper runs a table with real cards to the end
def test_7_cardboard_night(visitor: Visitors) -> None:
    """The phone in the middle deals two players through nine rounds; both tap in their pools, and it adds up."""
    roland, elinor = visitor(PHONE), visitor(PHONE)
    page = roland.goes_to("/drafts/new/")
    page.get_by_role("link", name="With real cards").click()
    page.get_by_text("2", exact=True).first.click()
    expect(page.get_by_text("3 picked for you").first).to_be_visible()
    page.get_by_label("Players (one per line)").fill("Roland\nElinor")
    page.get_by_role("button", name="Start now").click()
    theirs = elinor.goes_to(page.url.removeprefix(roland.url))
    task = page.get_by_role("status").filter(has_text="keep one face down")
    expect(task).to_contain_text("Deal 5 cards to each player, face down.")
    expect(task).to_contain_text("pass the rest to the right")
    go = page.get_by_role("button", name=re.compile("Everyone has (passed|picked)"))
    over = page.get_by_role("heading", name="All packets have gone round")
    for _step in range(60):
        if over.count():
            break
        before = page.get_by_role("heading", level=1).inner_text()
        go.click()
        expect(page.get_by_role("heading", level=1)).not_to_have_text(before)
    expect(theirs.get_by_role("heading", name="All packets have gone round")).to_be_visible()
    roland.fits()
    for screen, name in ((page, "Roland"), (theirs, "Elinor")):
        screen.get_by_role("link", name=f"I’m {name}").click()
        taps_in(screen, from_the_end=name == "Elinor")
        expect(screen.get_by_text("Your pool fits the peoples and every pool entered so far.")).to_be_visible()
    elinor.fits()


def taps_in(page: Page, *, from_the_end: bool) -> None:
    """Tick the cards the player kept: here the first ones of the list, or the last."""
    expect(page.get_by_role("button", name="Save my pool")).to_be_visible()  # below all the boxes
    wanted = int(re.findall("the (\\d+) cards you kept", page.get_by_role("main").inner_text())[0])
    boxes = page.get_by_role("checkbox", include_hidden=True)
    order = range(boxes.count() - 1, -1, -1) if from_the_end else range(boxes.count())
    for number in list(order)[:wanted]:
        boxes.nth(number).evaluate("one => one.click()")
    page.get_by_role("button", name="Save my pool").click()
