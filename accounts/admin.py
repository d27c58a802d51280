"""Admin: members, people and API tokens. Tokens have no secret here: only a digest is stored."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from accounts.models import ApiToken, Person, User

admin.site.register(User, UserAdmin)
# The library’s pages would let staff create tokens, and redirect URLs that no form validates.
admin.site.unregister([AccessToken, Application, Grant, IDToken, RefreshToken])


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
        """Return False: a token created here could never be shown to its owner."""
        return False


@admin.register(Application)
class ApplicationAdmin(admin.ModelAdmin[Application]):
    """Applications that members have registered: staff can read and delete them, not change them."""

    list_display = ["name", "user", "client_type", "created"]
    list_select_related = ["user"]
    fields = readonly_fields = ("name", "user", "client_id", "client_type", "redirect_uris", "created")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: members register them on their page."""
        return False
