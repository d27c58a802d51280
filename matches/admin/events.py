"""Admin of events: to look at only; events are run on their own pages, where every change is in the audit log."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.admin import ReadOnlyAdmin
from matches.models import Event, JudgeNote, Notice, Pairing, Registration, Round, Trail, Webhook


class RoundInline(admin.TabularInline[Round, Event]):
    """The rounds of an event."""

    model = Round
    fields = ("number", "stage", "status", "minutes", "day", "paired")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rounds are paired on the page of the event."""
        return False


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events. The keys that make helpers are not shown; staff may take one off the public calendar."""

    actions = ("hide", "show")

    @admin.action(description=_("Take off the public calendar"), permissions=["view"])
    def hide(self, request: HttpRequest, rows: QuerySet[Event]) -> None:
        """Hide events from lists; the log of the admin keeps who did it."""
        self._set_hidden(request, rows, timezone.now())

    @admin.action(description=_("Let back on the public calendar"), permissions=["view"])
    def show(self, request: HttpRequest, rows: QuerySet[Event]) -> None:
        """Let them be listed again."""
        self._set_hidden(request, rows, None)

    def _set_hidden(self, request: HttpRequest, rows: QuerySet[Event], at: datetime | None) -> None:
        for row in rows:
            Event.objects.filter(pk=row.pk).update(hidden=at, version=F("version") + 1)
            self.log_change(request, row, "hidden" if at else "shown")

    list_display = ["name", "owner", "format", "status", "code", "created"]
    list_filter = ["status", "format"]
    list_select_related = ["owner__user"]
    search_fields = ["name", "key", "code"]
    date_hierarchy = "created"
    exclude = ["judge_key", "scorekeeper_key", "seed"]
    inlines = [RoundInline]


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    """Players of events. Decks are shown by the event, when it shows them."""

    list_display = ["event", "number", "name", "entered", "dropped", "deck_verdict"]
    list_select_related = ["event"]
    search_fields = ["name", "event__name", "event__key"]
    exclude = ["deck", "deck_faults", "deck_frozen"]


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    """Tables of rounds."""

    list_display = ["event", "round", "table", "a", "b", "settled", "outcome", "crystals_a", "crystals_b"]
    list_select_related = ["round__event", "a", "b"]
    list_filter = ["settled", "outcome"]
    search_fields = ["round__event__key", "round__event__name", "a__name", "b__name"]

    @admin.display(ordering="round__event")
    def event(self, row: Pairing) -> str:
        """The event."""
        return str(row.round.event)


@admin.register(JudgeNote)
class JudgeNoteAdmin(ReadOnlyAdmin):
    """Penalties and notes."""

    list_display = ["registration", "kind", "text", "round", "by", "at"]
    list_select_related = ["registration", "by__user"]
    list_filter = ["kind"]
    search_fields = ["registration__name", "registration__event__key"]


@admin.register(Trail)
class TrailAdmin(ReadOnlyAdmin):
    """Audit log of events."""

    list_display = ["at", "event", "kind", "by"]
    list_filter = ["kind"]
    list_select_related = ["event", "by__user"]
    search_fields = ["event__key", "event__name"]
    date_hierarchy = "at"


class NoticeInline(admin.TabularInline[Notice, Webhook]):
    """The last notices to an address."""

    model = Notice
    fields = ("made", "kind", "state", "status", "tries", "due")
    readonly_fields = fields
    extra = 0
    max_num = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """Without the reported results."""
        return super().get_queryset(request).defer("body")


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Addresses that are notified. The secret is never shown."""

    list_display = ["url", "event", "last_status", "failures", "off", "created"]
    list_select_related = ["event"]
    search_fields = ["url", "event__key"]
    fields = readonly_fields = ("event", "url", "last_status", "failures", "off", "created")
    inlines = [NoticeInline]
