"""Adapter of allauth’s second factors: storing, naming and drawing their secrets."""

import base64
import hmac
import secrets

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

_KEY_PURPOSE = b"tenmoons second factor"


def _second_factor_cipher() -> MultiFernet:
    """Return a cipher whose key comes from `SECRET_KEY`, so that a stolen database or backup is useless without it."""
    known = [str(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    keys = [hmac.digest(key.encode(), _KEY_PURPOSE, "sha256") for key in known]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Second factors of this site: encrypted secrets, an inline QR code, plain names for passkeys."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That code is wrong or has expired. Enter the one shown now.")
    }

    def encrypt(self, text: str) -> str:
        return _second_factor_cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; if `SECRET_KEY` has changed since, a random secret, for which no code is right."""
        try:
            return _second_factor_cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def get_totp_issuer(self) -> str:
        return f"Ten Moons ({super().get_totp_issuer()})"

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as inline SVG, dark on light in both themes."""
        code = segno.make(url, error="m", micro=False)
        return code.svg_inline(border=3, omitsize=True, dark="#0b1020", light="#fff", svgclass="qr")

    def generate_authenticator_name(self, user: AbstractBaseUser, type: object) -> str:
        from allauth.mfa.models import Authenticator

        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(number)d") % {"number": count + 1}
