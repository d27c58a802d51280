"""Forms: the nickname and a new API token."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, Person
from accounts.scopes import SCOPES

LIFETIMES = [
    ("30", _("30 days")),
    ("90", _("90 days")),
    ("365", _("a year")),
    ("0", _("until I revoke it")),
]


class NicknameForm(forms.ModelForm[Person]):
    """Nickname form: the display name of a guest or member."""

    class Meta:
        model = Person
        fields = ["nickname"]


class TokenForm(forms.ModelForm[ApiToken]):
    """A new API token: its purpose, its scopes, its lifetime."""

    may = forms.MultipleChoiceField(
        label=_("What may it do?"),
        choices=list(SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
        error_messages={"required": _("Choose at least one thing the token may do.")},
    )
    days = forms.ChoiceField(label=_("How long does it work?"), choices=LIFETIMES, initial="90")

    class Meta:
        model = ApiToken
        fields = ["name"]
        labels = {"name": _("What is it for?")}

    @property
    def scopes(self) -> str:
        """The chosen scopes as stored: words with blanks between them."""
        return " ".join(self.cleaned_data["may"])

    @property
    def expires(self) -> datetime | None:
        """When the token expires; None for never."""
        days = int(self.cleaned_data["days"])
        return timezone.now() + timedelta(days=days) if days else None
