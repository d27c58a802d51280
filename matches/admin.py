"""Admin of groups, matches and events."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.admin import ReadOnlyAdmin
from matches.models import (
    AuditLogEntry,
    Event,
    Game,
    GameCorrection,
    Group,
    JudgeNote,
    Match,
    Member,
    Pairing,
    Registration,
    Round,
    Webhook,
    WebhookNotice,
)


class _ReadOnlyInline(admin.TabularInline[Any, Any]):
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class _MatchInline(_ReadOnlyInline):
    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("match")


class GameInline(_MatchInline):
    """Games of a match."""

    model = Game
    fields = ("number", "winner", "dragons", "crystal_cards", "ended", "status", "created")
    readonly_fields = fields


class CorrectionInline(_MatchInline):
    """Corrections of a game."""

    model = GameCorrection
    fields = ("number", "kind", "at", "note", "before", "after")
    readonly_fields = fields


class MemberInline(admin.TabularInline[Member, Group]):
    """Present and past members of a group."""

    model = Member
    extra = 0
    raw_id_fields = ["person"]


@admin.register(Group)
class GroupAdmin(admin.ModelAdmin[Group]):
    """Groups and their members."""

    list_display = ["name", "owner", "key", "created"]
    list_select_related = ["owner__user"]
    search_fields = ["name", "key", "members__name"]
    raw_id_fields = ["owner"]
    readonly_fields = ["key", "created"]
    date_hierarchy = "created"
    inlines = [MemberInline]
    show_full_result_count = False


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin[Match]):
    """Matches with their settings and games. Crystals are shown on the match page."""

    list_display = ["__str__", "group", "status", "edition", "target", "key", "created"]
    list_filter = ["status", "edition", "draft"]
    list_select_related = ["group"]
    search_fields = ["key", "name_a", "name_b", "group__name"]
    raw_id_fields = ["group", "created_by", "player_a", "player_b", "member_a", "member_b"]
    readonly_fields = ["key", "status", "version", "created", "changed"]
    date_hierarchy = "created"
    inlines = [GameInline, CorrectionInline]
    show_full_result_count = False

    def view_on_site(self, obj: Match) -> str:
        """Link to the match page, where games can be corrected."""
        return reverse("matches:detail", args=[obj.key])


class RoundInline(_ReadOnlyInline):
    """The rounds of an event. They are paired on its page."""

    model = Round
    fields = ("number", "stage", "status", "minutes", "day", "paired")
    readonly_fields = fields


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events, without the keys of helper links. Moderators can hide events from the public calendar."""

    actions = ("hide", "show")

    @admin.action(description=_("Remove from the public calendar"), permissions=["view"])
    def hide(self, request: HttpRequest, events: QuerySet[Event]) -> None:
        self._set_hidden(request, events, timezone.now())

    @admin.action(description=_("Allow on the public calendar again"), permissions=["view"])
    def show(self, request: HttpRequest, events: QuerySet[Event]) -> None:
        self._set_hidden(request, events, None)

    def _set_hidden(self, request: HttpRequest, events: QuerySet[Event], at: datetime | None) -> None:
        for event in events:
            Event.objects.filter(pk=event.pk).update(hidden=at, version=F("version") + 1)
            self.log_change(request, event, "hidden" if at else "shown")

    list_display = ["name", "owner", "format", "status", "code", "created"]
    list_filter = ["status", "format"]
    list_select_related = ["owner__user"]
    search_fields = ["name", "key", "code"]
    date_hierarchy = "created"
    exclude = ["judge_key", "scorekeeper_key", "seed"]
    inlines = [RoundInline]


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    """Players of events. Decks are shown on the event’s page once they are open."""

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
    def event(self, pairing: Pairing) -> str:
        return str(pairing.round.event)


@admin.register(JudgeNote)
class JudgeNoteAdmin(ReadOnlyAdmin):
    """Penalties and notes."""

    list_display = ["registration", "kind", "text", "round", "by", "at"]
    list_select_related = ["registration", "by__user"]
    list_filter = ["kind"]
    search_fields = ["registration__name", "registration__event__key"]


@admin.register(AuditLogEntry)
class AuditLogEntryAdmin(ReadOnlyAdmin):
    """Audit log of events."""

    list_display = ["at", "event", "kind", "by"]
    list_filter = ["kind"]
    list_select_related = ["event", "by__user"]
    search_fields = ["event__key", "event__name"]
    date_hierarchy = "at"


class NoticeInline(_ReadOnlyInline):
    """The last notices of a webhook."""

    model = WebhookNotice
    fields = ("made", "kind", "state", "status", "tries", "due")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out the bodies of notices, which have reported results."""
        return super().get_queryset(request).defer("body")


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """Webhooks of events. The secret is never shown."""

    list_display = ["url", "event", "last_status", "failures", "off", "created"]
    list_select_related = ["event"]
    search_fields = ["url", "event__key"]
    fields = readonly_fields = ("event", "url", "last_status", "failures", "off", "created")
    inlines = [NoticeInline]
