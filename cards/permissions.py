"""Permissions: who may change the catalogue."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from accounts.models import User
from common.errors import NotAllowed
from common.text import gettext_noop

EDITORS_GROUP = "Catalogue editor"
# Rights of an editor in the admin, by model. Only staff with rights of their own can delete there.
_EDITOR_PERMISSIONS = {
    "card": ("add", "change", "view"),
    "ruling": ("add", "change", "view"),
    "rulingtopic": ("add", "change", "view"),
    "rulingreading": ("view",),
    "erratum": ("add", "change", "view"),
    "cardlist": ("view",),
    "listentry": ("view",),
    "cataloguechange": ("view",),
}


def may_edit_cards(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Return whether a person may complete and correct cards, as editors and superusers may. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or user.groups.filter(name=EDITORS_GROUP).exists()


def require_catalogue_editor(user: AbstractBaseUser | AnonymousUser) -> None:
    if not may_edit_cards(user):
        raise NotAllowed(gettext_noop("Only catalogue editors can do that. Ask the person who runs this site."))


def create_editor_group(**_kwargs: Any) -> None:
    """After a migration, create the editors’ group with its rights; staff assign people to it in the admin."""
    from django.contrib.auth.models import Group, Permission

    names = [f"{right}_{model}" for model, rights in _EDITOR_PERMISSIONS.items() for right in rights]
    group, created = Group.objects.get_or_create(name=EDITORS_GROUP)
    if created:
        group.permissions.set(Permission.objects.filter(content_type__app_label="cards", codename__in=names))
