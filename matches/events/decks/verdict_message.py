"""The message after a deck was handed in: legal, or not and why."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from decks.core.legality import Status
from matches.events.decks.faults import stored_sentence
from matches.models import Registration


def hand_in_message(request: HttpRequest, player: Registration) -> None:
    """Say how a deck was judged: an illegal one at once with its first faults, and not in green."""
    if player.deck_verdict == Status.LEGAL:
        messages.success(request, _("Submitted: %(deck)s. It’s legal.") % {"deck": player.deck_name})
        return
    faults = " ".join(stored_sentence(fault) for fault in player.deck_faults[:3])
    params = {"deck": player.deck_name, "faults": faults}
    if player.deck_verdict == Status.ILLEGAL:
        messages.warning(request, _("Submitted: %(deck)s. It isn’t legal: %(faults)s") % params)
    else:
        messages.warning(request, _("Submitted: %(deck)s. We can’t tell whether it’s legal. %(faults)s") % params)
