"""Services of a draft's webhooks: the host adds addresses, and sees those they added themself."""

from django.db.models import QuerySet

from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.models import Draft
from matches.models import Webhook
from matches.webhooks.services import WebhookServices


class DraftWebhookServices(WebhookServices[Draft]):
    """Webhooks of a draft, for its host; a host before them still sees their own addresses."""

    kind = "draft"
    added_twice = gettext_noop("This draft notifies that address already.")
    too_many = gettext_noop("A draft notifies at most %(most)s addresses.")
    unknown = gettext_noop("This draft notifies no such address.")

    def lock(self, by: Person | None, key: str) -> Draft:
        """The draft with its row locked, for its host."""
        draft = _draft(Draft.objects.select_for_update(), key)
        _require_host(draft, by)
        return draft

    def rows_of(self, by: Person | None, key: str) -> tuple[Draft, QuerySet[Webhook]]:
        """A draft and the addresses of it that this person added."""
        draft = _draft(Draft.objects.all(), key)
        hooks = draft.webhooks.filter(person=by) if by is not None else draft.webhooks.none()
        if not hooks.exists():
            _require_host(draft, by)
        return draft, hooks

    def assign(self, made: Webhook, owner: Draft, by: Person | None) -> None:
        """Set the draft of a new address, and who added it."""
        made.draft, made.person = owner, by


def _draft(drafts: QuerySet[Draft], key: str) -> Draft:
    draft = drafts.filter(key=key).first()
    if draft is None:
        raise Missing(gettext_noop("There is no draft at this address."))
    return draft


def _require_host(draft: Draft, by: Person | None) -> None:
    if by is None or by.pk != draft.host_id:
        raise NotAllowed(gettext_noop("Only the host sees which addresses a draft notifies."))


draft_webhooks = DraftWebhookServices()
