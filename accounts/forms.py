"""Forms of a member's own page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, Person


class NicknameForm(forms.ModelForm[Person]):
    """What others call me."""

    class Meta:
        model = Person
        fields = ["nickname"]


class TokenForm(forms.ModelForm[ApiToken]):
    """A name for a new token."""

    class Meta:
        model = ApiToken
        fields = ["name"]
        labels = {"name": _("What is it for?")}
