"""Tasks of accounts: delete expired rows, email about new devices, send notifications."""

from datetime import timedelta

from celery import shared_task
from django.contrib.sessions.models import Session
from django.db.models import Exists, ManyToOneRel, OuterRef
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant, RefreshToken, clear_expired

from accounts.log_ins.services import mail_about_new_devices
from accounts.models import KeptAnswer, LogIn, Person, PushDevice
from accounts.push.devices import remove_expired_devices
from accounts.push.outbox import queue_push, send_due_pushes

__all__ = ["clear_sessions", "forget_answers", "queue_push", "send_due_pushes"]

IDEMPOTENCY_LIFETIME = timedelta(days=1)
LOG_INS_KEPT_FOR = timedelta(days=90)
EMPTY_GUESTS_KEPT_FOR = timedelta(days=30)
# Maximum rows per statement, so that no other write waits long.
ROWS_PER_BATCH = 500


@shared_task
def forget_answers() -> int:
    """Delete answers for an `Idempotency-Key` that are older than a day; return their number."""
    return KeptAnswer.objects.filter(created__lt=timezone.now() - IDEMPOTENCY_LIFETIME).delete()[0]


@shared_task
def clear_sessions() -> int:
    """Delete expired sessions, and push devices whose session has ended; return the number of sessions."""
    deleted_count = 0
    while keys := list(
        Session.objects.filter(expire_date__lt=timezone.now()).values_list("pk", flat=True)[:ROWS_PER_BATCH]
    ):
        deleted_count += Session.objects.filter(pk__in=keys).delete()[0]
    after = 0
    while living := list(
        PushDevice.objects.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:ROWS_PER_BATCH]
    ):
        remove_expired_devices(PushDevice.objects.filter(pk__in=living))
        after = living[-1]
    return deleted_count


@shared_task
def forget_log_ins() -> int:
    return LogIn.objects.filter(at__lt=timezone.now() - LOG_INS_KEPT_FOR).delete()[0]


@shared_task
def forget_application_tokens() -> int:
    models = (AccessToken, Grant, RefreshToken)
    before: int = sum(model.objects.count() for model in models)
    clear_expired()
    return before - int(sum(model.objects.count() for model in models))


@shared_task
def tell_of_devices() -> int:
    return mail_about_new_devices()


@shared_task
def forget_guests() -> int:
    """Delete guests older than EMPTY_GUESTS_KEPT_FOR who have no other rows; return their number."""
    deleted_count = 0
    old = Person.objects.filter(user=None, left=None, created__lt=timezone.now() - EMPTY_GUESTS_KEPT_FOR)
    for relation in Person._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            rows = relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")})
            old = old.exclude(Exists(rows))
    while keys := list(old.values_list("pk", flat=True)[:ROWS_PER_BATCH]):
        deleted_count += Person.objects.filter(pk__in=keys).delete()[0]
    return deleted_count
