"""Old lobbies: tables that never began are deleted when nobody waits for them any more."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from drafts.models import Draft
from drafts.table import state_cache

LOBBY_LIFETIME = timedelta(days=30)
# So many at once, so that nobody waits to write.
LOBBIES_AT_ONCE = 200


def delete_old_lobbies(now: datetime) -> int:
    """Delete tables that have not begun in LOBBIES_KEPT_FOR and belong to no event or group; returns how many."""
    never_began = Draft.objects.filter(status__in=(Draft.Status.LOBBY, Draft.Status.ABORTED), started=None)
    old = never_began.filter(created__lt=now - LOBBY_LIFETIME)
    for relation in Draft._meta.related_objects:
        if relation.related_model._meta.app_label != Draft._meta.app_label:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
            old = old.exclude(Exists(rows))
    drafts = list(old[:LOBBIES_AT_ONCE])
    for draft in drafts:
        draft.delete()
        state_cache.drop(draft.key)
    return len(drafts)
