"""Players download their proofs and check them in the browser and by command; a changed card is named."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from cards.core.facts import PEOPLES
from drafts.core.engine.setup import Setup
from drafts.core.proof.document import (
    CommittedDeal,
    committed_seats,
    dealt_proof_document_for,
    setup_digest_of_deal,
)
from drafts.core.proof.merkle import shuffle_commitment
from tests.browser.conftest import PHONE, ROOT, Visitor
from tests.browser.steps import sends, until
from tests.drafts.core.test_play import play
from tests.drafts.core.test_proof import BROKEN, HOSTILE, PILES, SECRET, SPOILT, paper_of, pile_paper

Visitors = Callable[..., Visitor]
PICKS = 3


def drafts_alone(player: Visitor) -> Page:
    """Draft one packet of four cards to the end."""
    page = player.goes_to(sends(player, "/drafts/practice/", packet=PICKS + 1, rounds=1, action="bots"))
    for number in range(1, PICKS + 1):
        expect(page.locator("html[data-table=live]")).to_be_attached()
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"pick {number} of")
        page.locator(".packet label").first.click()
        page.get_by_role("button", name=re.compile("^Pick ")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The draft is over")
    return page


# The draft that the first test has played, by site: its URL, and its player’s cookies.
_played: dict[str, tuple[str, list[Any]]] = {}


def comes_to_the_end(visitor: Visitor) -> Page:
    """Open the one draft that all tests look at: nobody changes anything there."""
    if visitor.url in _played:
        address, cookies = _played[visitor.url]
        visitor.context.add_cookies(cookies)
        return visitor.goes_to(address)
    page = drafts_alone(visitor)
    _played[visitor.url] = (page.url.removeprefix(visitor.url), list(visitor.context.cookies()))
    return page


def command_says(file: Path, commitment: str, folder: Path) -> tuple[int, str]:
    """Return the output of `manage.py verify_draft`, with a database that knows nothing of the draft."""
    command = [sys.executable, "manage.py", "verify_draft", str(file), "--commitment", commitment]
    environment = os.environ | {"VAR_DIR": str(folder / "elsewhere"), "DATABASE_URL": ""}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout


def test_a_proof_holds_in_the_browser_and_by_command_and_a_changed_card_is_named(
    visitor: Visitors, tmp_path: Path
) -> None:
    player = visitor(PHONE, fresh=True)
    page = comes_to_the_end(player)
    tick = page.locator("#fair-shuffle")
    expect(tick).to_have_text(
        f"✓ Fair shuffle: all {PICKS + 1} cards you saw, in {PICKS} of {PICKS} packets, "
        "were exactly where the commitment said."
    )
    page.locator("#commitment > summary").click()
    noted = page.locator("code.root").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", noted)
    page.get_by_role("link", name="Verify").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my proofs").click()
    proof = tmp_path / "proof.json"
    download.value.save_as(proof)
    paper = json.loads(proof.read_text())

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    verdict = page.locator("#verdict")
    page.get_by_label("The commitment you noted (optional)").fill(noted)
    page.get_by_label("File", exact=True).set_input_files(proof)
    expect(verdict).to_have_attribute("data-verdict", "holds")
    expect(verdict).to_have_class(re.compile("success"))
    expect(verdict).to_contain_text(f"Confirmed: the {len(paper['proofs'])} cards in {PICKS} of {PICKS} packets")
    assert command_says(proof, noted, tmp_path)[0] == 0

    wrong = paper["proofs"][1]
    wrong["card"] = next(card for card in ("Vulca 01", "Vulca 02") if card != wrong["card"])
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(paper))
    page.get_by_label("File", exact=True).set_input_files(changed)
    expect(verdict).to_have_attribute("data-verdict", "fails")
    expect(verdict).to_contain_text(
        f"Card {wrong['index']} ({wrong['card']}) in the order doesn’t match the commitment."
    )
    status, said = command_says(changed, noted, tmp_path)
    assert status == 1
    assert f"Card {wrong['index']} in the order, “{wrong['card']}”, doesn’t match the commitment." in said
    assert not asked
    player.fits()


def dealt_paper() -> dict[str, Any]:
    """Return the proof of the first seat at a table with real cards, whose packets were sorted by the kit."""
    setup = Setup(2, PEOPLES[:3])
    state, _picks = play(setup, random.Random(5), until=0)
    seats = committed_seats(["Roland", "Elinor"], SECRET)
    promised = shuffle_commitment("k3j9", state.deal, SECRET, setup_digest_of_deal(setup, seats))
    made = dealt_proof_document_for(CommittedDeal("k3j9", setup, state.deal, SECRET, promised, seats), 0)
    return dict(json.loads(json.dumps(made)))


def test_the_browser_refuses_every_file_that_the_command_refuses(visitor: Visitors, tmp_path: Path) -> None:
    player = visitor(PHONE)
    player.goes_to(comes_to_the_end(player).url.removeprefix(player.url) + "verify/")
    page = player.page
    verdict = page.locator("#verdict")

    def says(paper: dict[str, Any], **more: object) -> str:
        """Return the verdict with what the page of such a draft would know."""
        known = {"table": "k3j9", "called_off": False, "picks": [], "real_cards": False, **more}
        page.locator("#verify").evaluate(
            "(box, known) => { box.dataset.known = known; box.dataset.commitment = ''; }", json.dumps(known)
        )
        verdict.evaluate("verdict => delete verdict.dataset.verdict")
        file = tmp_path / f"proof-{len(list(tmp_path.iterdir()))}.json"
        file.write_text(json.dumps(paper))
        page.get_by_label("File", exact=True).set_input_files(file)
        expect(verdict).to_have_attribute("data-verdict", re.compile("holds|fails"))
        return verdict.get_attribute("data-verdict") or ""

    for bound in (True, False):
        assert says(paper_of(Setup(2, PEOPLES[:3]), 5, 0, bound=bound)) == "holds"
    short = paper_of(Setup(2, PEOPLES[:3]), 5, 0, until=9)
    told = len(short["packets"])
    assert says(short, called_off=True, picks=[told, 0]) == "holds"
    expect(verdict).to_contain_text("The draft was cancelled there.")
    for picks in (told - 1, told + 1):
        assert says(short, called_off=True, picks=[picks, 0]) == "fails"
    assert says(short) == says(short, picks=[told, 0]) == "fails"
    kit = dealt_paper()
    assert says(kit, real_cards=True) == "holds"
    assert says(kit) == "fails"
    whole = paper_of(Setup(2, PEOPLES[:3]), 5, 0)
    kept = [packet["kept"] for packet in whole["packets"]]
    assert says(whole, seat=0, kept=kept) == "holds"
    assert says(whole, seat=0, kept=[*kept[1:], kept[0]]) == says(whole, table="other") == "fails"
    kit["proofs"][0]["card"] = "Vulca 99"
    assert says(kit, real_cards=True) == "fails"
    for how, change in (SPOILT | HOSTILE | BROKEN).items():
        paper = paper_of(Setup(2, PEOPLES[:3]), 5, 0)
        change(paper)
        assert says(paper) == "fails", how
    ended = pile_paper(1, until=9)
    for piles in (pile_paper(), ended):
        known = {"answers": list(piles["answers"]), "called_off": piles is ended}
        assert says(piles, **known) == "holds"
        for how, change in PILES.items():
            paper = json.loads(json.dumps(piles))
            change(paper)
            assert says(paper, **known) == "fails", how


@pytest.mark.thorough  # a whole draft for the moment before a script; test_search types before the scripts are loaded
def test_a_file_chosen_before_the_script_came_is_checked(visitor: Visitors, tmp_path: Path) -> None:
    page = comes_to_the_end(visitor(PHONE))
    held: list[Route] = []
    page.route("**/verify*.js", lambda route: held.append(route))
    page.goto(f"{page.url}verify/", wait_until="commit")
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(page.evaluate("fetch('../proof.json').then(answer => answer.json())")))
    page.get_by_label("File", exact=True).set_input_files(file)
    until(page, "document.readyState === 'interactive'")
    held[0].continue_()
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "holds")


def test_the_check_holds_without_the_browsers_own_sha_256(visitor: Visitors) -> None:
    """A local network address isn’t secure, so the browser offers no digest there."""
    player = visitor(PHONE, fresh=True)
    player.context.add_init_script("Object.defineProperty(window, 'crypto', { value: undefined });")
    page = drafts_alone(player)
    expect(page.locator("#fair-shuffle")).to_have_attribute("data-verdict", "holds")


def test_a_page_that_follows_the_last_pick_is_shown_before_its_proof_is_fetched(visitor: Visitors) -> None:
    page = drafts_alone(visitor(PHONE, fresh=True))
    expect(page.locator("#fair-shuffle")).to_have_attribute("data-verdict", "holds")
    page.add_init_script(
        "Math.random = () => 0.5; window.waits = []; const later = window.setTimeout;"
        "window.setTimeout = (work, ms, ...more) => (waits.push(ms), later(work, ms, ...more));"
    )
    page.reload()  # as the table’s script does at the end
    expect(page.locator("#fair-shuffle")).to_have_attribute("data-verdict", "holds")
    assert 1500 in page.evaluate("waits")


@pytest.mark.thorough  # a whole draft; the first test here names a changed card of a file
def test_a_changed_card_is_told_without_being_asked(visitor: Visitors) -> None:
    player = visitor(PHONE)
    page = player.page

    def changed(route: Route) -> None:
        paper = route.fetch().json()
        paper["proofs"][0]["card"] = next(
            card for card in ("Vulca 01", "Vulca 02") if card != paper["proofs"][0]["card"]
        )
        route.fulfill(json=paper)

    page.route("**/proof.json", changed)
    comes_to_the_end(player)
    expect(page.locator("#fair-shuffle")).to_have_attribute("data-verdict", "fails")
    expect(page.locator("#fair-shuffle")).to_contain_text(
        "Some cards you saw weren’t where the commitment said. The check lists each one."
    )
