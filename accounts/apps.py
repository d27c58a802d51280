"""App configuration: accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Members, guests and their API tokens."""

    name = "accounts"
    verbose_name = _("Members and guests")

    def ready(self) -> None:
        from allauth.account.decorators import secure_admin_login
        from django.conf import settings
        from django.contrib import admin
        from django.contrib.messages.storage.cookie import CookieStorage

        from accounts import identity, language, socket_sessions  # noqa: F401
        from accounts.log_ins import services  # noqa: F401
        from accounts.second_factor.staff import login_with_second_step, permission_requiring_second_factor

        CookieStorage.cookie_name = f"messages_{settings.COOKIE_MARK}"
        # Use the site’s log-in page, because the admin's own has no rate limit and no second step.
        admin.site.login = login_with_second_step(secure_admin_login(admin.site.login))  # type: ignore[method-assign]
        admin.site.has_permission = permission_requiring_second_factor(  # type: ignore[method-assign,assignment]
            admin.site.has_permission
        )
