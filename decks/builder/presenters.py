"""Presenters of the builder, the help and the history."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

from cards.core.facts import CardFacts, Catalogue
from common.i18n import translated
from common.lazy_sentences import lazy_sentences
from decks.core.building import Contradiction, Help
from decks.deck.presenters import DeckRow, DeckVerdict, Group, verdict_of


@dataclass(frozen=True, slots=True)
class AddedCardPlace:
    """Position of an added card on the page: its line, its group, and the line before it, if any."""

    line: DeckRow
    group: Group
    after: DeckRow | None


def place_of(code: str, groups: Iterable[Group]) -> AddedCardPlace | None:
    for group in groups:
        for at, line in enumerate(group.lines):
            if line.code == code:
                return AddedCardPlace(line, group, group.lines[at - 1] if at else None)
    return None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A deck that the site proposes, as a page shows it."""

    help: Help
    verdict: DeckVerdict
    swaps: tuple[tuple[CardFacts | str | None, CardFacts | None], ...]
    mended: tuple[str | Promise, ...]


MENDED = lazy_sentences("decks", "mended")


def proposal_for(answer: Help, catalogue: Catalogue) -> Proposal:
    by_code = catalogue.by_code
    swaps = tuple(
        (None if out is None else by_code.get(out, out), None if into is None else by_code[into])
        for out, into in answer.swaps
    )
    return Proposal(answer, verdict_of(answer.report, catalogue), swaps, tuple(MENDED[name] for name in answer.mended))


def contradiction_sentences(contradiction: Contradiction) -> list[tuple[str, str]]:
    """Return the sentences that contradict each other, each with its rule number if it is a rule."""
    return [(translated(sentence), sentence.rule) for sentence in contradiction.messages]
