"""Forms of editing: a card, one correction, uploads of tables."""

from typing import Any, ClassVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.catalogue.queries import facts_from_row
from cards.catalogue.services import card_errors
from cards.core.catalogue_csv import decode_table
from cards.core.facts import CardFacts, CardIcon, CardType
from cards.core.type_columns import absent_columns
from cards.editing.services import MAX_TABLE_LENGTH, card_fingerprint
from cards.editing.witnesses import MAX_NOTE_LENGTH
from cards.games import GAMES
from cards.games.labels import TYPE_LABELS
from cards.models import Card
from common.errors import DomainError
from common.i18n import translated
from common.settings_forms import UnchangedSinceMixin

_BLUE_MOON_FIELDS = (
    *("fire", "earth", "icons", "moons", "family", "capacity", "extra_cards", "extra_moons", "emissary", "timing"),
)
_FIELD_GROUPS = (
    (gettext_lazy("Name"), ("code", "name", "name_de", "title", "aliases")),
    (gettext_lazy("Facts"), ("people", "number", "type", "fire", "earth", "icons", "moons", "deck")),
    (
        gettext_lazy("Only for some types"),
        ("family", "capacity", "extra_cards", "extra_moons", "emissary", "attributes"),
    ),
    (gettext_lazy("Power"), ("timing", "summary")),
    (gettext_lazy("Source and notes"), ("source", "notes")),
)


class ListField(forms.CharField):
    """Several values in one line, separated by semicolons as in the table, stored as a list."""

    def prepare_value(self, value: Any) -> Any:
        return "; ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [part.strip() for part in (value or "").split(";") if part.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(list(initial or []) != self.to_python(data))


def _has_same_type(value: Any, stored: Any) -> bool:
    """Return whether a value has the type of the value it replaces; lists contain words."""
    if isinstance(stored, list):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return value is None or isinstance(value, type(stored))


class CardForm(forms.ModelForm[Card]):
    """Form with all columns of a card; shows each error at its column."""

    icons = ListField(required=False, label=gettext_lazy("Icons"), help_text="SHIELD:fire; PAIR; GANG:red; BLUFF:none")
    aliases = ListField(required=False, label=gettext_lazy("Other names"))
    people = forms.ChoiceField(label=gettext_lazy("People or faction"))
    type = forms.ChoiceField(required=False, label=gettext_lazy("Type"))

    class Meta:
        model = Card
        fields: ClassVar = [
            "code", "slot", "name", "name_de", "title", "people", "number", "type", "fire", "earth", "icons", "moons",
            "deck", "family", "capacity", "extra_cards", "extra_moons", "emissary", "aliases", "timing", "summary",
            "notes", "source", "attributes",
        ]  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = GAMES[self.instance.game]
        people, kind = self.fields["people"], self.fields["type"]
        people.required = game.key == "bluemoon"
        people.choices = [("", "–"), *((affiliation, affiliation) for affiliation in game.affiliations)]  # type: ignore[attr-defined]
        kind.choices = [("", "–"), *((kind, kind) for kind in game.types)]  # type: ignore[attr-defined]
        if not game.attributes:
            self.fields.pop("attributes", None)

    def clean_attributes(self) -> dict[str, Any]:
        """Reject attributes that the game doesn’t have; derived attributes stay unchanged."""
        given, game = self.cleaned_data["attributes"], GAMES[self.instance.game]
        if not isinstance(given, dict) or set(given) - set(game.attributes):
            raise forms.ValidationError(_("Use only these names: %(names)s.") % {"names": ", ".join(game.attributes)})
        stored = self.instance.attributes or {}
        wrong = [
            name
            for name, value in given.items()
            if stored.get(name) is not None and not _has_same_type(value, stored[name])
        ]
        if wrong:
            raise forms.ValidationError(_("Wrong kind of value for: %(names)s.") % {"names": ", ".join(wrong)})
        return given | {"marks": stored.get("marks", [])}

    def clean_icons(self) -> list[str]:
        icons = []
        for text in self.cleaned_data["icons"]:
            try:
                icons.append(str(CardIcon.parse(text)))
            except ValueError as error:
                raise forms.ValidationError(_("“%(text)s” isn’t an icon.") % {"text": text[:40]}) from error
        return icons

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound and not self.errors:
            for fault in card_errors(facts_from_row(self.instance), game=self.instance.game, key=self.instance.pk):
                self.add_error(fault.field if fault.field in self.fields else None, fault.message)


class CorrectCardForm(UnchangedSinceMixin, CardForm):
    """Form to correct a card on the site; its code cannot be changed."""

    # The current card, changed by another editor.
    now: CardFacts | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        card = self.instance
        self.fields.pop("slot")
        if card.known:
            self.fields.pop("code")
        self.initial["seen"] = card_fingerprint(card)
        for name in ("summary", "notes", "attributes"):
            if name in self.fields:
                self.fields[name].widget.attrs.update({"rows": 3, "class": "short"})
        if "number" in self.fields:
            self.fields["number"].widget.attrs["inputmode"] = "numeric"
        self.fields["source"].help_text = _("Where you saw it: the card itself, a rulebook or a web page.")
        self.fields["type"].help_text = _(
            "The form shows the fields for the current type. To change the type, save it first."
        )
        self.fields["summary"].help_text = _("In your own words; never copy the text of the card.")

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields of this kind of card, in reading order; others only if filled or with an error."""
        absent = {name for name in self._absent_fields() if not self.errors.get(name)}
        titled = [
            (str(title), [self[name] for name in names if name in self.fields and name not in absent])
            for title, names in _FIELD_GROUPS
        ]
        return [(title, fields) for title, fields in titled if fields]

    def _absent_fields(self) -> set[str]:
        if self.instance.game != "bluemoon":
            names = set(_BLUE_MOON_FIELDS)
        else:
            names = set(absent_columns(str(self["type"].value() or ""), str(self["people"].value() or "")))
        return {name for name in names if name in self.fields and self[name].value() in ("", None, [])}


class TableFileForm(forms.Form):
    """Form for a table: a file or pasted text."""

    file = forms.FileField(required=False, label=gettext_lazy("CSV file"), allow_empty_file=True)
    text = forms.CharField(
        required=False,
        label=gettext_lazy("or paste it here"),
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        file = data.get("file")
        if isinstance(file, UploadedFile):
            data["text"] = self._decode_uploaded_file(file)
        return data

    def _decode_uploaded_file(self, file: UploadedFile[bytes]) -> str:
        if (file.size or 0) > MAX_TABLE_LENGTH:
            self.add_error("file", _("A table can have at most %(most)d characters.") % {"most": MAX_TABLE_LENGTH})
            return ""
        try:
            return decode_table(file.read(), (file.name or "file")[:80])
        except DomainError as error:
            self.add_error("file", translated(error))
            return ""


class CardWitnessForm(forms.Form):
    """Form for owners of a card that nobody else has seen: facts, or two sentences; never a picture."""

    name = forms.CharField(max_length=80, required=False, label=gettext_lazy("Name, as printed"))
    number = forms.CharField(max_length=8, required=False, label=gettext_lazy("Number, as printed"))
    type = forms.ChoiceField(
        choices=[("", "–"), *((kind.value, TYPE_LABELS[kind]) for kind in CardType if kind.value)],
        required=False,
        label=gettext_lazy("Type"),
    )
    fire = forms.IntegerField(min_value=0, max_value=20, required=False, label=gettext_lazy("Fire"))
    earth = forms.IntegerField(min_value=0, max_value=20, required=False, label=gettext_lazy("Earth"))
    moons = forms.IntegerField(min_value=0, max_value=9, required=False, label=gettext_lazy("Moons"))
    said = forms.CharField(
        max_length=MAX_NOTE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=gettext_lazy("What it does, in two sentences of your own"),
        help_text=gettext_lazy("In your own words; never copy the text of the card."),
    )
    credit = forms.CharField(max_length=80, required=False, label=gettext_lazy("Your name, if you’d like a credit"))

    @property
    def facts(self) -> dict[str, str]:
        values = {name: self.cleaned_data[name] for name in ("name", "number", "type", "fire", "earth", "moons")}
        return {name: str(value) for name, value in values.items() if value not in (None, "")}
