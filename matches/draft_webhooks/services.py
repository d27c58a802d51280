"""Services of a draft's webhooks: the host adds addresses, and sees those they added themself."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from drafts.models import Draft
from matches.models import Notice, Webhook
from matches.webhooks.addresses import MAX_WEBHOOKS, new_webhook, switch_on
from matches.webhooks.outbox import create_notices


@transaction.atomic
def add(*, by: Person | None, key: str, url: str, shape: str = "") -> Webhook:
    """Let an address be told of a draft; the secret is made here and shown once. Only the host.

    `shape` is what the address understands; without one it is known by the address.
    """
    # The lock keeps two requests from adding one address too many.
    draft = _draft(key, lock=True)
    _require_host(draft, by)
    made = new_webhook(url, shape)
    if draft.webhooks.filter(url=url).exists():
        raise Conflict(gettext_noop("This draft tells that address already."))
    if draft.webhooks.count() >= MAX_WEBHOOKS:
        raise Invalid(gettext_noop("A draft tells at most %(most)s addresses."), {"most": MAX_WEBHOOKS})
    made.draft, made.person = draft, by
    made.save()
    return made


@transaction.atomic
def remove(*, by: Person | None, key: str, pk: int) -> None:
    """Tell an address nothing more."""
    hook_of(by=by, key=key, pk=pk).delete()


@transaction.atomic
def turn_on(*, by: Person | None, key: str, pk: int) -> Webhook:
    """Tell an address again that was turned off; what it missed is not sent afterwards."""
    return switch_on(hook_of(by=by, key=key, pk=pk))


@transaction.atomic
def test(*, by: Person | None, key: str, pk: int) -> Notice:
    """Send a notice that says nothing but that it is a test."""
    return create_notices([hook_of(by=by, key=key, pk=pk)], {"draft": key, "kind": "test"})[0]


def hooks_of(*, by: Person | None, key: str) -> tuple[Draft, list[Webhook]]:
    """A draft and the addresses of it that this person added; for its host, and for a host before them."""
    draft = _draft(key)
    hooks = list(draft.webhooks.filter(person=by)) if by is not None else []
    if not hooks:
        _require_host(draft, by)
    return draft, hooks


def hook_of(*, by: Person | None, key: str, pk: int) -> Webhook:
    """One of them; raises `Missing`."""
    webhook = next((hook for hook in hooks_of(by=by, key=key)[1] if hook.pk == pk), None)
    if webhook is None:
        raise Missing(gettext_noop("This draft tells no such address."))
    return webhook


def _draft(key: str, *, lock: bool = False) -> Draft:
    drafts = Draft.objects.select_for_update() if lock else Draft.objects
    draft = drafts.filter(key=key).first()
    if draft is None:
        raise Missing(gettext_noop("There is no draft at this address."))
    return draft


def _require_host(draft: Draft, by: Person | None) -> None:
    if by is None or by.pk != draft.host_id:
        raise NotAllowed(gettext_noop("Only the host sees whom a draft tells."))
