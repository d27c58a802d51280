"""Forms of groups."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.settings_forms import SettingsForm, form_field_of
from matches.models import CLUB_FIELDS, NAME_LENGTH, Group, Member
from matches.play.forms import MatchSettingsForm


class _MemberChoiceForm(forms.Form):
    """A form for choosing members."""

    def __init__(self, *args: Any, members: Iterable[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "—"), *((member.pk, member.name) for member in members)]
        for field in self.fields.values():
            if isinstance(field, forms.TypedChoiceField) and field.coerce is int:
                field.choices = choices


class GroupMatchForm(_MemberChoiceForm, MatchSettingsForm):
    """A match between two members of a group, or a member and a guest."""

    a = forms.TypedChoiceField(label=_("First player"), coerce=int)
    b = forms.TypedChoiceField(label=_("Second player"), coerce=int, required=False)
    guest = forms.CharField(label=_("Or a guest for this evening"), max_length=NAME_LENGTH, required=False)

    def clean(self) -> dict[str, Any]:
        """Require that the second player is chosen or named, but not both."""
        data = super().clean() or self.cleaned_data
        if not {"b", "guest"} & set(self.errors) and bool(data.get("b")) == bool(data.get("guest")):
            self.add_error("b", _("Choose either a second player or a guest."))
        return data


class NewGroupForm(forms.Form):
    """A new group and its first members."""

    name = forms.CharField(label=_("Name of the group"), max_length=80)
    me = forms.CharField(
        label=_("Your name in the group"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Leave empty if you’re not playing."),
    )
    members = forms.CharField(
        label=_("Other members"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("One name per line. You can add more at any time."),
    )

    @property
    def names(self) -> list[str]:
        """Return the lines with a name."""
        return [line for line in self.cleaned_data["members"].splitlines() if line.strip()]


class MemberForm(forms.Form):
    """A name to add to a group."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)


class MergeMembersForm(_MemberChoiceForm):
    """Form to merge a member into another member, whose name stays."""

    into = forms.TypedChoiceField(label=_("Same person as"), coerce=int)


class JoinGroupForm(forms.Form):
    """Form to accept an invitation, as one of the group’s names or under a new name."""

    member = forms.TypedChoiceField(
        label=_("Who are you?"), widget=forms.RadioSelect, coerce=int, empty_value=None, required=False
    )
    name = forms.CharField(
        label=_("Your name in the group"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Only if you’re not on the list."),
    )

    new = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, free: Iterable[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(member.pk), member.name) for member in free]
        self.fields["member"].choices = [*choices, ("", _("I’m not on the list"))]  # type: ignore[attr-defined]
        if not choices:
            self.fields["name"].required, self.fields["name"].help_text = True, ""


class HandOverForm(_MemberChoiceForm):
    """Form to choose the next owner of a group."""

    member = forms.TypedChoiceField(label=_("New owner"), coerce=int)


class GroupDraftForm(forms.Form):
    """A draft to add to the group, by its key or URL."""

    draft = forms.CharField(label=_("Link to the draft"), max_length=200)

    @property
    def key(self) -> str:
        """Return the key, also if a whole URL was entered."""
        parts = [part for part in str(self.cleaned_data["draft"]).split("/") if part]
        return next((part for part in reversed(parts) if len(part) == 12 and part.isalnum()), "".join(parts[-1:]))


class GroupDescriptionForm(SettingsForm):
    """Form for the public description of a group."""

    class Meta:
        model = Group
        fields = CLUB_FIELDS
        formfield_callback = form_field_of
