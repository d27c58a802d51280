"""Admin of groups and matches. Games are corrected on the page of the match, so that the history is kept."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from matches.models import Game, GameCorrection, Group, Match, Member


class _ReadOnly(admin.TabularInline[Game | GameCorrection, Match]):
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game | GameCorrection]:
        return super().get_queryset(request).select_related("match")


class GameInline(_ReadOnly):
    """The games as they were recorded."""

    model = Game
    fields = ("number", "winner", "dragons", "crystal_cards", "ended", "status", "created")
    readonly_fields = fields


class CorrectionInline(_ReadOnly):
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
    """Matches: who played, what was agreed, which games. Crystals are on the page of the match."""

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
        """The page of the match, where games are corrected."""
        return reverse("matches:detail", args=[obj.key])


from matches.admin import events  # noqa: E402, F401  (registers the admin of events)
