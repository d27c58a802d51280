"""Taps: which device a result comes from, and when it was tapped there."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from common.text import parse_whole_number
from matches.events.result_services import Tap
from matches.models.events import HAND_LENGTH

_MAX_TIMESTAMP_DIGITS = 15


def tap_from_form(request: HttpRequest, typed: Mapping[str, str]) -> Tap:
    """The tap of a form: a digest of the browser’s session, and the time its script wrote into `tap`."""
    session = getattr(request, "session", None)
    key = session.session_key if session is not None else ""
    hand = salted_hmac("matches.results.taps", key).hexdigest()[:HAND_LENGTH] if key else ""
    return Tap(hand, parse_whole_number(typed.get("tap", ""), digits=_MAX_TIMESTAMP_DIGITS) or 0)
