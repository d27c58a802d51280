"""Kinds of things that can be reported and hidden; each app registers its own.

A thing is identified by its kind and its target: the key in its URL.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.models import Person
from common.errors import Missing
from common.text import gettext_noop

NOTHING_TO_REPORT = gettext_noop("There’s nothing to report here. It may have been deleted.")


@dataclass(frozen=True, slots=True)
class Reportable:
    """A reportable thing; `url` is its page, `text` is for the moderator to judge."""

    kind: str
    target: str
    title: str
    url: str
    owner_id: int | None
    hidden: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A kind of things.

    `label` is its untranslated name. `find` returns the thing with a target, even if hidden, or None. `may_see` returns
    whether a person may see it; `set_hidden` hides or restores it. `judged_by` returns the targets that a person who
    isn’t staff moderates: organisers moderate their club.
    """

    name: str
    label: str
    find: Callable[[str], Reportable | None]
    may_see: Callable[[str, Person | None], bool]
    set_hidden: Callable[[str, bool], None]
    judged_by: Callable[[Person], Collection[str]] = lambda _person: ()


def hide_row(model: type[Any], target: str, hidden: bool) -> None:
    """Hide or restore the row with a key; for `set_hidden`."""
    model.objects.filter(key=target).update(hidden=timezone.now() if hidden else None)


REPORT_KINDS: dict[str, ReportKind] = {}


def add_report_kind(kind: ReportKind) -> None:
    REPORT_KINDS[kind.name] = kind


def report_kind(name: str) -> ReportKind:
    """Return the kind with this name; raises `Missing`."""
    if name not in REPORT_KINDS:
        raise Missing(NOTHING_TO_REPORT)
    return REPORT_KINDS[name]


def find_reportable(kind: str, target: str) -> Reportable | None:
    """Return the thing, even if hidden; None if it no longer exists."""
    return REPORT_KINDS[kind].find(target) if kind in REPORT_KINDS else None


def get_reportable(kind: str, target: str) -> Reportable:
    """Return the thing, even if hidden; raises `Missing`."""
    thing = report_kind(kind).find(target)
    if thing is None:
        raise Missing(NOTHING_TO_REPORT)
    return thing
