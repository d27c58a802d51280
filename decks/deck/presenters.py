"""Presenters of a deck: cards in groups, the verdict in words, and the builder’s summary strip."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Self

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from cards.core.facts import BLUE_MOON, PEOPLES, CardFacts, Catalogue, People
from cards.games import GAMES
from common.i18n import translated
from decks.core.legality import HOUSE_RULE_NUMBER, DeckList, Entry, Finding, Report, Severity, Status, leader_of
from decks.core.odds import DeckShape, deck_shape
from decks.core.text.formats import DECK_TEXT_FORMATS, TextFormat
from decks.core.text.result import DetectedGame, ParsedDeck
from decks.deck.queries import JudgedDeck, people_of_row
from decks.games import DECK_GAMES, CardSortKey
from decks.models import FORMATS, Deck

STATUS_LABELS = {
    Status.LEGAL: (_("Legal"), "good"),
    Status.ILLEGAL: (_("Not legal"), "bad"),
    Status.UNKNOWN: (_("Can’t tell yet"), "warn"),
}
SEVERITY_LABELS = {
    Severity.ERROR: (_("Problem"), "bad"),
    Severity.UNKNOWN: (_("Not known"), "warn"),
    Severity.WARNING: (_("Warning"), "warn"),
    Severity.INFO: (_("Note"), ""),
}


@dataclass(frozen=True, slots=True)
class FindingText:
    """A finding in the reader’s language; `missing` are the cards to add if it is about the size, below 0 to remove.

    `follows` says whether it follows from another finding, so that a page counts and shows one problem.
    """

    code: str
    word: str | Promise
    tone: str
    message: str
    link: str = ""
    missing: int = 0
    follows: bool = False


@dataclass(frozen=True, slots=True)
class LimitUsage:
    """How much of what is allowed is used, both in words; `at_least` if the number is a minimum."""

    have: int
    allowed: int | None
    at_least: bool = False

    @property
    def excess(self) -> int:
        return self.have - (self.allowed or 0)


@dataclass(frozen=True, slots=True)
class DeckVerdict:
    """A report as a page shows it."""

    report: Report
    word: str | Promise
    tone: str
    size: LimitUsage
    moons: LimitUsage | None
    rows: tuple[tuple[CardFacts, int | None], ...]
    cards: tuple[CardFacts, ...]
    findings: tuple[FindingText, ...]
    faults: int

    @property
    def errors_and_warnings(self) -> tuple[FindingText, ...]:
        return tuple(finding for finding in self.findings if finding.tone and not finding.follows)

    @property
    def consequences(self) -> tuple[FindingText, ...]:
        return tuple(finding for finding in self.findings if finding.follows)

    @property
    def footnotes(self) -> tuple[FindingText, ...]:
        """Return the findings that only inform, except DECK-04, which lists the cards of the moon sum again."""
        return tuple(finding for finding in self.findings if not finding.tone and finding.code != "DECK-04")

    @property
    def cards_to_go(self) -> int:
        """Return how many cards an unfinished deck lacks; 0 if something else is wrong with it, too."""
        return max(0, self.findings[0].missing) if self.faults == 1 else 0

    def own_cards(self, codes: Iterable[str]) -> frozenset[str]:
        """Return the codes of the leader’s own people, whose moons don’t count; none if no moons are counted."""
        return frozenset(codes) - {row.card for row in self.report.rows} if self.moons else frozenset()


def rule_url(finding: Finding, house: str = "") -> str:
    """Return the URL of a finding’s rule; the URL of the declared format for findings without a rule number."""
    if finding.code == HOUSE_RULE_NUMBER:
        return reverse("decks:format", args=[house]) if house else reverse("decks:formats")
    return f"{reverse('help:rules')}#{finding.code}"


def verdict_of(report: Report, catalogue: Catalogue) -> DeckVerdict:
    """Put a report into words. Cards without moons are left out of the sum."""
    word, tone = STATUS_LABELS[report.status]
    findings = tuple(
        FindingText(
            finding.code,
            *SEVERITY_LABELS[finding.severity],
            translated(finding),
            rule_url(finding),
            _missing_cards(finding, report),
            _follows_from_missing_emissary(finding, report),
        )
        for finding in report.findings
    )
    return DeckVerdict(
        report=report,
        word=word,
        tone=tone,
        size=LimitUsage(report.have, report.required, report.at_least),
        moons=None if report.moons_have is None else LimitUsage(report.moons_have, report.moons_allowed),
        rows=tuple((catalogue[row.card], row.moons) for row in report.rows if row.moons != 0),
        cards=_cards_named_in_verdict(report, catalogue),
        findings=findings,
        faults=sum(finding.tone == "bad" and not finding.follows for finding in findings),
    )


def _follows_from_missing_emissary(finding: Finding, report: Report) -> bool:
    """Return whether a deck without an emissary lacks this only because its seven cards come with it (DECK-13)."""
    emissaries = (one for one in report.findings if one.code == "DECK-13" and (one.have, one.allowed) == (0, 1))
    missing = next(emissaries, None)
    return missing not in (None, finding) and finding.code == "DECK-13" and not finding.cards


def _missing_cards(finding: Finding, report: Report) -> int:
    """Return how many cards the deck lacks, below 0 if it has too many; 0 if the finding doesn’t say so."""
    required = report.required
    return required - report.have if required and (finding.have, finding.allowed) == (report.have, required) else 0


def _cards_named_in_verdict(report: Report, catalogue: Catalogue) -> tuple[CardFacts, ...]:
    """Return the cards that a verdict may name: cards with moons of their own, and cards in its findings."""
    codes = dict.fromkeys(row.card for row in report.rows) | dict.fromkeys(
        code for finding in report.findings for code in finding.cards
    )
    return tuple(catalogue[code] for code in codes if code in catalogue)


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card of a list with its copies; `facts` is None for a code that is no longer in the catalogue, and the moons of
    the leader’s `own` people don’t count."""

    code: str
    copies: int
    facts: CardFacts | None
    note: str = ""
    own: bool = False

    @classmethod
    def from_entry(cls, entry: Entry, catalogue: Catalogue, own: Collection[str] = ()) -> Self:
        facts = catalogue.by_code.get(entry.code)
        return cls(entry.code, entry.copies, facts, entry.note or "", entry.code in own)

    @property
    def tags(self) -> list[str]:
        return [word[1:] for word in self.note.split() if word[0] == "#" and word[1:]]

    @property
    def note_without_tags(self) -> str:
        return " ".join(word for word in self.note.split() if word[0] != "#")

    @property
    def copies_after_removal(self) -> int:
        return self.copies - 1


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The cards of one type; `slug` is its name in the page."""

    slug: str
    heading: str | Promise
    lines: tuple[CardRow, ...]

    @property
    def count(self) -> int:
        return sum(line.copies for line in self.lines)


def all_card_groups(
    entries: Iterable[Entry], catalogue: Catalogue, game: str = BLUE_MOON, own: Collection[str] = ()
) -> list[CardGroup]:
    """Return every type with its cards in catalogue order, empty or not; unknown codes at the end."""
    place = {card.code: number for number, card in enumerate(catalogue)}
    lines = [CardRow.from_entry(entry, catalogue, own) for entry in entries]
    lines.sort(key=lambda line: place.get(line.code, len(place)))
    groups = []
    for kind, heading in DECK_GAMES[game].all_card_types:
        of_kind = tuple(line for line in lines if line.facts is not None and line.facts.type == kind)
        groups.append(CardGroup(kind or "other", heading, of_kind))
    return [
        *groups,
        CardGroup("strange", _("Not in the catalogue"), tuple(line for line in lines if line.facts is None)),
    ]


class CardGroups(list[CardGroup]):
    """Groups of a list, with all their cards."""

    @property
    def cards(self) -> list[CardFacts]:
        return [line.facts for group in self for line in group.lines if line.facts is not None]


def card_groups(entries: Iterable[Entry], catalogue: Catalogue, own: Collection[str] = ()) -> CardGroups:
    entries = tuple(entries)
    game = next((catalogue[entry.code].game for entry in entries if entry.code in catalogue), BLUE_MOON)
    return CardGroups(group for group in all_card_groups(entries, catalogue, game, own) if group.lines)


def deck_format_name(deck: DeckList) -> str:
    return deck.house.name if deck.house else str(FORMATS[deck.format])


def cards_beside_deck(deck: DeckList, catalogue: Catalogue) -> list[CardFacts]:
    codes = (*deck.leaders, *deck.inquisitors, *deck.emissaries)
    return [catalogue[code] for code in codes if code in catalogue]


def people_of(deck: DeckList, catalogue: Catalogue) -> People | None:
    return next((card.people for card in cards_beside_deck(deck, catalogue) if card.people in PEOPLES), None)


def leaders_in(catalogue: Catalogue) -> list[CardFacts]:
    cards = (leader_of(catalogue, people) for people in PEOPLES)
    return [card for card in cards if card is not None]


@dataclass(frozen=True, slots=True)
class ListedDeck:
    """A deck in a list of decks."""

    row: Deck
    people: People | None
    format: str | Promise
    verdict: DeckVerdict


def listed_deck(judged: JudgedDeck, catalogue: Catalogue) -> ListedDeck:
    return ListedDeck(
        judged.row,
        people_of_row(judged.row, catalogue),
        FORMATS[judged.deck.format],
        verdict_of(judged.report, catalogue),
    )


def cards_read_message(reading: ParsedDeck, detected: DetectedGame) -> str:
    """Say how many cards of a pasted list were read, and the game if the list doesn’t name one."""
    count = sum(line.copies for line in reading.lines)
    leaders = len(reading.deck.leaders)
    count -= sum(line.copies for line in reading.lines if line.code in reading.deck.leaders)
    if reading.problems or reading.marks:
        message = ngettext("%(count)d card read so far.", "%(count)d cards read so far.", count)
    elif leaders == 1:
        message = ngettext(
            "%(count)d card and a leader read, everything recognised.",
            "%(count)d cards and a leader read, everything recognised.",
            count,
        )
    else:
        message = ngettext(
            "%(count)d card read, everything recognised.", "%(count)d cards read, everything recognised.", count
        )
    message %= {"count": count}
    return message if detected.is_explicit else f"{GAMES[detected.game].title}: {message}"


def export_formats_by_kind() -> dict[str, list[TextFormat]]:
    """Return the formats of a deck by kind: `text`, or an `application` of others."""
    formats: dict[str, list[TextFormat]] = {}
    for text_format in DECK_TEXT_FORMATS.values():
        formats.setdefault(text_format.mime.partition("/")[0], []).append(text_format)
    return formats


def card_order_choices(game: str) -> list[tuple[str, str | Promise]]:
    """Return the sort orders of a game: the URL value and the name; catalogue order first."""
    others = [(word, name) for word, (name, _order) in DECK_GAMES[game].orders.items()]
    return [("", _("Card number")), ("name", pgettext_lazy("thing", "Name")), *others]


def sorted_groups(groups: Iterable[CardGroup], by: str, game: str) -> CardGroups:
    """Return the groups with their cards in another order; an unknown order leaves them unchanged."""
    named = DECK_GAMES[game].orders.get(by)
    order: CardSortKey | None = (lambda card: (card.label.casefold(),)) if by == "name" else named[1] if named else None
    return CardGroups(
        group if order is None else replace(group, lines=_sorted_rows(group.lines, order)) for group in groups
    )


def _sorted_rows(lines: Iterable[CardRow], order: CardSortKey) -> tuple[CardRow, ...]:
    """Return rows in an order; cards that the catalogue lacks stay at the end."""
    lines = tuple(lines)
    known = sorted((line for line in lines if line.facts is not None), key=lambda line: order(line.facts))  # type: ignore[arg-type]
    return (*known, *(line for line in lines if line.facts is None))


MAX_MOONS_DRAWN = 16  # larger numbers are written out instead
_CURVE_WIDTH, _HIGH = 100, 26  # of the curve at most, whatever its values; height of the longest bar


@dataclass(frozen=True, slots=True)
class ValueCurve:
    """Chart of the number of cards by value: one path of bars per colour, and the numbers below, each with its place.

    `counts` are the numbers above the bars, each with its place.
    """

    bars: tuple[tuple[str, str], ...]
    values: tuple[tuple[int, int], ...]
    counts: tuple[tuple[int, int, int], ...]
    width: int
    height: int = _HIGH


@dataclass(frozen=True, slots=True)
class SummaryStrip:
    """Data of the strip. `moons` has a word for each moon drawn: full, unused or over; `types` are numbers by type."""

    moons: tuple[str, ...]
    curve: ValueCurve | None
    types: tuple[tuple[str | Promise, int], ...]


def summary_strip(deck: DeckList, cards: Catalogue, verdict: DeckVerdict) -> SummaryStrip:
    deck_cards = [cards[entry.code] for entry in deck.entries for _ in range(entry.copies) if entry.code in cards]
    counted = Counter(str(card.type) for card in deck_cards)
    types = tuple((words, counted[kind]) for kind, words in DECK_GAMES[deck.game].all_card_types if counted[kind])
    return SummaryStrip(_moon_words(verdict), value_curve(deck_shape(deck_cards)), types)


def _moon_words(verdict: DeckVerdict) -> tuple[str, ...]:
    if verdict.moons is None or verdict.moons.allowed is None:
        return ()
    have, allowed = verdict.moons.have, verdict.moons.allowed
    drawn = ["full" if at < have else "unused" for at in range(allowed)] + ["over"] * max(0, have - allowed)
    return tuple(drawn[:MAX_MOONS_DRAWN])


def value_curve(shape: DeckShape) -> ValueCurve | None:
    """Return fire and earth side by side, or the cost in a game without values; None for a deck with neither."""
    series = [("fire", shape.fire), ("earth", shape.earth)]
    if not any(rows for _tone, rows in series):
        series = [("cost", shape.moons)]
    longest = max((count for _tone, rows in series for _value, count in rows), default=0)
    if not longest:
        return None
    count = 1 + max(value for _tone, rows in series for value, _count in rows)
    step = max(2, _CURVE_WIDTH // count)
    wide = max(1, step * 2 // 5)
    left = (step - len(series) * wide) // 2
    bars, counts = [], []
    for nth, (tone, rows) in enumerate(series):
        heights = [(value * step + left + nth * wide, round(_HIGH * n / longest), n) for value, n in rows if n]
        bars.append((tone, "".join(f"M{x} {_HIGH}v-{height}h{wide}v{height}z" for x, height, _n in heights)))
        counts += [(n, x + wide // 2, _HIGH - height - 1) for x, height, n in heights]
    values = tuple((value, value * step + step // 2) for value in range(count))
    return ValueCurve(tuple(bars), values, tuple(counts), count * step)
