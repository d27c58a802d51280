"""Admin that is only looked at."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Nothing is added, changed or deleted here."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come with what they tell of."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What was done stays done."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is forgotten here."""
        return False
