"""Admin of cards: completing those that are not known yet, correcting those that are."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cards.admin.editing import ChangeAdmin, by_admin
from cards.admin.rulings import CardListAdmin, ErratumAdmin, ListEntryAdmin, RulingAdmin, WordAdmin
from cards.catalogue.services import remove_card, save_card
from cards.editing.card_form import CardForm
from cards.games import GAMES
from cards.models import Card

__all__ = ["CardAdmin", "CardListAdmin", "ChangeAdmin", "ErratumAdmin", "ListEntryAdmin", "RulingAdmin", "WordAdmin"]


@admin.register(Card)
class CardAdmin(admin.ModelAdmin[Card]):
    """Cards by people; saving goes through the catalogue's own checks and raises its version."""

    form = CardForm
    actions = ()
    list_display = ["code", "name", "name_de", "people", "type", "moons", "deck", "known", "complete"]
    list_filter = ["game", "complete", "known", "people", "type", "deck", "timing"]
    search_fields = ["code", "name", "name_de", "title", "summary"]
    list_per_page = 100
    save_on_top = True
    fieldsets = [
        (None, {"fields": ["code", "slot", "name", "name_de", "title", "aliases"]}),
        (_("Facts"), {"fields": ["people", "number", "type", ("fire", "earth"), "icons", "moons", "deck"]}),
        (_("For some types"), {"fields": ["family", "capacity", ("extra_cards", "extra_moons"), "emissary"]}),
        (_("Power"), {"fields": ["timing", "summary"]}),
        (_("Where it comes from"), {"fields": ["notes", "source", "filled_here"]}),
    ]

    def get_fieldsets(self, request: HttpRequest, obj: Card | None = None) -> Any:
        """A game with attributes shows them too."""
        if obj is None or not GAMES[obj.game].attributes:
            return self.fieldsets
        return [*self.fieldsets, (_("For this game"), {"fields": ["attributes"]})]

    def get_readonly_fields(self, request: HttpRequest, obj: Card | None = None) -> list[str]:
        """The code is the identity of a card: it is given once; the code of a gap is only a stopgap."""
        fixed = ["code"] if obj is not None and obj.known else []
        return [*fixed, *(["slot"] if obj is not None else []), "filled_here"]

    @admin.display(description=_("filled on this site"))
    def filled_here(self, card: Card) -> str:
        """The columns that the project's own table leaves alone."""
        return ", ".join(card.here) or "–"

    def save_model(self, request: HttpRequest, obj: Card, form: Any, change: bool) -> None:
        """Through the service."""
        save_card(obj, by=by_admin(request))

    def delete_model(self, request: HttpRequest, obj: Card) -> None:
        """Through the service."""
        remove_card(obj, by=by_admin(request))
