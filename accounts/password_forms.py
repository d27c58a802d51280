"""Forms for a new password: tokens made under the old one are revoked, unless their owner says otherwise."""

from typing import Any

from allauth.account.forms import ChangePasswordForm, ResetPasswordKeyForm
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

# Django's own sentence, which it has not in every language of ours; marked here, so that it is translated.
TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)


class _RevokesTokens(forms.Form):
    """A form of allauth with a box, ticked beforehand, for members who have API tokens."""

    user: Any
    revoke_tokens = forms.BooleanField(
        label=_("Revoke my API tokens"),
        help_text=_("Scripts stop working until you give them a new token. Leave it on if somebody may know them."),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is None or not self.user.api_tokens.exists():
            del self.fields["revoke_tokens"]

    def save(self) -> None:
        """Set the password, then revoke."""
        super().save()  # type: ignore[misc]
        if self.cleaned_data.get("revoke_tokens"):
            self.user.api_tokens.all().delete()


class ChangePassword(_RevokesTokens, ChangePasswordForm):  # type: ignore[misc]
    """A new password by who knows the old one."""

    field_order = ["oldpassword", "password1", "password2", "revoke_tokens"]


class ResetPassword(_RevokesTokens, ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password by mail."""

    field_order = ["password1", "password2", "revoke_tokens"]
