"""Applications that members register, and tokens of applications that members have authorised (OAuth)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from oauth2_provider.generators import generate_client_secret
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.models import User, token_digest
from accounts.scopes import TOKEN_SCOPES


@dataclass(frozen=True, slots=True)
class ApplicationToken:
    """The token with which an application calls the API; it has the attributes of `accounts.models.ApiToken`.

    Rate limits count all tokens of an application for one member together, by `pk`.
    """

    row: Any
    pk: str
    name: str
    prefix: str
    scopes: str
    created: datetime
    expires: datetime

    @property
    def acts_as(self) -> str:
        return self.name

    def delete(self) -> None:
        """Delete this token, and revoke its refresh token."""
        RefreshToken.objects.filter(access_token=self.row).update(revoked=timezone.now(), access_token=None)
        self.row.delete()


def application_token_by_secret(secret: str) -> ApplicationToken | None:
    """Return the token of an application with this secret; None for an unknown or expired one."""
    now = timezone.now()
    rows = AccessToken.objects.select_related("user", "application")
    row = rows.filter(token_checksum=token_digest(secret), expires__gt=now, user__is_active=True).first()
    if row is None:
        return None
    # Saving it once a minute is exact enough, and avoids a write at every call.
    if (now - row.updated).total_seconds() > 60:
        AccessToken.objects.filter(pk=row.pk).update(updated=now)
    counted = f"{row.application_id}-{row.user_id}"
    return ApplicationToken(row, counted, row.application.name, secret[:8], row.scope, row.created, row.expires)


@dataclass(frozen=True, slots=True)
class AuthorizedApplication:
    """An application that a member has authorised: labels of its scopes, and when it was last used."""

    application: Any
    may: tuple[Any, ...]
    last_used: datetime


def valid_tokens_of(user: User) -> Any:
    """Return the tokens of a member that are valid or can be renewed."""
    return AccessToken.objects.filter(
        Q(refresh_token__isnull=False, refresh_token__revoked=None) | Q(expires__gt=timezone.now()), user=user
    )


def applications_authorized_by(user: User) -> list[AuthorizedApplication]:
    """Return the applications that may act for a member, by name."""
    rows = valid_tokens_of(user).select_related("application").order_by("application__name", "application", "-updated")
    applications = []
    for _pk, group in groupby(rows, key=lambda row: row.application_id):
        tokens = list(group)
        words = {word for token in tokens for word in token.scope.split()}
        may = tuple(label for word, label in TOKEN_SCOPES.items() if word in words)
        applications.append(AuthorizedApplication(tokens[0].application, may, tokens[0].updated))
    return applications


def is_already_authorized(user: User, application: Any, scopes: Iterable[str], address: str) -> bool:
    """Return whether the member has authorised the application for these scopes before.

    Always False for a loopback address or a custom scheme, where any program could listen (RFC 8252, 8.6).
    """
    proven = urlsplit(address).scheme == "https"
    return proven and any(row.allow_scopes(scopes) for row in valid_tokens_of(user).filter(application=application))


@transaction.atomic
def revoke_applications_of(user: User, **which: Any) -> None:
    """Delete a member’s codes and tokens for all applications, or for those that match `which`."""
    for model in (Grant, RefreshToken, AccessToken):
        model.objects.filter(user=user, **which).delete()


def register_application(user: User, data: Mapping[str, Any]) -> tuple[Any, str]:
    """Return a new application and its secret, of which only a digest is stored; "" for a public client."""
    secret = generate_client_secret() if data["has_secret"] else ""
    application = Application.objects.create(
        user=user,
        name=data["name"],
        redirect_uris=" ".join(data["addresses"]),
        client_type=Application.CLIENT_CONFIDENTIAL if secret else Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        client_secret=secret,
    )
    return application, secret
