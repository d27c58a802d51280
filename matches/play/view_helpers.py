"""Helpers of views: the status of a form page, the name of the user."""

from django.http import HttpRequest

from accounts.identity import person_of
from common.error_responses import status_of
from common.errors import DomainError

NOTHING_NEW = 204


def my_name(request: HttpRequest) -> str:
    person = person_of(request)
    return person.display_name if person and (person.nickname or person.user) else ""


def form_status(request: HttpRequest, error: DomainError | None) -> int:
    """The status of a page with a form: that of the error, 400 for a form shown again, else 200."""
    if error is not None:
        return status_of(error)
    return 400 if request.method == "POST" else 200
