"""The `Offline-Copy` header: marks a response that the service worker may keep for offline use."""

from typing import TypeVar

from django.http import HttpResponseBase

# Its final value names for whom the copy is; without the header the service worker keeps nothing.
HEADER = "Offline-Copy"
Answer = TypeVar("Answer", bound=HttpResponseBase)


def allow_offline_copy(response: Answer) -> Answer:
    """Mark a personal page for offline use; only for pages without secrets of a running game."""
    response.headers[HEADER] = "yes"
    return response
