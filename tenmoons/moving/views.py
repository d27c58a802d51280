"""Views of moving: export a file or “My data”, check a file, and import it. The form carries the file between steps."""

import base64
import zlib
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity import get_or_create_person, person_of
from common.errors import Detail, DomainError, Invalid
from common.form_refusals import add_error_to_form, status_of_forms
from common.i18n import error_detail_message, translated
from common.links import absolute_url
from common.text import gettext_noop
from drafts.table.identity import visitor_of
from drafts.table.loaded import Visitor
from matches.models import Group
from matches.play.queries import groups_of_person
from tenmoons.moving.queries import exported_text
from tenmoons.moving.reading import MAX_FILE_BYTES, NOT_EXPORTED, decode_exported_file
from tenmoons.moving.services import ImportRequest, ImportSummary, import_file, preview_import
from tenmoons.my_account.personal_data import export_personal_data_zip

MAX_QUESTIONS = 200
# What a report counts, by kind.
KINDS = {
    "group": gettext_noop("Groups"),
    "season": gettext_noop("Seasons"),
    "event": gettext_noop("Events"),
    "match": gettext_noop("Matches"),
    "result": gettext_noop("Results from files"),
    "deck": gettext_noop("Decks"),
    "pool": gettext_noop("Pools"),
    "list": gettext_noop("Card lists"),
    "collection": gettext_noop("Collection"),
}


class ImportForm(forms.Form):
    """An exported file, or the zip of “My data”."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy(
            "A match, an event, a group or a draft, the zip file of “My data”, or a chess program’s TRF file."
        ),
        widget=forms.FileInput(attrs={"accept": ".json,.zip,.trf,.txt,application/json,application/zip,text/plain"}),
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)
    group = forms.ChoiceField(label=gettext_lazy("Into the group"), required=False)

    def __init__(self, groups: list[Group], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.groups = groups
        field = self.fields["group"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("none")), *((group.key, group.name) for group in groups)]

    def clean(self) -> dict[str, Any]:
        """Add the `text` of the file."""
        upload, packed = self.cleaned_data.get("file"), self.cleaned_data.get("packed", "")
        if not upload and not packed:
            raise forms.ValidationError(_("Choose a file that a Ten Moons site has exported."))
        try:
            data = upload.read() if upload else _decompressed_file(packed)
            self.cleaned_data["text"] = decode_exported_file(data)
        except Invalid as error:
            raise forms.ValidationError(translated(error)) from error
        return self.cleaned_data

    def next_step(self) -> "ImportForm":
        """Return the form of the next step, which contains the file."""
        packed = base64.b64encode(zlib.compress(self.cleaned_data["text"].encode())).decode()
        return ImportForm(self.groups, initial={"packed": packed, "group": self.cleaned_data.get("group", "")})


def _decompressed_file(packed: str) -> bytes:
    try:
        return zlib.decompressobj().decompress(base64.b64decode(packed, validate=True), MAX_FILE_BYTES + 1)
    except (ValueError, zlib.error) as error:
        raise Invalid(NOT_EXPORTED) from error


@never_cache
@require_safe
def export_view(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    text = exported_text(kind, key, visitor_of(request, key), person_of(request), absolute_url(request, "/"))
    name, media = f"{kind}-{key}.json", "application/json"
    if kind == "trf":
        name, media = f"event-{key}.trf", "text/plain; charset=utf-8"
    disposition = f'attachment; filename="ten-moons-{name}"'
    return HttpResponse(text, content_type=media, headers={"Content-Disposition": disposition})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest) -> HttpResponse:
    """Show what a file would add, then import it."""
    groups = groups_of_person(person_of(request))
    if request.method != "POST":
        form = ImportForm(groups, initial={"group": request.GET.get("group", "")})
        return render(request, "moving/import.html", {"form": form})
    form, context = ImportForm(groups, request.POST, request.FILES), dict[str, object]()
    if form.is_valid():
        wanted = _request_from_form(form, request.POST)
        by = get_or_create_person(request, making="group")
        try:
            if request.POST.get("do") == "save":
                path = import_file(by=by, request=wanted).path
                messages.success(request, _("Imported."))
                return redirect(path)
        except DomainError as error:
            context = _errors_context(form, error)
        try:
            context |= _summary_context(preview_import(by=by, request=wanted), wanted)
        except DomainError as error:
            context = context or _errors_context(form, error)
    context["errors"] = form.non_field_errors()
    status = status_of_forms(form) if form.errors else 200
    context["form"] = form.next_step() if form.cleaned_data.get("text") else form
    return render(request, "moving/import.html", context, status=status)


def _errors_context(form: ImportForm, error: DomainError) -> dict[str, object]:
    """Add the error to the form; returns its details with their places."""
    add_error_to_form(form, type(error)(error.template, error.params))
    return {"faults": [(_place_in_words(detail), error_detail_message(detail)) for detail in error.details]}


def _place_in_words(detail: Detail) -> str:
    return detail.field or (_("line %(line)s") % {"line": detail.line} if detail.line else "")


def _request_from_form(form: ImportForm, data: Mapping[str, str]) -> ImportRequest:
    names = {}
    for field, name in data.items():
        choice = data.get(field.replace("name-", "who-"), "")
        if field.startswith("name-") and choice:
            names[name] = choice[1:] if choice.startswith("=") else ""
    return ImportRequest(form.cleaned_data["text"], form.cleaned_data["group"], data.get("me", ""), names)


def _summary_context(report: ImportSummary, wanted: ImportRequest) -> dict[str, object]:
    """Return the context of a preview: names that must be decided first come first."""
    questions = sorted(
        report.people.questions if report.people else (), key=lambda question: (not question.alike, question.name)
    )
    kinds = [kind for kind in KINDS if report.new[kind] or report.known[kind]]
    return {
        "report": report,
        "rows": [(_(KINDS[kind]), report.new[kind], report.known[kind]) for kind in kinds],
        "questions": questions[:MAX_QUESTIONS],
        "members": report.people.labels if report.people else (),
        "own_name": wanted.me,
    }


@require_safe
@never_cache
def download_my_data(request: HttpRequest) -> HttpResponse:
    """Send the export as a zip; redirect visitors without stored data."""
    person = person_of(request)
    if person is None:
        messages.info(request, _("Nothing is stored about you in this browser."))
        return redirect("my_data")
    moving = exported_text("person", "mine", Visitor(person.pk), person, absolute_url(request, "/"))
    answer = HttpResponse(export_personal_data_zip(person, moving), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="ten-moons-my-data.zip"'
    return answer
