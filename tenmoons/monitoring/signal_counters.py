"""Signal counters: count recorded games and audit entries by Django signals. Imported once, at the start."""

from django.db.models.signals import post_save
from django.dispatch import receiver

from common import metrics
from matches.models import AuditLogEntry, Game


@receiver(post_save, sender=Game)
def _count_game(sender: type[Game], created: bool, raw: bool = False, **kwargs: object) -> None:
    if created and not raw:
        metrics.RESULTS_COUNTER.labels("game").inc()


@receiver(post_save, sender=AuditLogEntry)
def _count_audit_log_entry(
    sender: type[AuditLogEntry], instance: AuditLogEntry, created: bool, raw: bool = False, **kwargs: object
) -> None:
    if created and not raw:
        metrics.RESULTS_COUNTER.labels(instance.kind).inc()
