"""Helpers of views: the status of an answer without news, and the name of the user."""

from django.http import HttpRequest

from accounts.identity import person_of

NO_CONTENT_STATUS = 204


def own_name(request: HttpRequest) -> str:
    person = person_of(request)
    return person.display_name if person and (person.nickname or person.user) else ""
