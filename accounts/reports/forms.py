"""Forms of reports."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Report


def _reasons() -> list[tuple[str, object]]:
    return [(value, label) for value, label in Report.Reason.choices if value != Report.Reason.APPEAL]


class ReportForm(forms.Form):
    """Form to report something: the reason, and a comment."""

    reason = forms.ChoiceField(label=_("What is wrong?"), widget=forms.RadioSelect, choices=_reasons)
    words = forms.CharField(
        label=_("Which words, or where"),
        required=False,
        max_length=Report.MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("A name, a sentence, a link: what the reader should look at."),
    )


class AppealForm(forms.Form):
    """Why something that is hidden should be shown again."""

    words = forms.CharField(
        label=_("What have you changed, or what was misunderstood?"),
        max_length=Report.MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class DecisionForm(forms.Form):
    """Form of a moderator's decision, and of what the owner is told."""

    do = forms.CharField(max_length=8)
    reason = forms.ChoiceField(label=_("Reason"), choices=_reasons, required=False)
    words = forms.CharField(label=_("Words to its owner"), required=False, max_length=Report.MAX_WORDS)
