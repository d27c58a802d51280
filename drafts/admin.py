"""Admin of drafts: players and progress. The deal, picks and seat tokens aren’t shown."""

from typing import ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.errors import DomainError
from common.i18n import translated
from drafts.models import Draft, Seat
from drafts.table import services
from drafts.table.loaded import Visitor


class SeatInline(admin.TabularInline[Seat, Draft]):
    """Seats of a draft."""

    model = Seat
    fields: ClassVar = ["number", "nickname", "is_bot"]
    readonly_fields: ClassVar = ["number", "nickname", "is_bot"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Draft | None = None) -> bool:
        """Return False: players take seats on the draft’s page."""
        return False


@admin.register(Draft)
class DraftAdmin(admin.ModelAdmin[Draft]):
    """Drafts that staff can read and cancel, but not edit."""

    list_display = ["name", "key", "host", "players", "status", "pick_seconds", "deadline", "created"]
    list_filter: ClassVar = ["status", "players", "created"]
    list_select_related = ["host__user"]
    search_fields: ClassVar = ["name", "key", "host__nickname", "host__user__username"]
    date_hierarchy = "created"
    inlines = [SeatInline]
    actions = ["cancel_drafts"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: drafts are created on their own page."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Draft | None = None) -> bool:
        """Return False: staff can’t change what the players agreed on."""
        return False

    @admin.action(description=_("Cancel draft"), permissions=["view"])
    def cancel_drafts(self, request: HttpRequest, queryset: QuerySet[Draft]) -> None:
        """Cancel the chosen drafts, as their hosts could."""
        for draft in queryset:
            try:
                services.abort_draft(draft.key, visitor=Visitor(draft.host_id))
            except DomainError as error:
                self.message_user(request, f"{draft}: {translated(error)}", messages.WARNING)
