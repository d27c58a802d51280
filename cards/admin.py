"""Admin of cards, rulings and the change log."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.identity import person_of
from cards import models as rows
from cards.catalogue.change_log import ChangeAuthor
from cards.catalogue.queries import catalogue
from cards.catalogue.services import delete_card, save_card
from cards.core.facts import CardType, IconKind, Timing
from cards.core.rulings import Trust
from cards.core.rulings.csv_tables import RULING_ID
from cards.editing.forms import CardForm, ListField
from cards.games import GAMES
from cards.models import Card, CatalogueChange, UnansweredQuestion, Way
from cards.rulings.services import delete_book_entry, save_book_entry
from common.admin import ReadOnlyAdmin
from common.errors import Missing
from common.fingerprints import settings_fingerprint
from common.settings_forms import UnchangedSinceMixin


def admin_as_author(request: HttpRequest) -> ChangeAuthor:
    return ChangeAuthor(Way.ADMIN, person_of(request))


@admin.register(UnansweredQuestion)
class UnansweredQuestionAdmin(ReadOnlyAdmin):
    """Admin of questions that the search could not answer: read them, and delete them once an answer is written."""

    list_display = ["text", "language", "times", "day"]
    list_filter = ["language", "day"]
    search_fields = ["text"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(CatalogueChange)
class ChangeAdmin(ReadOnlyAdmin):
    """Admin of changes: each with its author, its time, and both values."""

    list_display = ["when", "code", "field", "before", "after", "name", "way"]
    list_filter = ["game", "table", "way", "when"]
    search_fields = ["code", "before", "after", "name"]
    list_per_page = 100


_ALLOWED_VALUES = {
    "icons": [kind.value for kind in IconKind],
    "types": [kind.value for kind in CardType if kind.value],
    "timings": [timing.value for timing in Timing if timing.value],
}
_LIST_FIELDS = ("cards", "icons", "types", "timings", "readings", "see", "kinds")


class UnchangedSinceModelForm(UnchangedSinceMixin, forms.ModelForm[Any]):
    """Form for a row of the admin; refuses to save over changes made since it was opened."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = settings_fingerprint(forms.model_to_dict(self.instance, self._meta.fields or None))

    def clean(self) -> dict[str, Any]:
        """Reject stale forms; here the row is still as it was read for this request."""
        data = super().clean() or {}
        stale = data.get("seen") not in ("", self.initial["seen"])
        if self.instance.pk and stale and set(self.changed_data) - {"seen"}:
            self.show_meanwhile(type(self)(instance=self.instance))
        return data


class RulingsEntryForm(UnchangedSinceModelForm):
    """Form for a row of the rulings: splits lists at semicolons and checks that the named cards and topics exist."""

    game = forms.ChoiceField(choices=[(game.key, game.title) for game in GAMES.values()])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _LIST_FIELDS:
            if name in self.fields:
                self.fields[name] = ListField(required=False, label=self.fields[name].label)

    def clean_key(self) -> str:
        """Require the number of a ruling, an erratum or an entry, such as R1-001."""
        key = str(self.cleaned_data["key"])
        if isinstance(self.instance, rows.Ruling | rows.Erratum | rows.ListEntry) and not RULING_ID.fullmatch(key):
            raise forms.ValidationError(_("Write a number such as R1-001."))
        return key

    def clean(self) -> dict[str, Any]:
        """Check references; a ruling of low trust needs a note."""
        data = super().clean()
        for name, allowed in _ALLOWED_VALUES.items():
            for value in data.get(name) or ():
                if value not in allowed:
                    self.add_error(
                        name,
                        _("“%(value)s” isn’t one of: %(wanted)s.")
                        % {"value": value[:40], "wanted": ", ".join(allowed)},
                    )
        self._replace_names_by_codes(data)
        if data.get("trust") == Trust.LOW and not data.get("note"):
            self.add_error("note", _("A ruling with low reliability needs a note that says what’s wrong with it."))
        if "topic" in data and not rows.RulingTopic.objects.filter(key=data["topic"], game=data.get("game")).exists():
            self.add_error("topic", _("This game doesn’t have that topic."))
        return data

    def _replace_names_by_codes(self, data: dict[str, Any]) -> None:
        name = "cards" if "cards" in self.fields else "card"
        if name not in data or data.get("game") not in GAMES:
            return
        named = data[name] if name == "cards" else [data[name]]
        try:
            codes = [catalogue(data["game"]).find_card(name).code for name in named]
        except Missing as error:
            self.add_error(name, error.message)
        else:
            data[name] = codes if name == "cards" else codes[0]


class RulingsEntryAdmin(admin.ModelAdmin[Any]):
    """Rows of the book; saved and deleted through its service, so that pages are up to date at once."""

    form = RulingsEntryForm
    actions = []
    list_per_page = 100
    save_on_top = True

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        save_book_entry(obj, by=admin_as_author(request))

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        delete_book_entry(obj, by=admin_as_author(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in queryset:
            delete_book_entry(row, by=admin_as_author(request))


@admin.register(rows.Ruling)
class RulingAdmin(RulingsEntryAdmin):
    """Rulings."""

    list_display = ["key", "topic", "question", "edition", "trust", "here"]
    list_filter = ["game", "trust", "edition", "here", "topic"]
    search_fields = ["key", "question", "answer", "note"]


@admin.register(rows.Erratum)
class ErratumAdmin(RulingsEntryAdmin):
    """Errata."""

    list_display = ["key", "card", "text", "here"]
    list_filter = ["game", "here"]
    search_fields = ["key", "card", "text"]


@admin.register(rows.CardList)
class CardListAdmin(RulingsEntryAdmin):
    """Lists of restricted and banned cards."""

    list_display = ["key", "title", "kind", "issued", "current", "here"]
    list_filter = ["game", "kind", "current"]


@admin.register(rows.ListEntry)
class ListEntryAdmin(RulingsEntryAdmin):
    """Entries of the lists."""

    list_display = ["key", "version", "card", "set", "number", "here"]
    list_filter = ["game", "version"]
    search_fields = ["card", "printed"]


@admin.register(rows.RulingTopic, rows.RulingReading)
class TopicOrReadingAdmin(RulingsEntryAdmin):
    """Topics and readings."""

    list_display = ["key", "title", "game", "here"]
    list_filter = ["game"]
    search_fields = ["key", "title"]


class CardInAdminForm(UnchangedSinceModelForm, CardForm):
    """Form for a card in the admin."""


@admin.register(Card)
class CardAdmin(admin.ModelAdmin[Card]):
    """Cards by people; saving runs the catalogue’s own checks and raises its version."""

    form = CardInAdminForm
    actions = ()
    list_display = ["code", "name", "name_de", "people", "type", "moons", "deck", "known", "complete"]
    list_filter = ["game", "complete", "known", "people", "type", "deck", "timing"]
    search_fields = ["code", "name", "name_de", "title", "summary"]
    list_per_page = 100
    save_on_top = True
    fieldsets = [
        (None, {"fields": ["seen", "code", "slot", "name", "name_de", "title", "aliases"]}),
        (gettext_lazy("Facts"), {"fields": ["people", "number", "type", ("fire", "earth"), "icons", "moons", "deck"]}),
        (
            gettext_lazy("Only for some types"),
            {"fields": ["family", "capacity", ("extra_cards", "extra_moons"), "emissary"]},
        ),
        (gettext_lazy("Power"), {"fields": ["timing", "summary"]}),
        (gettext_lazy("Source and notes"), {"fields": ["notes", "source", "filled_here"]}),
    ]

    def get_fieldsets(self, request: HttpRequest, obj: Card | None = None) -> Any:
        if obj is None or not GAMES[obj.game].attributes:
            return self.fieldsets
        return [*self.fieldsets, (gettext_lazy("For this game"), {"fields": ["attributes"]})]

    def get_readonly_fields(self, request: HttpRequest, obj: Card | None = None) -> list[str]:
        """A card’s code is its identity and can’t be changed; the code of a gap is only temporary."""
        fixed = ["code"] if obj is not None and obj.known else []
        return [*fixed, *(["slot"] if obj is not None else []), "filled_here"]

    @admin.display(description=gettext_lazy("filled in on this site"))
    def filled_here(self, card: Card) -> str:
        """Return the columns that the project’s own table doesn’t overwrite."""
        return ", ".join(card.here) or "–"

    def save_model(self, request: HttpRequest, obj: Card, form: Any, change: bool) -> None:
        save_card(obj, by=admin_as_author(request))

    def delete_model(self, request: HttpRequest, obj: Card) -> None:
        delete_card(obj, by=admin_as_author(request))
