"""Presenters of the builder, the help and the history."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.core.facts import BLUE_MOON, CardFacts, Catalogue
from common.i18n import translated
from decks.core.building import Contradiction, Help
from decks.core.legality import Entry
from decks.deck.presenters import DeckRow, Verdict, verdict
from decks.games import DECK_GAMES

STRANGE = "strange"


@dataclass(frozen=True, slots=True)
class BuiltGroup:
    """The cards of one type in the builder, empty or not: a tap may put the first one in."""

    slug: str
    heading: str | Promise
    lines: tuple[DeckRow, ...]

    @property
    def count(self) -> int:
        """Cards in the group, copies counted."""
        return sum(line.copies for line in self.lines)


def built_groups(entries: Iterable[Entry], catalogue: Catalogue, game: str = BLUE_MOON) -> list[BuiltGroup]:
    """Every type with its cards in catalogue order; codes nobody knows at the end."""
    place = {card.code: number for number, card in enumerate(catalogue)}
    lines = [DeckRow.of(entry, catalogue) for entry in entries]
    lines.sort(key=lambda line: place.get(line.code, len(place)))
    groups = []
    for kind, heading in DECK_GAMES[game].every_type:
        of_kind = tuple(line for line in lines if line.facts is not None and line.facts.type == kind)
        groups.append(BuiltGroup(kind or "other", heading, of_kind))
    strange = tuple(line for line in lines if line.facts is None)
    return [*groups, BuiltGroup(STRANGE, _("Not in the catalogue"), strange)]


@dataclass(frozen=True, slots=True)
class Put:
    """Place of an added card on the page: its line, its group, and the line before it, if any."""

    line: DeckRow
    group: BuiltGroup
    after: DeckRow | None


def place_of(code: str, groups: Iterable[BuiltGroup]) -> Put | None:
    """The place of a card in the list."""
    for group in groups:
        for at, line in enumerate(group.lines):
            if line.code == code:
                return Put(line, group, group.lines[at - 1] if at else None)
    return None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A deck the site proposes, as a page shows it."""

    help: Help
    verdict: Verdict
    swaps: tuple[tuple[CardFacts | str | None, CardFacts | None], ...]
    mended: tuple[str | Promise, ...]


MENDED = {
    "leaders": _("The leader"),
    "inquisitors": _("The inquisitor"),
    "emissaries": _("The emissary"),
    "families": _("The Buka family"),
    "match": _("Whether a match is played"),
}


def proposal(answer: Help, catalogue: Catalogue) -> Proposal:
    """Put help into words and cards."""
    by_code = catalogue.by_code
    swaps = tuple(
        (None if out is None else by_code.get(out, out), None if into is None else by_code[into])
        for out, into in answer.swaps
    )
    return Proposal(answer, verdict(answer.report, catalogue), swaps, tuple(MENDED[name] for name in answer.mended))


def clash_lines(contradiction: Contradiction) -> list[tuple[str, str]]:
    """The sentences that contradict each other, each with the number of its rule if it is one."""
    return [(translated(sentence), sentence.rule) for sentence in contradiction.said]
