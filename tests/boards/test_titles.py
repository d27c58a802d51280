"""Titles of boards against their contents: lines marked `expects` are claims of the title, and its words match them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from boards.core.scenes import Scene
from boards.pages.scenes import shipped_scenes

# Titles that name the subject of a board and claim nothing.
TOPICS = (
    "Conditions of mutants",
    "The caterpillar that eats moons",
    "Moonset Caterpillar eats moons",
    "Yang and a pair",
    "Mora Marn from a landed ship",
    "Mora Marn played from a landed ship",
    "Declining with nothing to discard",
)
Claims = dict[str, list[str]]


def claims_of(scene: Scene) -> Claims:
    found: Claims = {}
    for step in scene.steps:
        if step.claim:
            found.setdefault(step.key, []).append(step.text)
    return found


def ends(why: str) -> Callable[[Claims], bool]:
    return lambda claims: any(why in text for text in claims.get("result", ()))


def dragons(least: int, most: int) -> Callable[[Claims], bool]:
    def fits(claims: Claims) -> bool:
        moved = [abs(int(text)) for text in claims.get("dragons", ())]
        return any(least <= count <= most for count in moved) or (most > 0 and ends("fourth_dragon")(claims))

    return fits


def not_only_allowed(claims: Claims) -> bool:
    return set(claims) != {"allowed"}


def says(key: str, word: str) -> Callable[[Claims], bool]:
    return lambda claims: any(word in text for text in claims.get(key, ()))


def one_of(*fits: Callable[[Claims], bool]) -> Callable[[Claims], bool]:
    return lambda claims: any(fit(claims) for fit in fits)


# Requirements of title words on marked lines: each pattern matches the title, each rule the marked lines.
RULES: list[tuple[str, Callable[[Claims], bool]]] = [
    (r"held a card last wins", ends("cards_out_order")),
    (r"dragons? (decides?|is enough)", ends("cards_out_dragons")),
    (r"information loses\b|game lost", ends("backtracked")),
    (r"wins four crystals", ends("fourth_dragon 4")),
    (r"(ends|costs|forfeits) nothing|the game goes on|goes on unless set$", ends("none")),
    (r"brings? (you )?no dragon|takes the one dragon away|buy no dragon", one_of(dragons(0, 0), says("phase", "eng"))),
    (r"(?<!no )(?<!Four moons )(buys?|attracts?|brings?) (\w+ ){0,3}(one |a )?dragon(?! decide)(?!.*call alone)",
     one_of(dragons(0, 3), says("phase", "engagement"))),
    (r"(?<!don’t )buys? a dragon|attract one dragon|one dragon in total|Five cards bring", dragons(1, 1)),
    (r"second dragon|a dragon more|one dragon more", dragons(2, 2)),
    (r"(?<!doesn’t )\b(bars?|forbids?|lets? nobody|stops?)\b(?! no )|(is|are) blocked|(?<!longer )\bblocks\b(?! no)",
     not_only_allowed),
    (r"(cannot|can’t|(?<!you )may not|can only|is not|are not)\b(?!.*, (but|too))", not_only_allowed),
    (r"doesn’t block|blocks no longer|, but not", lambda claims: set(claims) != {"not allowed"}),
    (r"(can|may) be called", one_of(says("allowed", "call"), says("legal", "call"), dragons(1, 3))),
    (r"called, and|false when called|found false|false bluff", dragons(1, 3)),
    (r"(turns|switches) (.*fire to earth|the element)", says("element", "earth")),
    (r"earth to fire|leaves fire as", says("element", "fire")),
    (r"loses its cargo", says("at", "discard")),
    (r"\bhand\b.*\bopen\b|reveal their hand", says("sees", "hand")),
    (r"is shown\b", lambda claims: "shown" in claims or "at" in claims),
    (r"[Pp]ower (may be|to match)|to the power|the total to", lambda claims: "power" in claims),
    (r"^(?!The caterpillar).*(raises?|doubles?|double) ",
     lambda claims: not {"value", "power", "at"}.isdisjoint(claims)),
]  # fmt: skip


def faults(title: str, claims: Claims) -> list[str]:
    return [pattern for pattern, fits in RULES if re.search(pattern, title) and not fits(claims)]


def test_every_board_marks_what_its_title_says() -> None:
    unmarked = [scene.title for scene in shipped_scenes() if not claims_of(scene)]
    assert [title for title in unmarked if not title.startswith(TOPICS)] == []


def test_the_words_of_every_title_fit_what_its_board_does() -> None:
    wrong = {scene.title: faults(scene.title, claims_of(scene)) for scene in shipped_scenes()}
    assert {title: found for title, found in wrong.items() if found} == {}


def test_every_rule_is_about_a_title() -> None:
    titles = [scene.title for scene in shipped_scenes()]
    assert [pattern for pattern, _ in RULES if not any(re.search(pattern, title) for title in titles)] == []


@pytest.mark.parametrize(
    ("title", "claims"),
    [
        ("The dragons decide when the cards have run out", {"result": ["0 cards_out_order 1"]}),
        ("With neutral dragons the one who held a card last wins", {"result": ["1 cards_out_dragons 3"]}),
        ("With neutral dragons who held a card last wins", {"result": ["none"]}),
        ("Letter of marque forbids the call", {"allowed": ["call"]}),
        ("RETRIEVE is blocked by an ignored character", {"allowed": ["retrieve Hoax 24"]}),
        ("An ignored retrieve character still blocks", {"allowed": ["retrieve Hoax 24"]}),
        ("Storms attract one dragon in total", {"dragons": ["0"]}),
        ("Six cards bring a second dragon", {"dragons": ["-1"]}),
        ("First edition backtracking after new information loses", {"result": ["none"]}),
    ],
)
def test_a_title_that_says_something_else_is_found(title: str, claims: Claims) -> None:
    assert faults(title, claims)
