"""Forms of what belongs to a group over time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.core.seasons.csv_import.columns import MOST_CHARACTERS
from matches.models import NAME_LENGTH, Member


class DayInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class SeasonForm(forms.Form):
    """A named span of days."""

    name = forms.CharField(label=_("Name"), max_length=80)
    first = forms.DateField(label=_("First day"), widget=DayInput())
    last = forms.DateField(
        label=_("Last day"), widget=DayInput(), required=False, help_text=_("Empty while the season runs.")
    )


class JoinForm(forms.Form):
    """Who somebody is that follows an invitation: a name of the group, or a new one."""

    member = forms.TypedChoiceField(
        label=_("Who are you?"), widget=forms.RadioSelect, coerce=int, empty_value=None, required=False
    )
    name = forms.CharField(
        label=_("Your name in the group"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Only for somebody new."),
    )

    def __init__(self, *args: Any, free: Iterable[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(member.pk), member.name) for member in free]
        self.fields["member"].choices = [*choices, ("", _("Somebody new"))]  # type: ignore[attr-defined]


class HandOverForm(forms.Form):
    """The next owner."""

    member = forms.TypedChoiceField(label=_("New owner"), coerce=int)

    def __init__(self, *args: Any, members: Iterable[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["member"].choices = [(member.pk, member.name) for member in members]  # type: ignore[attr-defined]


class ImportForm(forms.Form):
    """A past season: the text in the box, or a file that takes its place."""

    file = forms.FileField(label=_("CSV file"), required=False, help_text=_("Or paste the lines below."))
    file_name = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Lines"),
        required=False,
        max_length=MOST_CHARACTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off", "class": "lines-box"}),
    )


class DraftForm(forms.Form):
    """A draft of the group, by its key or its address."""

    draft = forms.CharField(label=_("Address of the draft"), max_length=200)

    @property
    def key(self) -> str:
        """The key, also out of a whole address."""
        parts = [part for part in str(self.cleaned_data["draft"]).split("/") if part]
        return next((part for part in reversed(parts) if len(part) == 12 and part.isalnum()), "".join(parts[-1:]))
