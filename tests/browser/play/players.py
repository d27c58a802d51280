"""Players at a game table in a browser: they read their own view, choose an offer, and tap it as a person would."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Site, Visitor
from tests.browser.steps import run_on_site, sends, until

PHONE = {"width": 390, "height": 740}
SEED = 11
READY = """() => { const { view, pending, frame } = gameTable.state;
    const live = document.documentElement.dataset.game === 'live';
    return live && !pending && !frame && Boolean(view.yours || view.result); }"""
# How much longer and wider the page is than the screen, and the hand than its place.
OVERFLOW = """() => { const page = document.documentElement, hand = document.querySelector('.hand');
    return [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth, hand.scrollHeight - hand.clientHeight]; }"""
# Offers without a playable card or a button.
OUT_OF_REACH = """() => gameTable.state.view.offers.filter(({ card, do: wanted }) => !document.querySelector(
    card ? `.place.lit[data-id="${card}"]` : `.acts [data-do="${wanted}"]`)).map((offer) => offer.do)"""
START = """
from online.games import services
from online.models import Game
from tests.online import games_made
services.seed_from = lambda secret, numbers: {seed}
people = [Game.objects.get(key=key).created_by for key in {keys}]
made = games_made.between(*people) if len(people) == 2 else games_made.against_computer(people[0], "club")
print(made.game.key)
"""
# Each deck of a people with the three interference cards.
INTERFERING = """
from boards.core.setup import published_deck
from cards.catalogue.queries import catalogue
from online.core.terms import GameTerms
from online.games import services
from online.games.decks import ChosenDeck
from online.models import Game
from tests.online import games_made
from tests.online.core.walks import INTERFERENCE
services.seed_from = lambda secret, numbers: {seed}
services.chosen_deck = lambda choice, by, terms: ChosenDeck(
    (*INTERFERENCE, *published_deck(catalogue(), choice.people).cards[3:]), choice.people)
people = [Game.objects.get(key=key).created_by for key in {keys}]
print(games_made.between(*people, GameTerms(interference=True)).game.key)
"""


def starts_game(
    site: Site,
    *visitors: Visitor,
    seed: int = SEED,
    names: tuple[str, ...] = ("Roland", "Elinor"),
    interference: bool = False,
) -> str:
    """Start a game against the computer or between two visitors, always with the same cards; return the path."""
    form = {"level": "friend", "deck": "people:Vulca", "accepts_texts": "on"}
    opened = [
        sends(visitor, "/play/new/?level=friend", nickname=name, **form)
        for visitor, name in zip(visitors, names, strict=False)
    ]
    keys = [path.strip("/").split("/")[-1] for path in opened]
    start = INTERFERING if interference else START
    return f"/play/{run_on_site(site, start.format(seed=seed, keys=keys))}/"


def view_of(page: Page) -> dict[str, Any]:
    return dict(page.evaluate("gameTable.state.view"))


def chooses(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Choose any offer, but rarely one that gives up the fight or goes back."""
    timid = {"decline": 0.1, "retreat": 0.2, "backtrack": 0.5}
    weights = [timid.get(offer["kind"], 1.0) for offer in view["offers"]]
    return dict(chance.choices(view["offers"], weights)[0])


def taps(page: Page, view: dict[str, Any], offer: dict[str, Any]) -> None:
    """Carry an offer out: tap its card twice, or its card and the button for it, or its button."""
    if not offer["card"]:
        page.locator(f'.acts [data-do="{offer["do"]}"]').click()
        return
    card = page.locator(f'.place[data-id="{offer["card"]}"]').last
    card.click()
    ways = [one for one in view["offers"] if one["card"] == offer["card"]]
    (card if len(ways) == 1 else page.locator(f'.acts [data-do="{offer["do"]}"]')).click()


def plays(
    page: Page, chance: random.Random, *, steps: int, look: Callable[[Page], None] = lambda _page: None
) -> dict[str, Any]:
    """Play this many decisions against the computer, or to the end of the game; return the last view."""
    for _step in range(steps):
        until(page, READY)
        view = view_of(page)
        look(page)
        if view["result"]:
            break
        taps(page, view, chooses(view, chance))
        until(page, f"() => gameTable.state.view.version > {view['version']}")
    until(page, READY)
    return view_of(page)


def play_each_other(pages: tuple[Page, Page], chance: random.Random, *, steps: int) -> None:
    """Let two play each other for this many decisions, or to the end of their game."""
    for _step in range(steps):
        page = next_to_decide(pages)
        view = view_of(page)
        if view["result"]:
            return
        taps(page, view, chooses(view, chance))
        until(page, f"() => gameTable.state.view.version > {view['version']}")


def next_to_decide(pages: tuple[Page, Page], seconds: float = 15.0) -> Page:
    """Wait until both pages agree on whose decision it is; return that player’s."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for page in pages:
            if page.evaluate(READY):
                return page
        pages[0].wait_for_timeout(30)
    raise AssertionError(f"nobody decides: {[view_of(page)['phase'] for page in pages]}")
