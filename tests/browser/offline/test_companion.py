"""The fifteen journeys, 8: two phones at one table, one of them offline for two fights."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Dialog, Page, expect

from matches.core.companion import CompanionNote, CompanionState, NoteKind, replay_notes
from matches.core.scoring import SixCardsRule
from tests.browser.conftest import Visitor
from tests.browser.steps import sends
from tests.effort import examples

Visitors = Callable[..., Visitor]
KINDS = (
    NoteKind.FIGHT,
    NoteKind.FIGHT,
    NoteKind.FIGHT,
    NoteKind.BLUFF,
    NoteKind.POWER,
    NoteKind.PHASE,
    NoteKind.UNDO,
    NoteKind.TAKE,
    NoteKind.END,
)


def wins(page: Page, name: str) -> None:
    """One tap."""
    page.get_by_role("button", name=f"{name} wins the fight").click()


def shows(page: Page, name: str, text: str) -> None:
    """Wait until the companion shows this."""
    expect(page.locator(f'[data-show="{name}"]').first).to_have_text(text)


def all_sent(page: Page) -> None:
    """Wait until nothing waits for the network."""
    expect(page.locator("#companion")).to_have_attribute("data-waiting", "0")


def record(page: Page) -> None:
    """The fourth dragon has come: save the game."""
    page.get_by_role("button", name="Record game").click()


def starts_a_match(player: Visitor) -> Page:
    """Create a match of Roland against Elinor."""
    page = player.goes_to("/matches/new/")
    page.get_by_role("textbox", name="First player").fill("Roland")
    page.get_by_role("textbox", name="Second player").fill("Elinor")
    page.get_by_role("button", name="Start match").click()
    return page


def opens_the_companion(page: Page) -> None:
    """With its script, and its other scripts too, before the connection breaks."""
    page.get_by_role("link", name="Open score tracker").click()
    expect(page.locator("#companion.live")).to_be_visible()
    page.wait_for_load_state("load")


def two_phones(visitor: Visitors, *, both_look: bool = True) -> tuple[Visitor, Visitor]:
    """Open the companion of a match for both, or only for Elinor; the match was created without its page."""
    roland, elinor = visitor(), visitor()
    match = sends(roland, "/matches/new/", name_a="Roland", name_b="Elinor")
    join = re.search(r'href="([^"]*/join/[^"]*)"', roland.context.request.get(roland.url + match).text())
    assert join
    sends(elinor, join[1].removeprefix(elinor.url), side="b")
    for phone in (elinor, roland)[: 1 + both_look]:
        page = phone.goes_to(f"{match}table/")
        expect(page.locator("#companion.live")).to_be_visible()
    return roland, elinor


def two_phones_by_hand(visitor: Visitors) -> tuple[Visitor, Visitor]:
    """Let Roland create a match and Elinor take her seat; both open the companion."""
    roland, elinor = visitor(), visitor()
    page = starts_a_match(roland)
    join = page.locator('a[href*="/join/"]').first.get_attribute("href") or ""
    theirs = elinor.goes_to(join.removeprefix(roland.url))
    theirs.get_by_role("button", name="I’m Elinor").click()
    for phone in (roland, elinor):
        opens_the_companion(phone.page)
    return roland, elinor


def notes_two_fights_offline(elinor: Visitor, theirs: Page) -> None:
    """Let Elinor note them offline; the other phone gets them when she is back."""
    own = elinor.page
    elinor.context.set_offline(True)
    wins(own, "Elinor")
    wins(own, "Elinor")
    expect(own.locator('[data-show="moves"] li')).to_have_count(3)
    expect(own.locator('[data-show="waiting"]')).to_contain_text("Waiting to be sent: 2")
    expect(theirs.locator('[data-show="moves"] li')).to_have_count(1)
    elinor.context.set_offline(False)
    all_sent(own)
    expect(theirs.locator('[data-show="moves"] li')).to_have_count(3)


def test_8_the_match(visitor: Visitors) -> None:
    roland, elinor = two_phones_by_hand(visitor)
    a, b = roland.page, elinor.page
    roland.fits()
    wins(a, "Roland")
    expect(b.locator('[data-show="moves"] li')).to_have_count(1)
    a.get_by_role("button", name="Next phase").click()
    shows(b, "phase", "Leadership")

    notes_two_fights_offline(elinor, a)
    a.get_by_role("button", name="Undo").click()
    expect(b.locator('[data-show="moves"] li')).to_have_count(2)
    for _ in range(4):
        before = b.locator('[data-show="moves"] li').count()
        wins(a, "Roland")
        expect(b.locator('[data-show="moves"] li')).to_have_count(before + 1)
    record(a)
    shows(b, "game", "Game 2")
    for page in (a, b):
        shows(page, "crystals-a", "4")
        expect(page.locator('[data-show="status"]')).to_contain_text("Elinor to act · fight 1")

    wins(b, "Roland")
    expect(a.locator('[data-show="moves"] li')).to_have_count(1)
    a.get_by_text("End of the game", exact=True).click()
    a.get_by_role("button", name="Out of cards").click()
    for page in (a, b):
        shows(page, "status", "Roland won the match")
        shows(page, "crystals-a", "6")
    elinor.complaints = [complaint for complaint in elinor.complaints if "ERR_INTERNET_DISCONNECTED" not in complaint]
    b.get_by_role("link", name="Match page", exact=True).click()
    expect(b.locator(".next")).to_contain_text("Roland won the match, 6 : 0")
    b.get_by_role("button", name="Confirm").first.click()
    expect(b.get_by_text("confirmed").first).to_be_visible()


def test_two_accounts_of_one_fight_are_shown_and_the_players_choose(visitor: Visitors) -> None:
    roland, elinor = two_phones(visitor)
    a, b = roland.page, elinor.page
    elinor.context.set_offline(True)
    wins(b, "Elinor")
    wins(a, "Roland")
    all_sent(a)
    elinor.context.set_offline(False)
    all_sent(b)
    for page in (a, b):
        expect(page.get_by_role("heading", name="Conflicting entries")).to_be_visible()
        expect(page.locator('[data-show="moves"] li')).to_have_text(["Roland won a fight (cards: 1)."])
    a.get_by_role("button", name="Use this entry").click()
    for page in (a, b):
        expect(page.locator('[data-show="moves"] li')).to_have_text(["Elinor won a fight (cards: 1)."])
        expect(page.get_by_role("heading", name="Conflicting entries")).to_be_hidden()
    elinor.complaints = [complaint for complaint in elinor.complaints if "ERR_INTERNET_DISCONNECTED" not in complaint]


def test_what_waits_survives_a_reload_and_the_form_keeps_half_made_choices(visitor: Visitors) -> None:
    roland, elinor = two_phones(visitor)
    b = elinor.page
    key = b.url.rstrip("/").split("/")[-2]
    waiting = {"id": "n-kept-by-the-phone", "kind": "fight", "game": 1, "at": int(time.time() * 1000)}
    data = {"move": 1, "winner": "b", "combat": 6, "support": 0}
    b.evaluate(
        "([key, note]) => localStorage.setItem(`tenmoons.table.${key}`, JSON.stringify([note]))",
        [key, {**waiting, "data": data}],
    )
    b.reload()
    all_sent(b)
    expect(roland.page.locator('[data-show="moves"] li')).to_have_text(["Elinor won a fight (cards: 6)."])

    page = roland.goes_to(f"/matches/{key}/")
    page.locator("#record").get_by_text("3", exact=True).first.click()
    expect(page.locator('#record [name="dragons"][value="3"]')).to_be_checked()
    wins(b, "Elinor")
    b.get_by_text("End of the game", exact=True).click()
    b.get_by_role("button", name="Out of cards").click()
    expect(page.locator("#moved-on")).to_be_visible()
    expect(page.locator('#record [name="dragons"][value="3"]')).to_be_checked()


def notes_without_a_network(phone: Visitor) -> str:
    """Note one fight, which now waits on the phone; return the URL of its table.

    The request is stopped before it leaves: Chromium in offline mode may still send one and only lose its response.
    """
    phone.context.route("**/notes/", lambda route: route.abort("internetdisconnected"))
    wins(phone.page, "Elinor")
    expect(phone.page.locator('[data-show="waiting"]')).to_contain_text("Waiting to be sent: 1")
    address = phone.page.url.removeprefix(phone.url)
    phone.page.goto("about:blank")  # before there is a network again
    phone.context.unroute("**/notes/")
    phone.complaints = [complaint for complaint in phone.complaints if "ERR_INTERNET_DISCONNECTED" not in complaint]
    return address


def is_given(phone: Visitor, cookies: Any) -> Any:
    """Hand the phone to somebody else, logged in by these cookies; return the previous cookies."""
    before = phone.context.cookies()
    phone.context.clear_cookies()
    phone.context.add_cookies(cookies)
    return before


def test_what_waits_is_sent_for_nobody_but_the_one_who_noted_it(visitor: Visitors) -> None:
    roland, elinor = two_phones(visitor)
    table = notes_without_a_network(elinor)
    elinors = is_given(elinor, roland.context.cookies())
    b = elinor.goes_to(table)
    expect(b.locator('[data-show="others"]')).to_contain_text("Entries by someone else on this device: 1.")
    wins(b, "Roland")
    all_sent(b)
    expect(roland.page.locator('[data-show="moves"] li')).to_have_text(["Roland won a fight (cards: 1)."])
    elinor.fits()

    is_given(elinor, elinors)
    elinor.goes_to(table)
    all_sent(b)
    expect(b.locator('[data-show="others-box"]')).to_be_hidden()
    expect(roland.page.locator("[data-show=conflicts] li").first).to_be_visible()


def test_what_somebody_else_noted_can_be_thrown_away(visitor: Visitors) -> None:
    _roland, elinor = two_phones(visitor, both_look=False)
    table = notes_without_a_network(elinor)
    elinor.context.clear_cookies()
    page = elinor.goes_to(table)
    page.get_by_role("button", name="Discard entries").click()
    expect(page.locator('[data-show="others-box"]')).to_be_hidden()
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('outbox'))")


def test_who_leaves_is_asked_before_what_waits_is_thrown_away(visitor: Visitors) -> None:
    _roland, elinor = two_phones(visitor, both_look=False)
    notes_without_a_network(elinor)
    page = elinor.goes_to("/mine/leave/")
    page.get_by_role("checkbox").first.check()
    asked: list[str] = []

    def asks(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if len(asked) == 1:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", asks)
    page.locator("form[data-outbox] button").click()
    assert asked == ["Entries on this device not sent yet: 1. Discard them and continue?"]
    assert page.url.endswith("/mine/leave/")
    page.locator("form[data-outbox] button").click()
    page.wait_for_url(lambda url: not url.endswith("/mine/leave/"))
    page.remove_listener("dialog", asks)
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('outbox'))")


def test_the_companion_works_without_scripts(visitor: Visitors) -> None:
    page = starts_a_match(visitor(scripts=False))
    page.get_by_role("link", name="Open score tracker").click()
    for _ in range(4):
        wins(page, "Roland")
    record(page)
    shows(page, "game", "Game 2")
    shows(page, "crystals-a", "4")
    page.get_by_role("button", name="Undo").click()
    shows(page, "game", "Game 1")


def noted(rng: random.Random, number: int) -> dict[str, Any]:
    """Return a random note, most of them possible."""
    kind = rng.choice(KINDS)
    side = rng.choice("ab")
    data: dict[str, Any] = {"move": rng.randint(1, 8)}
    if kind in (NoteKind.FIGHT, NoteKind.BLUFF):
        data["winner"] = side
    if kind == NoteKind.FIGHT:
        data |= {"combat": rng.choice((1, 3, 6)), "support": rng.choice((0, 3)), "modifier": rng.choice((0, 0, 1, -2))}
    if kind == NoteKind.POWER:
        data |= {"side": side, "element": rng.choice(("fire", "earth")), "value": rng.choice((0, 4, 4.5))}
    if kind == NoteKind.PHASE:
        data |= {"side": side, "phase": rng.randint(1, 8)}
    if kind in (NoteKind.UNDO, NoteKind.TAKE):
        data = {"target": f"note-{rng.randint(0, number)}"}
    if kind == NoteKind.END:
        data = {"ended": "out_of_cards"}
        kind = kind if rng.random() < 0.2 else NoteKind.CLOCK
    return {
        "id": f"note-{number}",
        "kind": str(kind),
        "game": rng.choice((1, 1, 1, 2)),
        "data": data,
        "by": side,
        "at": 0,
    }


def test_the_phone_and_the_site_replay_the_same_notes_to_the_same_table(visitor: Visitors) -> None:
    page = starts_a_match(visitor())
    opens_the_companion(page)
    for reading in SixCardsRule:
        rng = random.Random(20261121)
        tables = [[noted(rng, number) for number in range(rng.randint(0, 25))] for _ in range(examples(50))]
        replayed = page.evaluate(
            """([tables, reading]) =>
                tables.map(notes => window.TenMoonsTable.replay(notes, { game: 1, starter: 'a', reading }))""",
            [tables, reading.value],
        )
        for notes, theirs in zip(tables, replayed, strict=True):
            mine = replay_notes([CompanionNote(**note) for note in notes], game=1, starter="a", reading=reading)
            are_the_same(mine, theirs)


def are_the_same(mine: CompanionState, theirs: dict[str, Any]) -> None:
    """Compare the site’s result for notes with the script’s."""
    ids = [move.id for move in mine.moves]
    assert (ids, mine.states, mine.dragons, mine.over) == (
        [move["id"] for move in theirs["moves"]],
        theirs["states"],
        theirs["dragons"],
        theirs["over"],
    )
    for name in ("turn", "turns", "phase", "element", "power", "undoable"):
        assert getattr(mine, name) == theirs[name], name
    assert [(conflict.note.id, str(conflict.why), conflict.stands) for conflict in mine.conflicts] == [
        (conflict["note"]["id"], conflict["why"], conflict["stands"]) for conflict in theirs["conflicts"]
    ]
    assert (mine.end.id if mine.end else None) == (theirs["end"] or {}).get("id")
