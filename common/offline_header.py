"""Which answers a phone may keep for when there is no network: the view that knows says so, nobody else."""

from __future__ import annotations

from typing import TypeVar

from django.http import HttpResponseBase

# On an answer that may be kept: for whom. Without it the service worker keeps nothing.
HEADER = "Offline-Copy"
Answer = TypeVar("Answer", bound=HttpResponseBase)


def keep_offline(response: Answer) -> Answer:
    """Let the phone of whoever asked keep this page; for pages that are his own and hold no secret of a game."""
    response.headers[HEADER] = "yes"
    return response
