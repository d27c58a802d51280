"""Forms of seasons."""

from django import forms
from django.utils.translation import gettext_lazy as _

from common.settings_forms import SettingsForm, form_field_of
from matches.core.seasons.csv_import.columns import MAX_CSV_CHARACTERS
from matches.models import SEASON_FIELDS, Season


class SeasonForm(SettingsForm):
    """Form for a season: its name, its days and what its table goes by."""

    class Meta:
        model = Season
        fields = SEASON_FIELDS
        formfield_callback = form_field_of


class SeasonImportForm(forms.Form):
    """Form to import a past season: pasted text, or a file instead."""

    file = forms.FileField(label=_("CSV file"), required=False, help_text=_("Or paste the CSV text below."))
    once = forms.BooleanField(label=_("Import identical rows only once"), required=False)
    file_name = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("CSV text"),
        required=False,
        max_length=MAX_CSV_CHARACTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off", "class": "lines-box"}),
    )
