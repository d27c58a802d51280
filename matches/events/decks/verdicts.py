"""Verdicts of submitted decks: the stored faults as sentences, and the message after submitting."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from common.i18n import translated
from common.sentence_tables import Sentence
from decks.core.legality import Status
from matches.models import Registration


def stored_problem_text(fault: Mapping[str, Any]) -> str:
    """Return the sentence in the reader’s language; an old fault has no template and is returned as stored."""
    if "template" not in fault:
        return str(fault["message"])
    return translated(Sentence(fault["template"], fault["params"]))


def add_deck_submitted_message(request: HttpRequest, player: Registration) -> None:
    if player.deck_verdict == Status.LEGAL:
        messages.success(request, _("Submitted: %(deck)s. It’s legal.") % {"deck": player.deck_name})
        return
    faults = " ".join(stored_problem_text(fault) for fault in player.deck_faults[:3])
    params = {"deck": player.deck_name, "faults": faults}
    if player.deck_verdict == Status.ILLEGAL:
        messages.warning(request, _("Submitted: %(deck)s. It isn’t legal: %(faults)s") % params)
    else:
        messages.warning(request, _("Submitted: %(deck)s. We can’t tell whether it’s legal. %(faults)s") % params)
