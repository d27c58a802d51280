"""Views of guides: writing one, with a preview."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.errors import Conflict
from common.i18n import translated
from decks.deck.queries import editable_deck
from decks.guides import services
from decks.guides.services import guides_of
from decks.markdown import markdown_as_html
from decks.models import MAX_GUIDE_TEXT


class GuideForm(forms.Form):
    """Form for the text of a guide, with the displayed version."""

    text = forms.CharField(
        label=gettext_lazy("Guide (Markdown)"),
        required=False,
        max_length=MAX_GUIDE_TEXT,
        widget=forms.Textarea(attrs={"rows": 16}),
        help_text=gettext_lazy("Put a card name in double brackets to link it: [[Flash the Incendiary]]."),
    )
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


@require_http_methods(["GET", "HEAD", "POST"])
def write_guide_page(request: HttpRequest, key: str, language: str = "") -> HttpResponse:
    """Write a deck’s guide in a language, by default that of the page."""
    person = person_of(request)
    row = editable_deck(key, person)
    names = dict(settings.LANGUAGES)
    chosen = language if language in names else str(get_language() or "en")
    guides = guides_of(row, hidden=True)
    saved = next((guide for guide in guides if guide.language == chosen), None)
    present = {"text": saved.text if saved else "", "version": saved.version if saved else 0}
    form = GuideForm(request.POST) if request.method == "POST" else GuideForm(initial=present)
    theirs, preview = "", ""
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if request.POST.get("do") == "preview":
            preview = markdown_as_html(data["text"], catalogue(row.game))
        else:
            try:
                services.save_guide(key=row.key, person=person, language=chosen, **data)
            except Conflict as error:
                # The next save replaces the displayed text.
                form.add_error(None, translated(error))
                form.data = QueryDict(mutable=True)
                form.data.update({"text": data["text"], "version": str(error.params["version"])})
                theirs = saved.text if saved else ""
            else:
                messages.success(request, _("Saved."))
                return redirect(row.get_absolute_url())
    context = {
        "row": row,
        "form": form,
        "language": chosen,
        "languages": [(code, name, any(guide.language == code for guide in guides)) for code, name in names.items()],
        "preview": preview,
        "theirs": theirs,
        "conflict": bool(form.non_field_errors()),
        "guide": saved,
    }
    status = 409 if form.non_field_errors() else 400 if form.errors else 200
    return render(request, "decks/guides/write.html", context, status=status)
