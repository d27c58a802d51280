"""Forms of editing: one correction of a card, and uploads of tables."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.catalogue_csv import decode
from cards.core.columns import without
from cards.core.facts import CardFacts, CardType
from cards.editing.card_form import CardForm
from cards.editing.services import MAX_TABLE_LENGTH, mark_of
from cards.editing.witnesses import MAX_SAID
from cards.games.labels import TYPES
from common.errors import DomainError
from common.i18n import translated

_BLUE_MOON_ONLY = (
    *("fire", "earth", "icons", "moons", "family", "capacity", "extra_cards", "extra_moons", "emissary", "timing"),
)
_GROUPS = (
    (gettext_lazy("Name"), ("code", "name", "name_de", "title", "aliases")),
    (gettext_lazy("Facts"), ("people", "number", "type", "fire", "earth", "icons", "moons", "deck")),
    (
        gettext_lazy("Only for some types"),
        ("family", "capacity", "extra_cards", "extra_moons", "emissary", "attributes"),
    ),
    (gettext_lazy("Power"), ("timing", "summary")),
    (gettext_lazy("Where it comes from"), ("source", "notes")),
)


class CorrectForm(CardForm):
    """Form to correct a card on the site; its code cannot be changed."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    # The card as somebody else has made it in the meantime.
    now: CardFacts | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = self.instance
        self.fields.pop("slot")
        if row.known:
            self.fields.pop("code")
        self.initial["seen"] = mark_of(row)
        for name in ("summary", "notes", "attributes"):
            if name in self.fields:
                self.fields[name].widget.attrs.update({"rows": 3, "class": "short"})
        if "number" in self.fields:
            self.fields["number"].widget.attrs["inputmode"] = "numeric"
        self.fields["source"].help_text = _("Where you saw it: the card itself, a rule book, a page.")
        self.fields["type"].help_text = _("The form asks for what this type has; save another type first.")
        self.fields["summary"].help_text = _("In your own words; never copy the text of the card.")

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields that this kind of card has, in the order somebody with the card in hand reads them.

        A field it should not have is shown where something stands in it or is wrong with it.
        """
        absent = {name for name in self._absent() if not self.errors.get(name)}
        titled = [
            (str(title), [self[name] for name in names if name in self.fields and name not in absent])
            for title, names in _GROUPS
        ]
        return [(title, fields) for title, fields in titled if fields]

    def _absent(self) -> set[str]:
        if self.instance.game != "bluemoon":
            names = set(_BLUE_MOON_ONLY)
        else:
            names = set(without(str(self["type"].value() or ""), str(self["people"].value() or "")))
        return {name for name in names if name in self.fields and self[name].value() in ("", None, [])}


class TableForm(forms.Form):
    """Form for a table: a file or pasted text."""

    file = forms.FileField(required=False, label=gettext_lazy("A CSV file"), allow_empty_file=True)
    text = forms.CharField(
        required=False,
        label=gettext_lazy("or paste it here"),
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """The text, from wherever it came."""
        data = super().clean() or {}
        file = data.get("file")
        if isinstance(file, UploadedFile):
            data["text"] = self._read(file)
        return data

    def _read(self, file: UploadedFile[bytes]) -> str:
        if (file.size or 0) > MAX_TABLE_LENGTH:
            self.add_error("file", _("A table may have at most %(most)d characters.") % {"most": MAX_TABLE_LENGTH})
            return ""
        try:
            return decode(file.read(), (file.name or "file")[:80])
        except DomainError as error:
            self.add_error("file", translated(error))
            return ""


class WitnessForm(forms.Form):
    """Form for somebody who owns a card that nobody has seen: facts, or two sentences; never a picture."""

    name = forms.CharField(max_length=80, required=False, label=gettext_lazy("Name, as printed"))
    number = forms.CharField(max_length=8, required=False, label=gettext_lazy("Number, as printed"))
    type = forms.ChoiceField(
        choices=[("", "–"), *((kind.value, TYPES[kind]) for kind in CardType if kind.value)],
        required=False,
        label=gettext_lazy("Type"),
    )
    fire = forms.IntegerField(min_value=0, max_value=20, required=False, label=gettext_lazy("Fire"))
    earth = forms.IntegerField(min_value=0, max_value=20, required=False, label=gettext_lazy("Earth"))
    moons = forms.IntegerField(min_value=0, max_value=9, required=False, label=gettext_lazy("Moons"))
    said = forms.CharField(
        max_length=MAX_SAID,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=gettext_lazy("What it does, in two sentences of your own"),
        help_text=gettext_lazy("In your own words; never copy the text of the card."),
    )
    credit = forms.CharField(
        max_length=80, required=False, label=gettext_lazy("Your name, if you want to be thanked by it")
    )

    @property
    def facts(self) -> dict[str, str]:
        """The facts that were typed, as texts."""
        values = {name: self.cleaned_data[name] for name in ("name", "number", "type", "fire", "earth", "moons")}
        return {name: str(value) for name, value in values.items() if value not in (None, "")}
