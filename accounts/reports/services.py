"""Services of reports: reporting something as abusive, hiding it, restoring it, dismissing the report."""

from django.db import IntegrityError, transaction

from accounts.models import Moderation, Person, Report
from accounts.reader import is_staff
from accounts.reports.kinds import NOTHING_TO_REPORT, Reportable, get_reportable, report_kind
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop

MAX_OPEN_OF_ONE_THING = 50  # per thing; more reports add nothing
HIDE_ACTION, SHOW_ACTION, DISMISS_ACTION = "hide", "show", "dismiss"


@transaction.atomic
def report_thing(*, kind: str, target: str, by: Person | None, reporter: str, reason: str, words: str = "") -> bool:
    """Report a thing, once per reporter (digest of a browser or member); return whether the report is new.

    The owner of a hidden thing appeals the same way. Raises `Missing` for a thing that the reporter may not see, and
    `Conflict` for their own thing unless it is hidden.
    """
    thing = get_reportable(kind, target)
    if not report_kind(kind).may_see(target, by):
        raise Missing(NOTHING_TO_REPORT)
    mine = by is not None and thing.owner_id == by.pk
    if mine and not thing.hidden:
        raise Conflict(gettext_noop("This is yours. Edit or delete it instead."))
    if reason not in Report.Reason.values or (reason == Report.Reason.APPEAL) != mine:
        raise Invalid(gettext_noop("Choose what’s wrong with it."))
    reports = Report.objects.filter(kind=kind, target=target)
    if reports.filter(state=Report.State.OPEN).count() >= MAX_OPEN_OF_ONE_THING:
        return False
    if mine:
        # An owner may appeal once after each hiding.
        reports.filter(reporter=reporter).exclude(state=Report.State.OPEN).delete()
    try:
        with transaction.atomic():
            tidied = words.replace("\x00", "").strip()[: Report.MAX_WORDS]
            reports.create(kind=kind, target=target, reporter=reporter, reason=reason, words=tidied)
    except IntegrityError:
        return False
    return True


def may_moderate(person: Person | None, thing: Reportable) -> bool:
    """Return whether a person moderates a thing: staff moderate everything, organisers their club."""
    if person is None:
        return False
    return is_staff(person) or (
        thing.owner_id != person.pk and thing.target in report_kind(thing.kind).judged_by(person)
    )


@transaction.atomic
def decide_report(
    *, kind: str, target: str, by: Person | None, do: str, reason: str = "", words: str = ""
) -> Reportable:
    """Hide a thing, restore it, or dismiss its reports; log it and close open reports.

    Raises `NotAllowed` for a person who does not moderate it, and for an organiser if staff have hidden it: otherwise
    its owner could make a friend an organiser, who restores it.
    """
    thing = get_reportable(kind, target)
    if not may_moderate(by, thing):
        raise NotAllowed(gettext_noop("Only moderators can do that, and organisers in their own club."))
    if do not in _DONE:
        raise Invalid(gettext_noop("Choose an action."))
    if do == HIDE_ACTION and reason not in Report.Reason.values:
        raise Invalid(gettext_noop("Say why you’re hiding it. The owner will see this."))
    if not is_staff(by) and _is_hidden_by_staff(kind, target):
        raise NotAllowed(gettext_noop("The moderators have hidden this. Only they can change that now."))
    if do != DISMISS_ACTION:
        report_kind(kind).set_hidden(target, do == HIDE_ACTION)
    Moderation.objects.create(
        kind=kind,
        target=target,
        title=thing.title[:120],
        did=_DONE[do],
        by=by,
        reason=reason if do == HIDE_ACTION else "",
        words=words.replace("\x00", "").strip()[: Report.MAX_WORDS],
    )
    closed = Report.State.UPHELD if do == HIDE_ACTION else Report.State.DISMISSED
    reports = Report.objects.filter(kind=kind, target=target)
    if not (do == HIDE_ACTION and is_staff(by)):  # staff also uphold reports that were dismissed
        reports = reports.filter(state=Report.State.OPEN)
    reports.update(state=closed)
    return get_reportable(kind, target)


def _is_hidden_by_staff(kind: str, target: str) -> bool:
    moderations = Moderation.objects.filter(kind=kind, target=target).exclude(did=Moderation.Did.DISMISSED)
    for moderation in moderations.select_related("by__user").order_by("-at", "-pk"):
        if moderation.did == Moderation.Did.SHOWED:
            return False
        if moderation.by is None or is_staff(moderation.by):
            return True
    return False


_DONE = {HIDE_ACTION: Moderation.Did.HID, SHOW_ACTION: Moderation.Did.SHOWED, DISMISS_ACTION: Moderation.Did.DISMISSED}


@transaction.atomic
def close_reports_of_deleted(*, kind: str, target: str, by: Person | None) -> None:
    """Close the reports of a deleted thing. Staff only."""
    if not is_staff(by):
        raise NotAllowed(gettext_noop("Only moderators can do that, and organisers in their own club."))
    reports = Report.objects.filter(kind=kind, target=target, state=Report.State.OPEN)
    reports.update(state=Report.State.DISMISSED)
