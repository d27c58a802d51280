"""Forms of the second step: each code works once, and a malformed browser answer counts as a wrong answer."""

from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

# Exceptions of the libraries for malformed credentials.
_MALFORMED_ERRORS = (TypeError, ValueError, KeyError, IndexError, AttributeError)


class SecondFactorCodeForm(AuthenticateForm):  # type: ignore[misc]  # allauth has no types
    """The code of an app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code from your app, or a recovery code")
        self.fields["code"].widget.attrs |= {"placeholder": "", "inputmode": "numeric", "autofocus": True}

    def clean_code(self) -> str:
        """Reject a code that was used before, as long as it is valid."""
        code: str = super().clean_code()
        seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
        if not cache.add(f"second-factor:{self.user.pk}:{code.strip()}", "used", seconds):
            raise get_adapter().validation_error("incorrect_code")
        return code


class _CredentialForm:
    """Field for a browser's answer to a passkey request; a malformed one is a form error."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except _MALFORMED_ERRORS as error:
            raise get_adapter().validation_error("incorrect_code") from error


class PasskeyAnswerForm(_CredentialForm, AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey as second step."""


class PasskeyLoginForm(_CredentialForm, LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey instead of name and password."""


class PasskeyConfirmForm(_CredentialForm, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey as proof before a change of the account."""


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """A new passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Passkey name")
        self.fields["name"].max_length = 60
        self.fields["passwordless"].label = _("Use it on its own to log in, without username and password")
        self.fields["passwordless"].help_text = _("It will ask for your fingerprint, face or PIN each time.")

    def clean(self) -> Any:
        try:
            return super().clean()
        except _MALFORMED_ERRORS as error:
            raise get_adapter().validation_error("incorrect_code") from error
