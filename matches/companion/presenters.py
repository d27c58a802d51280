"""Presenters of the companion: why notes were refused, in the reader's language."""

from common.i18n import translated
from matches.companion.services import NotesAnswer


def refusals(answer: NotesAnswer) -> list[dict[str, str]]:
    """Why notes were refused, in the reader's language."""
    refused = answer.refused.items()
    return [{"id": key, "message": translated(error), "rule": error.rule or ""} for key, error in refused]
