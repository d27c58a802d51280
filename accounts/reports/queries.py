"""Queries of reports: open reports, hidden things, decisions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import Moderation, Person, Report
from accounts.reader import is_staff
from accounts.reports.kinds import REPORT_KINDS, Reportable, find_reportable

MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class ReportedThing:
    """A thing and its reports; `thing` is None if it no longer exists."""

    kind: str
    target: str
    thing: Reportable | None
    reports: tuple[Report, ...] = ()
    hidden_by: Moderation | None = None
    decided: Moderation | None = None

    @property
    def label(self) -> str:
        return REPORT_KINDS[self.kind].label if self.kind in REPORT_KINDS else self.kind


def moderated_by_filter(person: Person | None) -> Q | None:
    """Return a filter for things that a person may moderate: all for staff, their club’s for organisers, else None."""
    if person is None:
        return None
    if is_staff(person):
        return Q()
    targets = {kind.name: kind.judged_by(person) for kind in REPORT_KINDS.values()}
    judged = [Q(kind=kind, target__in=list(found)) for kind, found in targets.items() if found]
    return reduce(or_, judged) if judged else None


def open_reports(judged: Q) -> list[ReportedThing]:
    """Return things with open reports, oldest first, at most `MAX_SHOWN`."""
    rows = Report.objects.filter(judged, state=Report.State.OPEN).order_by("created", "pk")
    visible = list(_reports_by_thing(rows[: MAX_SHOWN * 5]).items())[:MAX_SHOWN]
    return [ReportedThing(*named, find_reportable(*named), tuple(reports)) for named, reports in visible]


def _reports_by_thing(rows: Iterable[Report]) -> dict[tuple[str, str], list[Report]]:
    reports: dict[tuple[str, str], list[Report]] = {}
    for row in rows:
        reports.setdefault((row.kind, row.target), []).append(row)
    return reports


def count_open_reports() -> int:
    return Report.objects.filter(state=Report.State.OPEN).count()


def hidden_things(judged: Q) -> list[ReportedThing]:
    seen: dict[tuple[str, str], Moderation] = {}
    for row in _decisions_query(judged).filter(did=Moderation.Did.HID)[: MAX_SHOWN * 2]:
        seen.setdefault((row.kind, row.target), row)
    reported = (ReportedThing(*named, find_reportable(*named), hidden_by=row) for named, row in seen.items())
    return [decision for decision in reported if decision.thing is not None and decision.thing.hidden][:MAX_SHOWN]


def things_decided_by_organisers() -> list[ReportedThing]:
    """Return things decided by organisers, or by people who have left, latest first, with their reports."""
    same = Moderation.objects.filter(kind=OuterRef("kind"), target=OuterRef("target"))
    last = same.order_by("-at", "-pk").values("pk")[:1]
    rows = _decisions_query(Q(pk=Subquery(last))).exclude(by__user__is_staff=True, by__user__is_active=True)[:MAX_SHOWN]
    reports = Report.objects.filter(target__in=[row.target for row in rows]).order_by("created", "pk")
    data, things = _reports_by_thing(reports), ((row, (row.kind, row.target)) for row in rows)
    return [
        ReportedThing(*named, find_reportable(*named), tuple(data.get(named, ())), decided=row) for row, named in things
    ]


def moderation_decisions(judged: Q) -> Sequence[Moderation]:
    """Return the log of decisions, latest first, at most `MAX_SHOWN`."""
    return list(_decisions_query(judged)[:MAX_SHOWN])


def _decisions_query(judged: Q) -> QuerySet[Moderation]:
    return Moderation.objects.filter(judged).select_related("by__user").order_by("-at", "-pk")


def hiding_decision_of(kind: str, target: str) -> Moderation | None:
    """Return the decision that hid a thing; the thing’s owner reads its reason and message."""
    rows = Moderation.objects.filter(kind=kind, target=target, did=Moderation.Did.HID)
    return rows.order_by("-at", "-pk").first()
