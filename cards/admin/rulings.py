"""Admin of rulings, errata, lists and their sources."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from cards.admin.editing import by_admin
from cards.catalogue.queries import catalogue
from cards.core.facts import CardType, IconKind, Timing
from cards.core.rulings import Trust
from cards.core.rulings.csv_tables import ID
from cards.editing.card_form import ListField
from cards.games import GAMES
from cards.models import rulings as rows
from cards.rulings.services import remove_entry, save_entry
from common.errors import Missing

_ALLOWED = {
    "icons": [kind.value for kind in IconKind],
    "types": [kind.value for kind in CardType if kind.value],
    "timings": [timing.value for timing in Timing if timing.value],
}
_LISTS = ("cards", "icons", "types", "timings", "readings", "see", "kinds")


class EntryForm(forms.ModelForm[Any]):
    """Form for a row of the rulings: splits lists at semicolons and checks that cards and topics named exist."""

    game = forms.ChoiceField(choices=[(game.key, game.title) for game in GAMES.values()])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _LISTS:
            if name in self.fields:
                self.fields[name] = ListField(required=False, label=self.fields[name].label)

    def clean_key(self) -> str:
        """The number of a ruling, an erratum or an entry is one such as R1-001."""
        key = str(self.cleaned_data["key"])
        if isinstance(self.instance, rows.Ruling | rows.Erratum | rows.ListEntry) and not ID.fullmatch(key):
            raise forms.ValidationError(_("Write a number such as R1-001."))
        return key

    def clean(self) -> dict[str, Any]:
        """What is pointed at must be there; a ruling of low trust must say what is wrong with it."""
        data = super().clean() or {}
        for name, allowed in _ALLOWED.items():
            for value in data.get(name) or ():
                if value not in allowed:
                    self.add_error(name, _("“%(text)s” is not one of %(words)s.") % _said(value, allowed))
        self._codes(data)
        if data.get("trust") == Trust.LOW and not data.get("note"):
            self.add_error("note", _("A ruling of low trust needs a note that says what is wrong with it."))
        if "topic" in data and not rows.RulingTopic.objects.filter(key=data["topic"], game=data.get("game")).exists():
            self.add_error("topic", _("There is no such topic of this game."))
        return data

    def _codes(self, data: dict[str, Any]) -> None:
        """Cards may be written by any name; they are kept by code."""
        name = "cards" if "cards" in self.fields else "card"
        if name not in data or data.get("game") not in GAMES:
            return
        named = data[name] if name == "cards" else [data[name]]
        try:
            codes = [catalogue(data["game"]).find(name).code for name in named]
        except Missing as error:
            self.add_error(name, error.message)
        else:
            data[name] = codes if name == "cards" else codes[0]


def _said(text: str, allowed: list[str]) -> dict[str, str]:
    return {"text": text[:40], "words": ", ".join(allowed)}


class EntryAdmin(admin.ModelAdmin[Any]):
    """Rows of the book; saving and deleting go through its service, so that pages follow at once."""

    form = EntryForm
    actions = []
    list_per_page = 100
    save_on_top = True

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        """Through the service."""
        save_entry(obj, by=by_admin(request))

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        """Through the service."""
        remove_entry(obj, by=by_admin(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Through the service."""
        for row in queryset:
            remove_entry(row, by=by_admin(request))


@admin.register(rows.Ruling)
class RulingAdmin(EntryAdmin):
    """Rulings."""

    list_display = ["key", "topic", "question", "edition", "trust", "here"]
    list_filter = ["game", "trust", "edition", "here", "topic"]
    search_fields = ["key", "question", "answer", "note"]


@admin.register(rows.Erratum)
class ErratumAdmin(EntryAdmin):
    """Errata."""

    list_display = ["key", "card", "text", "here"]
    list_filter = ["game", "here"]
    search_fields = ["key", "card", "text"]


@admin.register(rows.CardList)
class CardListAdmin(EntryAdmin):
    """Lists of restricted and banned cards."""

    list_display = ["key", "title", "kind", "issued", "current", "here"]
    list_filter = ["game", "kind", "current"]


@admin.register(rows.ListEntry)
class ListEntryAdmin(EntryAdmin):
    """Entries of the lists."""

    list_display = ["key", "version", "card", "set", "number", "here"]
    list_filter = ["game", "version"]
    search_fields = ["card", "printed"]


@admin.register(rows.RulingTopic, rows.RulingReading)
class WordAdmin(EntryAdmin):
    """Topics and readings."""

    list_display = ["key", "title", "game", "here"]
    list_filter = ["game"]
    search_fields = ["key", "title"]
