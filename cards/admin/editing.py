"""Admin of the catalogue's history: to look at only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.identity import person_of
from cards.catalogue.change_log import By
from cards.models import CatalogueChange, Way


def by_admin(request: HttpRequest) -> By:
    """The person who changes something in the admin."""
    return By(Way.ADMIN, person_of(request))


@admin.register(CatalogueChange)
class ChangeAdmin(admin.ModelAdmin[CatalogueChange]):
    """Every change with who, when, before and after."""

    list_display = ["when", "code", "field", "before", "after", "name", "way"]
    list_filter = ["game", "table", "way", "when"]
    search_fields = ["code", "before", "after", "name"]
    list_per_page = 100

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Changes come with what they change."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What was done stays done."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is ever forgotten here."""
        return False
