"""Queries of reports: what is open, what is hidden, what was done, and why a thing is hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import Moderation, Person, Report
from accounts.reader import is_staff
from accounts.reports.kinds import KINDS, Thing, find_thing

MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Reported:
    """A thing and its reports; `thing` is None where it is gone."""

    kind: str
    target: str
    thing: Thing | None
    reports: tuple[Report, ...] = ()
    hidden_by: Moderation | None = None
    decided: Moderation | None = None

    @property
    def label(self) -> str:
        """The word for its kind, to be translated."""
        return KINDS[self.kind].label if self.kind in KINDS else self.kind


def judged_by(person: Person | None) -> Q | None:
    """Which reports and decisions somebody sees: the staff all, an organiser those of their club; None for others."""
    if person is None:
        return None
    if is_staff(person):
        return Q()
    query: Q | None = None
    for kind in KINDS.values():
        targets = kind.judged_by(person)
        if targets:
            of_kind = Q(kind=kind.name, target__in=list(targets))
            query = of_kind if query is None else query | of_kind
    return query


def open_reports(judged: Q) -> list[Reported]:
    """Reports that wait for a decision, oldest first, at most `MAX_SHOWN`."""
    data: dict[tuple[str, str], list[Report]] = {}
    rows = Report.objects.filter(judged, state=Report.State.OPEN).order_by("created", "pk")
    for row in rows[: MAX_SHOWN * 5]:
        data.setdefault((row.kind, row.target), []).append(row)
    visible = list(data.items())[:MAX_SHOWN]
    return [Reported(*named, find_thing(*named), tuple(reports)) for named, reports in visible]


def count_open() -> int:
    return Report.objects.filter(state=Report.State.OPEN).count()


def hidden_things(judged: Q) -> list[Reported]:
    seen: dict[tuple[str, str], Moderation] = {}
    for row in _decisions(judged).filter(did=Moderation.Did.HID)[: MAX_SHOWN * 2]:
        seen.setdefault((row.kind, row.target), row)
    reported = (Reported(*named, find_thing(*named), hidden_by=row) for named, row in seen.items())
    return [decision for decision in reported if decision.thing is not None and decision.thing.hidden][:MAX_SHOWN]


def decided_by_organisers() -> list[Reported]:
    """Things about which an organiser decided last, latest first, with all reports of them; for the staff.

    A decision whose maker has left is among them, since nobody knows any more who it was.
    """
    same = Moderation.objects.filter(kind=OuterRef("kind"), target=OuterRef("target"))
    last = same.order_by("-at", "-pk").values("pk")[:1]
    rows = _decisions(Q(pk=Subquery(last))).exclude(by__user__is_staff=True, by__user__is_active=True)[:MAX_SHOWN]
    data: dict[tuple[str, str], list[Report]] = {}
    for report in Report.objects.filter(target__in=[row.target for row in rows]).order_by("created", "pk"):
        data.setdefault((report.kind, report.target), []).append(report)
    things = ((row, (row.kind, row.target)) for row in rows)
    return [Reported(*named, find_thing(*named), tuple(data.get(named, ())), decided=row) for row, named in things]


def decisions(judged: Q) -> Sequence[Moderation]:
    """The log: who hid, showed or dismissed what, the latest first."""
    return list(_decisions(judged)[:MAX_SHOWN])


def _decisions(judged: Q) -> QuerySet[Moderation]:
    return Moderation.objects.filter(judged).select_related("by__user").order_by("-at", "-pk")


def why_hidden(kind: str, target: str) -> Moderation | None:
    """The decision that hid a thing: its reason and words are for its owner."""
    rows = Moderation.objects.filter(kind=kind, target=target, did=Moderation.Did.HID)
    return rows.order_by("-at", "-pk").first()
