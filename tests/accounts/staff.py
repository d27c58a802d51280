"""Staff for tests: their second step at log-in is set up, or the admin would lead them to do that first."""

from __future__ import annotations

from allauth.mfa.models import Authenticator

from accounts.models import User


def with_second_factor(user: User) -> User:
    """The user, with a second step; a session that a test makes without one does not ask for it."""
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return user
