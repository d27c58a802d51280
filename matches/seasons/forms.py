"""Forms of seasons."""

from django import forms
from django.utils.translation import gettext_lazy as _

from common.settings_forms import SeenMixin
from matches.core.seasons.csv_import.columns import MAX_CHARACTERS
from matches.models import Season


class DayInput(forms.DateInput):
    """The browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class SeasonForm(SeenMixin):
    """Form for a season: its name and days."""

    name = forms.CharField(label=_("Name"), max_length=80)
    first = forms.DateField(label=_("First day"), widget=DayInput())
    last = forms.DateField(
        label=_("Last day"), widget=DayInput(), required=False, help_text=_("Empty while the season runs.")
    )
    order = forms.ChoiceField(label=_("The table goes by"), choices=Season.Order.choices)
    best = forms.IntegerField(
        label=_("Best evenings that count"),
        min_value=1,
        max_value=99,
        help_text=_("Only where the table goes by them: so many of each player at most."),
    )
    minimum = forms.IntegerField(
        label=_("Fewest matches"),
        min_value=0,
        max_value=999,
        help_text=_("Who has played fewer stands behind the others."),
    )


class ImportForm(forms.Form):
    """Form to import a past season: pasted text, or a file instead."""

    file = forms.FileField(label=_("CSV file"), required=False, help_text=_("Or paste the lines below."))
    file_name = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Lines"),
        required=False,
        max_length=MAX_CHARACTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off", "class": "lines-box"}),
    )
