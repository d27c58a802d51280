"""The one family of errors a user may see; pure, no Django.

A service or a core raises one of these; the site shows its message on a page, the API as
`{"error": {"code", "message", "rule", "details": [...]}}`, and a command on standard error. HTTP statuses are mapped
in one table, `common.http.STATUS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from common.text import filled


@dataclass(frozen=True, slots=True)
class Detail:
    """One faulty place: which field, line or column, what is wrong there, what was probably meant."""

    message: str
    field: str | None = None
    line: int | None = None
    column: int | None = None
    suggestions: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The detail as the API shows it."""
        return {
            "message": self.message,
            "field": self.field,
            "line": self.line,
            "column": self.column,
            "suggestions": list(self.suggestions),
        }


@dataclass(eq=False)
class DomainError(ValueError):
    """Something the user asked for cannot be done, and why.

    `template` is English with `%(name)s` places filled from `params`; an edge may translate it. `rule` is the number
    of the rule it rests on ("DRAFT-23"), where there is one.
    """

    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    rule: str | None = None
    details: Sequence[Detail] = ()

    code: ClassVar[str] = "invalid"

    @property
    def message(self) -> str:
        """The English sentence."""
        return filled(self.template, self.params)

    def __str__(self) -> str:
        return self.message


class Invalid(DomainError):
    """What was sent cannot be right, whatever the state of things (400)."""

    code = "invalid"


class NotAllowed(DomainError):
    """Right in itself, but not for this person (403)."""

    code = "not_allowed"


class TooMany(DomainError):
    """Right in itself, but too often (429); `params["seconds"]` is how long to wait."""

    code = "throttled"

    @property
    def retry_after(self) -> int:
        """Seconds to wait."""
        seconds = self.params.get("seconds", 60)
        return seconds if isinstance(seconds, int) else 60


class Missing(DomainError):
    """There is no such thing, or none this person may know of (404)."""

    code = "not_found"


class Unavailable(DomainError):
    """Right, but the site cannot reach its data just now (503); nothing was changed."""

    code = "unavailable"


class Conflict(DomainError):
    """Right a moment ago, but the state has moved on (409)."""

    code = "conflict"
