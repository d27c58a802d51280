"""Forms of settings: fields from their model, and messages when someone else was faster."""

from collections.abc import Iterable
from typing import Any, ClassVar, cast

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext as _

# Days and times as HTML requires them, in any language.
_WIDGET_BY_FIELD: dict[type[models.Field[Any, Any]], forms.Widget] = {
    models.DateField: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    models.TimeField: forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    models.TextField: forms.Textarea(attrs={"rows": 4}),
}


def form_field_of(field: models.Field[Any, Any], **options: Any) -> forms.Field | None:
    """Return the form field of a model field, with its bounds; for `formfield_callback`."""
    if isinstance(field, models.IntegerField) and not field.choices:
        for validator in field.validators:
            if isinstance(validator, MinValueValidator):
                options["min_value"] = validator.limit_value
            elif isinstance(validator, MaxValueValidator):
                options["max_value"] = validator.limit_value
    if type(field) in _WIDGET_BY_FIELD:
        options.setdefault("widget", _WIDGET_BY_FIELD[type(field)])
    made: forms.Field | None = field.formfield(**options)
    return made


class UnchangedSinceMixin(forms.Form):
    """Mixin: `seen` is the fingerprint of unversioned settings when the form was opened; services compare it."""

    seen: forms.CharField | None = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def show_meanwhile(self, now: forms.BaseForm) -> None:
        """Keep the typed values, show the current value of fields that differ; the next save wins."""
        data = {name: self[name].data for name in self.fields}
        self.data = data | {name: now[name].initial for name in ("seen", "version") if name in self.fields}
        for name, field in self.fields.items():
            present = now[name].initial if name in now.fields else None
            if not field.widget.is_hidden and name in now.fields and field.has_changed(present, self[name].data):
                self.add_error(name, _value_in_words(field, present))
        self.add_error(
            None,
            _(
                "Someone else has changed this since you opened it. Fields that differ show the current value; save "
                "again to keep yours."
            ),
        )


class SettingsForm(UnchangedSinceMixin, forms.ModelForm[Any]):
    """Form of settings with fields from their model; services check combinations.

    For an existing row, it starts with the row’s values and their fingerprint. Fields in `may_be_left_out` have the
    model’s default if empty.
    """

    may_be_left_out: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Services explain broken constraints in words, so the form doesn’t check them.
        self.instance.validate_constraints = lambda exclude=None: None
        if self.instance.pk and "seen" in self.fields:
            self.initial.setdefault("seen", self.instance.fingerprint)
        for name in self.may_be_left_out:
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        left_out = (name for name in self.may_be_left_out if data.get(name) in (None, ""))
        return data | {name: self.instance._meta.get_field(name).get_default() for name in left_out}


def _value_in_words(field: forms.Field, present: Any) -> str:
    if isinstance(field, forms.ChoiceField):
        labels: dict[Any, Any] = dict(cast("Iterable[tuple[Any, Any]]", field.choices))
        present = labels.get(present, present)
    elif isinstance(field, forms.BooleanField):
        present = _("yes") if present else _("no")
    if present in (None, ""):
        return _("It’s empty now.")
    return _("It’s now “%(now)s”.") % {"now": present}
