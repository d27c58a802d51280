"""Forms of accounts: nickname, API token, a new password."""

from datetime import datetime, timedelta
from typing import Any

from allauth.account.forms import ChangePasswordForm, ResetPasswordKeyForm
from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.applications.tokens import revoke_applications_of, valid_tokens_of
from accounts.models import ApiToken, Person
from accounts.scopes import TOKEN_SCOPES
from common.text import tidy_name

TOKEN_LIFETIMES = [("30", _("30 days")), ("90", _("90 days")), ("365", _("a year")), ("0", _("until I revoke it"))]


class NicknameForm(forms.ModelForm[Person]):
    """Nickname form: the display name of a guest or member."""

    class Meta:
        model = Person
        fields = ["nickname"]
        labels = {"nickname": _("Your name")}

    def clean_nickname(self) -> str:
        return tidy_name(self.cleaned_data["nickname"], length=60)


class ApiTokenForm(forms.ModelForm[ApiToken]):
    """Form for a new API token: its purpose, its scopes, its lifetime."""

    may = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=list(TOKEN_SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
        error_messages={"required": _("Choose at least one permission.")},
    )
    days = forms.ChoiceField(label=_("How long is it valid?"), choices=TOKEN_LIFETIMES, initial="90")

    class Meta:
        model = ApiToken
        fields = ["name"]
        labels = {"name": _("What’s it for?")}

    @property
    def scopes(self) -> str:
        return " ".join(self.cleaned_data["may"])

    @property
    def expires(self) -> datetime | None:
        days = int(self.cleaned_data["days"])
        return timezone.now() + timedelta(days=days) if days else None


# Django's sentence, marked for translation here because Django lacks it in some of our languages.
PASSWORD_TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)


class _RevokeTokensMixin(forms.Form):
    """Mixin for forms of allauth: adds a ticked box to revoke tokens, for members who have any."""

    user: Any
    revoke_tokens = forms.BooleanField(
        label=_("Revoke my API tokens and disconnect all apps"),
        help_text=_(
            "Scripts and apps stop working until you give them access again. Leave this on if someone else might know"
            " your tokens."
        ),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is None or not (self.user.api_tokens.exists() or valid_tokens_of(self.user).exists()):
            del self.fields["revoke_tokens"]

    def save(self) -> None:
        super().save()  # type: ignore[misc]
        if self.cleaned_data.get("revoke_tokens"):
            self.user.api_tokens.all().delete()
            revoke_applications_of(self.user)


class ChangePassword(_RevokeTokensMixin, ChangePasswordForm):  # type: ignore[misc]
    """Form to change a password, which asks for the old one."""

    field_order = ["oldpassword", "password1", "password2", "revoke_tokens"]


class ResetPassword(_RevokeTokensMixin, ResetPasswordKeyForm):  # type: ignore[misc]
    """Form behind the link in an email that resets the password."""

    field_order = ["password1", "password2", "revoke_tokens"]
