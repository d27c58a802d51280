"""Signal handlers: log successful and failed log-ins."""

from collections.abc import Mapping
from typing import Any

from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.signals import user_logged_in
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed
from django.contrib.auth.signals import user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase

from accounts.log_ins.devices import remember_device
from accounts.log_ins.services import record_log_in
from accounts.models import LogIn, User

_WAY_BY_SECOND_FACTOR: Mapping[str, LogIn.Way] = {
    Authenticator.Type.TOTP: LogIn.Way.APP,
    Authenticator.Type.RECOVERY_CODES: LogIn.Way.RECOVERY,
    Authenticator.Type.WEBAUTHN: LogIn.Way.PASSKEY,
}


@receiver(user_logged_in)
def _record_log_in(sender: object, request: HttpRequest, user: User, **more: object) -> None:
    if isinstance(response := more.get("response"), HttpResponseBase):
        remember_device(request, response, user.username)
    steps = [record for record in get_authentication_records(request, user) if record.get("method") == "mfa"]
    way = _WAY_BY_SECOND_FACTOR.get(steps[-1].get("type", ""), LogIn.Way.PASSWORD) if steps else LogIn.Way.PASSWORD
    record_log_in(request, user, way, succeeded=True)


@receiver(user_login_failed)
def _record_wrong_password(
    sender: object, credentials: Mapping[str, Any], request: HttpRequest | None = None, **more: object
) -> None:
    user = User.objects.filter(username__iexact=str(credentials.get("username") or "")).first()
    if request is not None and user is not None:
        record_log_in(request, user, LogIn.Way.PASSWORD, succeeded=False)


@receiver(authentication_failed)
def _log_wrong_code(sender: object, request: HttpRequest, user: User, reauthentication: bool, **more: object) -> None:
    if not reauthentication:
        record_log_in(request, user, LogIn.Way.APP, succeeded=False)
