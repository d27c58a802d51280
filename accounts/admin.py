"""Admin: members, people and API tokens. A token shows without its secret, of which only a digest is stored."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from accounts.models import ApiToken, Person, User

admin.site.register(User, UserAdmin)


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin[Person]):
    """Guests and members."""

    list_display = ["display_name", "user", "created"]
    list_select_related = ["user"]
    search_fields = ["nickname", "user__username"]
    raw_id_fields = ["user"]
    show_full_result_count = False


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    """API tokens: staff can read and revoke them, not create them."""

    list_display = ["name", "user", "prefix", "created", "last_used"]
    list_select_related = ["user"]
    readonly_fields = ["user", "name", "prefix", "created", "last_used"]
    exclude = ["digest"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """False: a token created here could never be shown to its owner."""
        return False
