"""Service errors in forms: shown in the form that was sent, with the error’s status."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django import forms
from django.utils.translation import gettext as _

from common.error_responses import status_of_error
from common.errors import ChangedMeanwhile, DomainError
from common.i18n import error_detail_message, translated
from common.settings_forms import UnchangedSinceMixin


@contextmanager
def errors_added_to(form: forms.BaseForm, *, now: Callable[[], forms.BaseForm] | None = None) -> Iterator[None]:
    """Catch a `DomainError` and add it to `form`; the page then has `status_of_forms(form)`.

    For a form of settings, `now` creates a form of the current row: after a `ChangedMeanwhile`, the page shows its
    values beside fields that differ.
    """
    try:
        yield
    except DomainError as error:
        if now is not None and isinstance(error, ChangedMeanwhile) and isinstance(form, UnchangedSinceMixin):
            form.show_meanwhile(now())
            vars(form)["refusal"] = error
        else:
            add_error_to_form(form, error)


def add_error_to_form(form: forms.BaseForm, error: DomainError) -> None:
    """Add the sentences of an error to the form, as non-field errors."""
    vars(form)["refusal"] = error
    sentences = [error_detail_message(detail) for detail in error.details] or [translated(error)]
    if error.rule and len(sentences) == 1:
        sentences = [_("%(sentence)s (rule %(rule)s)") % {"sentence": sentences[0], "rule": error.rule}]
    form.add_error(None, sentences)


def form_error(form: forms.BaseForm) -> DomainError | None:
    return vars(form).get("refusal")


def status_of_forms(*forms_of_page: forms.BaseForm) -> int:
    """Return the status of a page with these forms: an error’s status, 400 for a sent form shown again, else 200."""
    for form in forms_of_page:
        if error := form_error(form):
            return status_of_error(error)
    return 400 if any(form.is_bound for form in forms_of_page) else 200
