"""Views of reports: the form behind “Report”, and the moderators' list."""

import secrets

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import person_of
from accounts.models import Person, Report
from accounts.reader import is_staff
from accounts.reports import queries, services
from accounts.reports.kinds import NOTHING_TO_REPORT, find_reportable, get_reportable, report_kind
from accounts.second_factor.staff import needs_second_factor, redirect_to_second_factor
from common.errors import Missing, NotAllowed
from common.rate_limits import rate_limited
from common.text import gettext_noop


def _reason_choices() -> list[tuple[str, object]]:
    return [(value, label) for value, label in Report.Reason.choices if value != Report.Reason.APPEAL]


class ReportForm(forms.Form):
    """Form to report something: the reason, and a comment."""

    reason = forms.ChoiceField(label=_("What’s wrong?"), widget=forms.RadioSelect, choices=_reason_choices)
    words = forms.CharField(
        label=_("What exactly?"),
        required=False,
        max_length=Report.MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For example a name, a sentence or a link."),
    )


class AppealForm(forms.Form):
    """Form with which owners request a review of a hidden thing."""

    words = forms.CharField(
        label=_("What have you changed, or what was misunderstood?"),
        max_length=Report.MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class DecisionForm(forms.Form):
    """Form of a moderator's decision, with a message to the owner."""

    do = forms.CharField(max_length=8)
    reason = forms.ChoiceField(label=_("Reason"), choices=_reason_choices, required=False)
    words = forms.CharField(label=_("Message to the owner"), required=False, max_length=Report.MAX_WORDS)


REPORTER_SESSION_KEY = "reporter"


def _reporter_digest(request: HttpRequest, person: Person | None) -> str:
    if person is not None:
        return salted_hmac(REPORTER_SESSION_KEY, f"person-{person.pk}", algorithm="sha256").hexdigest()
    if REPORTER_SESSION_KEY not in request.session:
        request.session[REPORTER_SESSION_KEY] = secrets.token_urlsafe(16)
    return salted_hmac(REPORTER_SESSION_KEY, request.session[REPORTER_SESSION_KEY], algorithm="sha256").hexdigest()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limited("report", "POST")
def report_page(request: HttpRequest, kind: str, target: str) -> HttpResponse:
    """Report something; the owner of a hidden thing appeals here."""
    person, thing = person_of(request), get_reportable(kind, target)
    if not report_kind(kind).may_see(target, person):
        raise Missing(NOTHING_TO_REPORT)
    mine = person is not None and thing.owner_id == person.pk
    form = (AppealForm if mine else ReportForm)(request.POST or None)
    if form.is_valid():
        reason = Report.Reason.APPEAL if mine else form.cleaned_data["reason"]
        new = services.report_thing(
            kind=kind,
            target=target,
            by=person,
            reporter=_reporter_digest(request, person),
            reason=reason,
            words=form.cleaned_data["words"],
        )
        message = gettext("Thank you. Someone will look into it.") if new else gettext("You’ve already reported this.")
        messages.success(request, message)
        return redirect(thing.url)
    context = {"thing": thing, "form": form, "mine": mine, "label": report_kind(kind).label}
    return render(request, "reports/report.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
def reports_page(request: HttpRequest) -> HttpResponseBase:
    """List open reports, hidden things and decisions: all of them for staff, their club’s for organisers."""
    if needs_second_factor(request):
        return redirect_to_second_factor(request)
    person = person_of(request)
    judged = queries.moderated_by_filter(person)
    if judged is None:
        raise NotAllowed(
            gettext_noop("Only moderators can see all reports; organisers can see those for their own club.")
        )
    show = request.GET.get("show", "")
    context: dict[str, object] = {"show": show, "form": DecisionForm(auto_id=False), "staff": is_staff(person)}
    if show == "hidden":
        context["things"] = queries.hidden_things(judged)
    elif show == "organisers":
        if not is_staff(person):
            raise NotAllowed(gettext_noop("Only moderators can do that, and organisers in their own club."))
        context["things"] = queries.things_decided_by_organisers()
    elif show == "log":
        context["decisions"] = [
            (moderation, find_reportable(moderation.kind, moderation.target))
            for moderation in queries.moderation_decisions(judged)
        ]
    else:
        context["things"] = queries.open_reports(judged)
    return render(request, "reports/index.html", context)


@require_POST
def decide_report_view(request: HttpRequest, kind: str, target: str) -> HttpResponseBase:
    if needs_second_factor(request):
        return redirect_to_second_factor(request)
    person, form = person_of(request), DecisionForm(request.POST)
    data = form.cleaned_data if form.is_valid() else {}
    if find_reportable(kind, target) is None:
        services.close_reports_of_deleted(kind=kind, target=target, by=person)
        messages.success(request, gettext("This has already been deleted. Its reports are closed."))
        return redirect("reports:index")
    thing = services.decide_report(
        kind=kind,
        target=target,
        by=person,
        do=data.get("do", ""),
        reason=data.get("reason", ""),
        words=data.get("words", ""),
    )
    done = {
        services.HIDE_ACTION: gettext("%(title)s is hidden. Its owner can see why."),
        services.SHOW_ACTION: gettext("%(title)s is visible again."),
        services.DISMISS_ACTION: gettext("Report dismissed. %(title)s stays as it is."),
    }[data["do"]]
    messages.success(request, done % {"title": thing.title})
    return redirect("reports:index")
