"""Domain errors: the exceptions whose message users may see; pure, no Django.

A service or a core raises one of these; the site shows its message on a page, the API as `{"error": {"code", "message",
"rule", "details": [...]}}`, and a command on standard error. One table maps HTTP statuses:
`common.error_responses.STATUS_BY_ERROR`.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass
from typing import ClassVar

from common.text import fill_template


@dataclass(frozen=True, slots=True)
class Detail:
    """One error in the input: field, line or column, the message, and suggestions.

    With `params`, `message` is a template that pages and API translate; without, a finished sentence.
    """

    message: str
    field: str | None = None
    line: int | None = None
    column: int | None = None
    suggestions: tuple[str, ...] = ()
    params: Mapping[str, object] | None = None
    rule: str = ""

    @property
    def template(self) -> str:
        return self.message

    def as_dict(self) -> dict[str, object]:
        return {
            "message": self.message,
            "field": self.field,
            "line": self.line,
            "column": self.column,
            "suggestions": list(self.suggestions),
        }


@dataclass(eq=False)
class DomainError(ValueError):
    """Base class: a request can’t be carried out, and why.

    `template` is English with `%(name)s` places filled from `params`; pages and API translate it. `rule` is the number
    of the rule behind the error ("DRAFT-23"), if any; `field` names the invalid field, if any.
    """

    template: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
    rule: str | None = None
    details: Sequence[Detail] = ()
    field: InitVar[str] = ""

    code: ClassVar[str] = "invalid"

    def __post_init__(self, field: str) -> None:
        if field:
            self.details = (Detail(self.template, field=field, params=self.params),)

    @property
    def message(self) -> str:
        """Return the sentence in English."""
        return fill_template(self.template, self.params)

    def __str__(self) -> str:
        return self.message


class Invalid(DomainError):
    """400: the input is wrong, whatever the present state."""

    code = "invalid"


class NotAllowed(DomainError):
    """403: valid, but not allowed for this person."""

    code = "not_allowed"


class TooMany(DomainError):
    """429: valid, but too often; `params["seconds"]` is how long to wait."""

    code = "throttled"

    @property
    def retry_after(self) -> int:
        seconds = self.params.get("seconds", 60)
        return seconds if isinstance(seconds, int) else 60


class Missing(DomainError):
    """404: the thing doesn’t exist, or this person may not know of it."""

    code = "not_found"


class Unavailable(DomainError):
    """503: valid, but the site can’t reach its data at the moment; nothing was changed."""

    code = "unavailable"


class Conflict(DomainError):
    """409: valid a moment ago, but the state has changed since."""

    code = "conflict"


class ChangedMeanwhile(Conflict):
    """409: someone else has changed the settings since they were read; nothing was changed."""


class PreconditionFailed(Conflict):
    """412: the header `If-Match` doesn’t name the current version; nothing was changed."""

    code = "precondition_failed"
