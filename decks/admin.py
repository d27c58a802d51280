"""Admin of decks and pools: finds, shows and hides them; their owners change them on the site."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from decks.models import Deck, DeckCard, Pool


class DeckCardInline(admin.TabularInline[DeckCard, Deck]):
    """Rows of the cards of a deck."""

    model = DeckCard
    extra = 0


@admin.register(Deck)
class DeckAdmin(admin.ModelAdmin[Deck]):
    """Admin of decks: any of them can be made private."""

    list_display = ["name", "key", "owner", "format", "edition", "leader", "visibility", "version", "updated"]
    list_filter = ["format", "edition", "visibility", "match"]
    list_select_related = ["owner__user"]
    search_fields = ["name", "key", "owner__nickname", "owner__user__username"]
    raw_id_fields = ["owner", "pool"]
    readonly_fields = ["key", "version", "created", "updated"]
    inlines = [DeckCardInline]
    actions = ["make_private"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        return super().get_queryset(request).select_related("owner__user")

    @admin.action(description=_("Hide selected decks from everyone but their owners"))
    def make_private(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        changed = queryset.update(visibility=Deck.Visibility.PRIVATE)
        self.message_user(request, _("%(count)d hidden.") % {"count": changed})


@admin.register(Pool)
class PoolAdmin(admin.ModelAdmin[Pool]):
    """Admin of pools, without their cards, which only the owner may see (DRAFT-18)."""

    list_display = ["name", "key", "owner", "source", "decks_built", "created"]
    list_select_related = ["owner__user"]
    search_fields = ["name", "key", "source", "owner__nickname", "owner__user__username"]
    raw_id_fields = ["owner"]
    # DRAFT-18: only the owner ever sees the cards, not even staff.
    exclude = ["codes"]
    readonly_fields = ["key", "created"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pool]:
        return super().get_queryset(request).annotate(built=Count("decks"))

    @admin.display(description=_("decks"), ordering="built")
    def decks_built(self, pool: Pool) -> int:
        built: int = getattr(pool, "built", 0)
        return built
