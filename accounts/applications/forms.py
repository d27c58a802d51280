"""Form to register an application for OAuth: its name and its redirect URLs."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from oauth2_provider.validators import AllowedURIValidator

MAX_REDIRECT_URLS = 10
# `localhost` is left out, because it can lead to another user's program (RFC 8252, 8.3).
LOOPBACK_ADDRESSES = ("127.0.0.1", "::1")


def redirect_url_error(address: str) -> Any:
    """Return the error message of a redirect URL, None for a valid one.

    Allowed are https, http on loopback with any port (RFC 8252, 7.3), and schemes that are a reversed domain, which no
    other app uses by chance (7.1).
    """
    try:
        parts = urlsplit(address)
        _port = parts.port  # raises ValueError for a malformed one
        AllowedURIValidator([parts.scheme], "address", allow_path=True, allow_query=True)(address)
    except (ValueError, ValidationError):
        return _("“%(address)s” isn’t a complete URL, or contains a character that isn’t allowed.")
    if "@" in parts.netloc:
        return _("“%(address)s” must not contain a username or password.")
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK_ADDRESSES):
        return None
    if parts.scheme == "http":
        return _("“%(address)s” isn’t secure. Use https, or http://127.0.0.1/… on the user’s own device.")
    if "." in parts.scheme and not parts.netloc:
        return None
    return _("“%(address)s” needs a scheme of its own: a reversed domain, such as com.example.bot:/back.")


class ApplicationForm(forms.Form):
    """Form to register an application."""

    name = forms.CharField(label=_("App name"), max_length=60)
    addresses = forms.CharField(
        label=_("Redirect URLs"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "One URL per line: https://…, http://127.0.0.1/… for a program on the user’s own device, or "
            "com.example.bot:/back for an app."
        ),
    )
    has_secret = forms.BooleanField(label=_("It runs on my server and can keep a secret"), required=False)

    def clean_addresses(self) -> list[str]:
        """Return the addresses without duplicates; the error lists everything that is wrong."""
        addresses = list(dict.fromkeys(self.cleaned_data["addresses"].split()))
        faults: list[Any] = [
            ValidationError(fault, params={"address": address[:100]})
            for address in addresses
            if (fault := redirect_url_error(address)) is not None
        ]
        if len(addresses) > MAX_REDIRECT_URLS:
            faults.append(ValidationError(_("Enter at most %(most)d URLs."), params={"most": MAX_REDIRECT_URLS}))
        if faults:
            raise ValidationError(faults)
        return addresses
