"""What there is to tell of a draft: the gem that came late, what went to another, the best six."""

from __future__ import annotations

from drafts.core.archive.coach import draft_highlights
from drafts.core.archive.log import PacketEntry
from drafts.core.engine.setup import PassDirection
from game.evidence import DRAFTED, CardValue, Measurements

WORTHS = {"Vulca 01": 0.4, "Vulca 02": 0.3, "Vulca 03": 0.2, "Hoax 01": 0.5, "Hoax 02": -0.1}


def held(number: int, taken: str, *passed: str) -> PacketEntry:
    return PacketEntry(1, number, 4, False, PassDirection.RIGHT, (taken, *passed), 0, taken, "player")


def evidence_of(worths: dict[str, float]) -> Measurements:
    return Measurements(cards={(DRAFTED, code): CardValue(value, value, value, 900) for code, value in worths.items()})


def test_the_best_card_that_came_late_and_the_best_that_never_came_back_are_told() -> None:
    entries = [held(1, "Vulca 01", "Hoax 01", "Vulca 03"), held(2, "Vulca 02"), held(3, "Vulca 03", "Hoax 02")]
    told = draft_highlights(entries, evidence_of(WORTHS))
    assert told.late is not None and (told.late.taken, told.late.number) == ("Vulca 03", 3)
    assert told.best_card_passed == "Hoax 01"
    assert told.best_cards == ("Vulca 01", "Vulca 02", "Vulca 03")


def test_what_is_worth_nothing_is_no_gem_and_a_draft_without_picks_tells_nothing() -> None:
    told = draft_highlights([held(3, "Hoax 02", "Hoax 03")], evidence_of(WORTHS))
    assert (told.late, told.best_card_passed) == (None, "")
    empty = draft_highlights([], evidence_of(WORTHS))
    assert (empty.late, empty.best_card_passed, empty.best_cards) == (None, "", ())
