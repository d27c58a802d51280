"""Verdict panel of the builder after every tap: the verdict with the changes that mend it, and the strip."""

from collections.abc import Mapping
from dataclasses import dataclass

from cards.core.facts import BLUE_MOON, CardFacts, Catalogue
from decks.core.advice.mending import mend, over_a_limit
from decks.core.collection import SETS, owned_copies
from decks.core.legality import DeckList, Report
from decks.deck.judging import verdict_on
from decks.deck.presenters import verdict
from decks.deck.summary_strip import strip_of

MAX_BOXES_TEXT = 200


@dataclass(frozen=True, slots=True)
class ShownMending:
    """The changes that make a deck legal, as cards, and the deck they lead to."""

    changes: tuple[tuple[CardFacts, CardFacts | None], ...]
    deck: DeckList

    @property
    def codes(self) -> str:
        """The cards of that deck as the form sends them."""
        return "|".join(self.deck.codes)


def judged(deck: DeckList, cards: Catalogue, boxes: Mapping[str, int]) -> dict[str, object]:
    """The verdict on a deck, how it is mended where it is over a limit, and the strip, for a template.

    `boxes` are those that the player owns, by set: their cards are proposed first.
    """
    report = verdict_on(deck, cards)
    shown = verdict(report, cards)
    return {"verdict": shown, "strip": strip_of(deck, cards, shown), "mending": _mending(deck, report, cards, boxes)}


def _mending(deck: DeckList, report: Report, cards: Catalogue, boxes: Mapping[str, int]) -> ShownMending | None:
    if deck.game != BLUE_MOON or not over_a_limit(report):
        return None
    mending = mend(deck, cards, owned=owned_copies(boxes, cards))
    if mending is None:
        return None
    changes = tuple((cards[change.out], cards[change.into] if change.into else None) for change in mending.changes)
    return ShownMending(changes, mending.deck)


def boxes_written(boxes: Mapping[str, int]) -> str:
    """Boxes as a page sends them back with every tap, so that no tap has to look for them: "V=1,T=2"."""
    return ",".join(f"{mark}={count}" for mark, count in boxes.items())


def boxes_read(text: str) -> dict[str, int]:
    """The boxes that a tap names; whatever is none is passed over, for they only choose among proposals."""
    pairs = (part.partition("=") for part in text[:MAX_BOXES_TEXT].split(","))
    return {mark: 1 for mark, _sign, count in pairs if mark in SETS and count.strip("0")}
