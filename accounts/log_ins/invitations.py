"""Invitations: signed links to sign up with if SIGN_UP requires an invitation. They expire, and are not stored."""

import time

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

INVITATION = "invitation"
_signer = Signer(salt="accounts.invitation")


def invitation_path(days: int) -> str:
    """Return the path of a link with which anyone can sign up for this many days."""
    token = _signer.sign(str(int(time.time()) + days * 24 * 3600))
    return f"{reverse('account_signup')}?{urlencode({INVITATION: token})}"


def is_valid_invitation(token: str) -> bool:
    try:
        return int(_signer.unsign(token)) > time.time()
    except (BadSignature, ValueError):
        return False


def can_sign_up(request: HttpRequest) -> bool:
    """Return whether this visitor can sign up; the session remembers an invitation from the link to the form."""
    if settings.SIGN_UP != INVITATION:
        return bool(settings.SIGN_UP == "open")
    token = request.GET.get(INVITATION, "")
    if is_valid_invitation(token):
        request.session[INVITATION] = token
    return is_valid_invitation(request.session.get(INVITATION, ""))
