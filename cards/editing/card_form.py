"""Form of a card in the editor."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.catalogue.queries import facts_of
from cards.catalogue.services import faults_of
from cards.core.facts import Icon
from cards.games import GAMES
from cards.models import Card


class ListField(forms.CharField):
    """Several values in one line, kept as a list; parted by semicolons, as in the table."""

    def prepare_value(self, value: Any) -> Any:
        """A list as a line."""
        return "; ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """A line as a list."""
        return [part.strip() for part in (value or "").split(";") if part.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the list is another."""
        return bool(list(initial or []) != self.to_python(data))


def _alike(value: Any, kept: Any) -> bool:
    """Whether a value is of the kind of the one it replaces; a list is one of words."""
    if isinstance(kept, list):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return value is None or isinstance(value, type(kept))


class CardForm(forms.ModelForm[Card]):
    """Form with all columns of a card; shows each error at its column."""

    icons = ListField(required=False, label=gettext_lazy("Icons"), help_text="SHIELD:fire; PAIR; GANG:red; BLUFF:none")
    aliases = ListField(required=False, label=gettext_lazy("Other names"))
    people = forms.ChoiceField(label=gettext_lazy("People or faction"))
    type = forms.ChoiceField(required=False, label=gettext_lazy("Type"))

    class Meta:
        model = Card
        fields: ClassVar = [
            *(
                "code",
                "slot",
                "name",
                "name_de",
                "title",
                "people",
                "number",
                "type",
                "fire",
                "earth",
                "icons",
                "moons",
            ),
            *(
                "deck",
                "family",
                "capacity",
                "extra_cards",
                "extra_moons",
                "emissary",
                "aliases",
                "timing",
                "summary",
                "notes",
            ),
            "source",
            "attributes",
        ]

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
        """Only what the game knows of; what is derived stays as it was."""
        given, game = self.cleaned_data["attributes"], GAMES[self.instance.game]
        if not isinstance(given, dict) or set(given) - set(game.attributes):
            raise forms.ValidationError(_("Write only %(names)s.") % {"names": ", ".join(game.attributes)})
        kept = self.instance.attributes or {}
        wrong = [name for name, value in given.items() if kept.get(name) is not None and not _alike(value, kept[name])]
        if wrong:
            raise forms.ValidationError(_("Not written as it should be: %(names)s.") % {"names": ", ".join(wrong)})
        return given | {"marks": kept.get("marks", [])}

    def clean_icons(self) -> list[str]:
        """Icons in the catalogue's spelling."""
        icons = []
        for text in self.cleaned_data["icons"]:
            try:
                icons.append(str(Icon.parse(text)))
            except ValueError as error:
                raise forms.ValidationError(_("“%(text)s” is not an icon.") % {"text": text[:40]}) from error
        return icons

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            for fault in faults_of(facts_of(self.instance), game=self.instance.game, key=self.instance.pk):
                self.add_error(fault.field if fault.field in self.fields else None, fault.message)
