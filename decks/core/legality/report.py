"""Report: the verdict on a deck, and its findings in order."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from common.text import fill_template, gettext_noop

HOUSE_RULE_NUMBER = "HOUSE"  # code of findings that are based on a declared format and not on a numbered rule
NO_SENTENCE_PARAMS: Mapping[str, object] = MappingProxyType({})
_VERDICT_PENDING = gettext_noop("We can’t tell yet, because these lines haven’t been read: %(lines)s.")
MAX_LINES_IN_SENTENCE = 12
TOO_MANY_CARDS = {
    1: gettext_noop("One card too many: the deck has %(have)d and must have %(allowed)d."),
    2: gettext_noop("Two cards too many: the deck has %(have)d and must have %(allowed)d."),
}
TOO_MANY_CARDS_N = gettext_noop("%(gap)d cards too many: the deck has %(have)d and must have %(allowed)d.")
TOO_FEW_CARDS = {
    1: gettext_noop("One card too few: the deck has %(have)d and must have %(allowed)d."),
    2: gettext_noop("Two cards too few: the deck has %(have)d and must have %(allowed)d."),
}
TOO_FEW_CARDS_PLURAL = gettext_noop("%(gap)d cards too few: the deck has %(have)d and must have %(allowed)d.")


class Status(StrEnum):
    """Legal, illegal, or unknown because it depends on an unknown fact."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNKNOWN = "unknown"


class Severity(StrEnum):
    """Severity of a finding: errors make a deck illegal, unknowns leave the verdict open, the others inform."""

    ERROR = "error"
    UNKNOWN = "unknown"
    WARNING = "warning"
    INFO = "info"

    __hash__ = str.__hash__  # every verdict sorts findings by it; the hash of an enum is several times slower


ERROR, UNKNOWN = Severity.ERROR, Severity.UNKNOWN
LEGAL, ILLEGAL = Status.LEGAL, Status.ILLEGAL


class Finding(NamedTuple):
    """One finding: the number of the rule, the sentence, the cards by code, and the actual and the allowed number."""

    code: str
    severity: Severity
    template: str
    params: Mapping[str, object] = NO_SENTENCE_PARAMS
    cards: tuple[str, ...] = ()
    have: int | None = None
    allowed: int | None = None

    @property
    def message(self) -> str:
        return fill_template(self.template, self.params)

    @property
    def link(self) -> str:
        """Return the path to the rule; empty for a rule of a declared format."""
        return "" if self.code == HOUSE_RULE_NUMBER else f"docs/rules.md#{self.code.lower()}"

    def as_dict(self) -> dict[str, object]:
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "cards": list(self.cards),
            "have": self.have,
            "allowed": self.allowed,
            "link": self.link,
        }


class MoonRow(NamedTuple):
    """A row of the moon sum: a card that counts and the moons of all its copies, None if unknown."""

    card: str
    moons: int | None


class Report(NamedTuple):
    """The verdict on a deck, with everything it is based on.

    `required` and `moons_allowed` are None if there isn’t a limit, or if it depends on an unknown fact; `moons_have` is
    None if no card can be foreign (a draft deck, a deck without a leader), otherwise the sum of the known rows.
    `list_version` is the restricted list it was judged by, empty for a game without one (COC-15).
    """

    status: Status
    have: int
    required: int | None
    moons_have: int | None
    moons_allowed: int | None
    rows: tuple[MoonRow, ...]
    findings: tuple[Finding, ...]
    list_version: str = ""
    at_least: bool = False  # more than required is fine (COC-01)

    def findings_of_severity(self, severity: str) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def as_dict(self) -> dict[str, object]:
        return {
            "status": self.status.value,
            "size": {"have": self.have, "required": self.required},
            "moons": {
                "have": self.moons_have,
                "allowed": self.moons_allowed,
                "rows": [{"card": row.card, "moons": row.moons} for row in self.rows],
            },
            "findings": [finding.as_dict() for finding in self.findings],
            "list": self.list_version or None,
        }


_SEVERITY_ORDER = {severity: str(index) for index, severity in enumerate(Severity)}


def sorted_findings(findings: list[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order of a report: the most severe first, then by the number of the rule."""
    if len(findings) > 1:
        findings.sort(key=lambda finding: _SEVERITY_ORDER[finding.severity] + finding.code)
    return tuple(findings)


def report_with_unread_lines(report: Report, code: str, lines: Sequence[int]) -> Report:
    """Return the verdict on a list with unread lines, which may have missing cards: findings on those stay open.

    Errors that don’t depend on those lines stay; `code` is the rule by which an unknown card leaves a verdict open.
    """
    if not lines:
        return report
    without_lacks = [finding for finding in report.findings if not _reports_too_few(finding)]
    numbers = ", ".join(map(str, lines[:MAX_LINES_IN_SENTENCE])) + (" …" if len(lines) > MAX_LINES_IN_SENTENCE else "")
    findings = sorted_findings([*without_lacks, Finding(code, UNKNOWN, _VERDICT_PENDING, {"lines": numbers})])
    return report._replace(findings=findings, status=status_of(findings))


def _reports_too_few(finding: Finding) -> bool:
    have, allowed = finding.have, finding.allowed
    return finding.severity is ERROR and have is not None and allowed is not None and have < allowed


def status_of(findings: tuple[Finding, ...]) -> Status:
    """Return the status that follows from sorted findings: the first decides."""
    if findings:
        severity = findings[0].severity
        if severity is ERROR:
            return ILLEGAL
        if severity is UNKNOWN:
            return Status.UNKNOWN
    return LEGAL


def size_finding(code: str, have: int, allowed: int) -> Finding:
    """Return the finding that a deck has more or fewer cards than required; `have` differs from `allowed`."""
    gap = abs(have - allowed)
    words, figures = (TOO_MANY_CARDS, TOO_MANY_CARDS_N) if have > allowed else (TOO_FEW_CARDS, TOO_FEW_CARDS_PLURAL)
    template = words.get(gap, figures)
    return Finding(
        code, Severity.ERROR, template, {"gap": gap, "have": have, "allowed": allowed}, have=have, allowed=allowed
    )
