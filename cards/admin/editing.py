"""Admin of the catalogue's change log: read-only."""

from django.contrib import admin
from django.http import HttpRequest

from accounts.identity import person_of
from cards.catalogue.change_log import By
from cards.models import CatalogueChange, Way
from common.admin import ReadOnlyAdmin


def by_admin(request: HttpRequest) -> By:
    """The person who changes something in the admin."""
    return By(Way.ADMIN, person_of(request))


@admin.register(CatalogueChange)
class ChangeAdmin(ReadOnlyAdmin):
    """Admin of changes: each with its author, its time, and the value before and after."""

    list_display = ["when", "code", "field", "before", "after", "name", "way"]
    list_filter = ["game", "table", "way", "when"]
    search_fields = ["code", "before", "after", "name"]
    list_per_page = 100
