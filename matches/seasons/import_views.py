"""Views of import: upload a file, preview it, import it, and undo an import."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import person_of
from common.errors import DomainError, Invalid
from common.form_refusals import add_error_to_form, status_of_forms
from common.i18n import translated
from common.text import gettext_noop
from decks.core.text.encodings import decode_text_file
from matches.core.seasons.csv_import import COLUMNS, Judged, LineState, Preview, UnknownName
from matches.core.seasons.csv_import.columns import MAX_CSV_CHARACTERS
from matches.models import Group
from matches.play.permissions import require_group_owner
from matches.play.queries import group_by_key
from matches.seasons import import_services
from matches.seasons.forms import SeasonImportForm
from matches.seasons.import_services import File

MAX_LINES_SHOWN = 500
NAME_FIELD_PREFIX, CHOICE_FIELD_PREFIX = "name-", "who-"
NEW_GUEST_CHOICE, UNDECIDED_CHOICE = "new", ""


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the preview, with its faults as column and message."""

    judged: Judged
    faults: tuple[tuple[str, str], ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_import_page(request: HttpRequest, key: str) -> HttpResponse:
    """Preview a file, then import it; for the owner of the group."""
    group = group_by_key(key)
    by = person_of(request)
    require_group_owner(by, group)
    if request.method != "POST":
        return _import_response(request, group, form=SeasonImportForm())
    form = SeasonImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_response(request, group, form=form)
    preview: Preview | None = None
    try:
        file = _file_from_request(form, request.POST)
        form = SeasonImportForm(initial={"text": file.text, "file_name": file.name, "once": file.once})
        preview = import_services.preview_import(by=by, key=key, file=file)
        if request.POST.get("do") == "keep":
            row = import_services.import_season(by=by, key=key, file=file)
            text = ngettext(
                "%(count)s past match added to the group.", "%(count)s past matches added to the group.", row.count
            )
            messages.success(request, text % {"count": row.count})
            return redirect("matches:season_import", key)
    except DomainError as error:
        return _import_response(request, group, form=form, preview=preview, error=error)
    return _import_response(request, group, form=form, preview=preview)


def _file_from_request(form: SeasonImportForm, data: Mapping[str, str]) -> File:
    """Return the file of the request: an upload, or else the text box."""
    upload = form.cleaned_data["file"]
    text, name = form.cleaned_data["text"], form.cleaned_data["file_name"]
    if upload is not None:
        if upload.size > 4 * MAX_CSV_CHARACTERS:
            template = gettext_noop("The file is too long. It can have up to %(most)s characters.")
            raise Invalid(template, {"most": MAX_CSV_CHARACTERS})
        text, name = decode_text_file(upload.read()).text, str(upload.name or "")
    return File(text, name[:120], _name_choices_from_form(data), once=form.cleaned_data["once"])


def _name_choices_from_form(data: Mapping[str, str]) -> dict[str, str]:
    """Return the players chosen for names of the file; "" for a new guest."""
    answers = {}
    for field, name in data.items():
        choice = data.get(CHOICE_FIELD_PREFIX + field.removeprefix(NAME_FIELD_PREFIX), UNDECIDED_CHOICE)
        if field.startswith(NAME_FIELD_PREFIX) and choice != UNDECIDED_CHOICE:
            answers[name] = "" if choice == NEW_GUEST_CHOICE else choice.removeprefix("=")
    return answers


def _import_response(
    request: HttpRequest,
    group: Group,
    *,
    form: SeasonImportForm,
    preview: Preview | None = None,
    error: DomainError | None = None,
) -> HttpResponse:
    if error is not None:
        form = SeasonImportForm(form.initial) if form.initial else form
        form.is_valid()
        add_error_to_form(form, type(error)(error.template, error.params))
    context = {
        "group": group,
        "here": "import",
        "form": form,
        "columns": [(column, _(column.says)) for column in COLUMNS],
        "preview": preview,
        "lines": _preview_lines(preview) if preview else [],
        "left_out": max(0, len(preview.lines) - MAX_LINES_SHOWN) if preview else 0,
        "has_twins": preview is not None and any(line.twin for line in preview.lines),
        "names": [_selected_choice(name) for name in preview.names] if preview else [],
        "members": [member.name for member in group.members.filter(merged_into=None)],
        "imports": list(group.imports.select_related("by__user", "taken_back_by__user")),
        "is_owner": True,
    }
    return render(request, "matches/seasons/import.html", context, status=status_of_forms(form))


def _preview_lines(preview: Preview) -> list[PreviewLine]:
    """Return up to `MAX_LINES_SHOWN` lines, wrong ones first."""
    ordered = [*preview.wrong, *(line for line in preview.lines if line.state is not LineState.WRONG)]
    return [
        PreviewLine(line, tuple((fault.column, translated(fault)) for fault in line.faults))
        for line in ordered[:MAX_LINES_SHOWN]
    ]


def _selected_choice(name_choice: UnknownName) -> tuple[UnknownName, str]:
    if not name_choice.decided:
        return name_choice, UNDECIDED_CHOICE
    return name_choice, f"={name_choice.choice}" if name_choice.choice else NEW_GUEST_CHOICE


@require_POST
def undo_import_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Undo an import, which stays listed."""
    row = import_services.undo_import(by=person_of(request), key=key, pk=pk)
    text = ngettext("%(count)s imported match removed.", "%(count)s imported matches removed.", row.count)
    messages.success(request, text % {"count": row.count})
    return redirect("matches:season_import", key)
