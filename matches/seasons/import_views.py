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
from common.form_refusals import add_refusal, form_status
from common.i18n import translated
from common.text import gettext_noop
from decks.core.text.encodings import decode
from matches.core.seasons.csv_import import COLUMNS, Judged, LineState, NameChoice, Preview
from matches.core.seasons.csv_import.columns import MAX_CHARACTERS
from matches.models import Group
from matches.play.permissions import require_owner
from matches.play.queries import get_group
from matches.seasons import import_services
from matches.seasons.forms import ImportForm
from matches.seasons.import_services import File

MAX_LINES_SHOWN = 500
NAME_FIELD, CHOICE_FIELD = "name-", "who-"
NEW, UNSAID = "new", ""


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the preview, with its faults as column and message."""

    judged: Judged
    faults: tuple[tuple[str, str], ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_import(request: HttpRequest, key: str) -> HttpResponse:
    """Preview a file, then import it; for the owner of the group."""
    group = get_group(key)
    by = person_of(request)
    require_owner(by, group)
    if request.method != "POST":
        return _import_response(request, group, form=ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_response(request, group, form=form)
    preview: Preview | None = None
    try:
        file = _file(form, request.POST)
        form = ImportForm(initial={"text": file.text, "file_name": file.name, "once": file.once})
        preview = import_services.preview(by=by, key=key, file=file)
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


def _file(form: ImportForm, data: Mapping[str, str]) -> File:
    """Return the file of the request: an upload, or else the text box."""
    upload = form.cleaned_data["file"]
    text, name = form.cleaned_data["text"], form.cleaned_data["file_name"]
    if upload is not None:
        if upload.size > 4 * MAX_CHARACTERS:
            template = gettext_noop("The file is too long. It can have up to %(most)s characters.")
            raise Invalid(template, {"most": MAX_CHARACTERS})
        text, name = decode(upload.read()).text, str(upload.name or "")
    return File(text, name[:120], _names(data), once=form.cleaned_data["once"])


def _names(data: Mapping[str, str]) -> dict[str, str]:
    """Return the players chosen for names of the file; "" for a new guest."""
    answers = {}
    for field, name in data.items():
        choice = data.get(CHOICE_FIELD + field.removeprefix(NAME_FIELD), UNSAID)
        if field.startswith(NAME_FIELD) and choice != UNSAID:
            answers[name] = "" if choice == NEW else choice.removeprefix("=")
    return answers


def _import_response(
    request: HttpRequest,
    group: Group,
    *,
    form: ImportForm,
    preview: Preview | None = None,
    error: DomainError | None = None,
) -> HttpResponse:
    if error is not None:
        form = ImportForm(form.initial) if form.initial else form
        form.is_valid()
        add_refusal(form, type(error)(error.template, error.params))
    context = {
        "group": group,
        "here": "import",
        "form": form,
        "columns": [(column, _(column.says)) for column in COLUMNS],
        "preview": preview,
        "lines": _lines(preview) if preview else [],
        "left_out": max(0, len(preview.lines) - MAX_LINES_SHOWN) if preview else 0,
        "has_twins": preview is not None and any(line.twin for line in preview.lines),
        "names": [_choice(name) for name in preview.names] if preview else [],
        "members": [member.name for member in group.members.filter(merged_into=None)],
        "imports": list(group.imports.select_related("by__user", "taken_back_by__user")),
        "is_owner": True,
    }
    return render(request, "matches/seasons/import.html", context, status=form_status(form))


def _lines(preview: Preview) -> list[PreviewLine]:
    """Return up to `MAX_LINES_SHOWN` lines, wrong ones first."""
    ordered = [*preview.wrong, *(line for line in preview.lines if line.state is not LineState.WRONG)]
    return [
        PreviewLine(line, tuple((fault.column, translated(fault)) for fault in line.faults))
        for line in ordered[:MAX_LINES_SHOWN]
    ]


def _choice(name_choice: NameChoice) -> tuple[NameChoice, str]:
    if not name_choice.decided:
        return name_choice, UNSAID
    return name_choice, f"={name_choice.choice}" if name_choice.choice else NEW


@require_POST
def take_back(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Undo an import, which stays listed."""
    row = import_services.take_back(by=person_of(request), key=key, pk=pk)
    text = ngettext("%(count)s imported match removed.", "%(count)s imported matches removed.", row.count)
    messages.success(request, text % {"count": row.count})
    return redirect("matches:season_import", key)
