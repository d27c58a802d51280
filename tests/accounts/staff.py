"""Staff for tests: their second step is set up; otherwise, the admin would redirect to that."""

from __future__ import annotations

from allauth.mfa.models import Authenticator

from accounts.models import User


def with_second_factor(user: User) -> User:
    """Add a second step to the user; a session created by a test doesn’t ask for it."""
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return user
