"""Signal handlers: raise the draft’s version when a guest signs up, so that all processes load the draft again."""

from django.db.models import F
from django.db.models.signals import post_save
from django.dispatch import receiver

from drafts.models import Draft, Seat


@receiver(post_save, sender=Seat)
def _notify_new_version(sender: object, instance: Seat, update_fields: frozenset[str] | None, **kwargs: object) -> None:
    if update_fields == frozenset({"person"}):
        Draft.objects.filter(pk=instance.draft_id).update(version=F("version") + 1)
