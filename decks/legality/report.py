"""The one verdict: what the builder, the import, the API and the command all show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    """Legal, illegal, or not to be told because a fact nobody knows decides it."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNKNOWN = "unknown"


class Severity(StrEnum):
    """What a finding does: an error makes a deck illegal, an unknown leaves it open, the others only tell."""

    ERROR = "error"
    UNKNOWN = "unknown"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: the number of the rule, the sentence, the cards by code, what there is and what may be."""

    code: str
    severity: Severity
    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    have: int | None = None
    allowed: int | None = None

    @property
    def message(self) -> str:
        """The English sentence."""
        return self.template % self.params if self.params else self.template

    def as_dict(self) -> dict[str, object]:
        """The finding as the command and the API print it."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "cards": list(self.cards),
            "have": self.have,
            "allowed": self.allowed,
        }


@dataclass(frozen=True, slots=True)
class MoonRow:
    """A row of the moon sum: a card that counts and the moons of all its copies, None where nobody knows them."""

    card: str
    moons: int | None


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on a deck with everything it rests on.

    `required` and `moons_allowed` are None where there is no such number, or where an unknown fact decides it;
    `moons_have` is None where no card can be foreign (a draft deck, a deck without a leader) and otherwise the sum
    of the rows that are known.
    """

    status: Status
    have: int
    required: int | None
    moons_have: int | None
    moons_allowed: int | None
    rows: tuple[MoonRow, ...]
    findings: tuple[Finding, ...]

    def of(self, severity: str) -> tuple[Finding, ...]:
        """The findings of one severity."""
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def as_dict(self) -> dict[str, object]:
        """The report as the command and the API print it."""
        return {
            "status": self.status.value,
            "size": {"have": self.have, "required": self.required},
            "moons": {
                "have": self.moons_have,
                "allowed": self.moons_allowed,
                "rows": [{"card": row.card, "moons": row.moons} for row in self.rows],
            },
            "findings": [finding.as_dict() for finding in self.findings],
        }
