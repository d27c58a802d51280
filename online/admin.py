"""Admin of games at the site: players and progress. Positions, decks, actions and secret keys aren’t shown."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from online.models import TERM_FIELDS, Game, GameSeat

_FIELDS: tuple[str, ...] = (
    "key", "created_by", "match", *TERM_FIELDS, "status", "deadline", "ending", "winner", "created"
)  # fmt: skip


class GameSeatInline(admin.TabularInline[GameSeat, Game]):
    """Seats of a game."""

    model = GameSeat
    fields: ClassVar = ["place", "name", "level"]
    readonly_fields: ClassVar = ["place", "name", "level"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        """Return False: players take seats by a link."""
        return False


@admin.register(Game)
class GameAdmin(admin.ModelAdmin[Game]):
    """Games that staff can read and delete, but not edit."""

    list_display = ["key", "created_by", "status", "clock", "ending", "created"]
    list_filter: ClassVar = ["status", "clock", "created"]
    list_select_related = ["created_by__user"]
    search_fields: ClassVar = ["key", "seats__name"]
    date_hierarchy = "created"
    # Not sorted by the last change, which would reveal unseen actions.
    ordering: ClassVar = ["-created"]
    fields = readonly_fields = _FIELDS
    inlines = [GameSeatInline]

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[Any]]:
        """Return the games without their actions, whose number would reveal unseen ones."""
        _nested, _counts, permissions, protected = super().get_deleted_objects(objs, request)
        return [str(game) for game in objs], {}, permissions, protected

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: games are created on their own page."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        """Return False: what the players agreed on and played stays."""
        return False
