"""Services of webhooks, the same for an event and for a draft: add, test, turn on and remove addresses."""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing
from drafts.models import Draft
from matches.models.events import Event
from matches.models.webhooks import Notice, Webhook
from matches.webhooks.addresses import MAX_WEBHOOKS, new_webhook, switch_on
from matches.webhooks.outbox import create_notices

Owner = TypeVar("Owner", Event, Draft)


class WebhookServices(ABC, Generic[Owner]):
    """Webhooks of one kind of owner; a subclass says who may see them and what its errors say.

    `kind` is the word for the owner in the body of a notice.
    """

    kind: ClassVar[str]
    added_twice: ClassVar[str]
    too_many: ClassVar[str]
    unknown: ClassVar[str]

    @abstractmethod
    def lock(self, by: Person | None, key: str) -> Owner:
        """The owner with its row locked, so that two requests cannot add one address too many; or `NotAllowed`."""

    @abstractmethod
    def rows_of(self, by: Person | None, key: str) -> tuple[Owner, QuerySet[Webhook]]:
        """The owner and the addresses this person sees; raises `NotAllowed`."""

    @abstractmethod
    def assign(self, made: Webhook, owner: Owner, by: Person | None) -> None:
        """Set the owner of a new address."""

    @transaction.atomic
    def add(self, *, by: Person | None, key: str, url: str, shape: str = "") -> Webhook:
        """Notify an address from now on; its secret is made here and shown once.

        `shape` is what the address understands; where it is empty it is known by the address.
        """
        owner = self.lock(by, key)
        made = new_webhook(url, shape)
        if owner.webhooks.filter(url=url).exists():
            raise Conflict(self.added_twice)
        if owner.webhooks.count() >= MAX_WEBHOOKS:
            raise Invalid(self.too_many, {"most": MAX_WEBHOOKS})
        self.assign(made, owner, by)
        made.save()
        return made

    @transaction.atomic
    def remove(self, *, by: Person | None, key: str, pk: int) -> None:
        """Notify an address no more."""
        self.hook_of(by=by, key=key, pk=pk).delete()

    @transaction.atomic
    def turn_on(self, *, by: Person | None, key: str, pk: int) -> Webhook:
        """Notify an address again that was turned off; what it missed is not sent afterwards."""
        return switch_on(self.hook_of(by=by, key=key, pk=pk))

    @transaction.atomic
    def test(self, *, by: Person | None, key: str, pk: int) -> Notice:
        """Send a notice that says nothing but that it is a test."""
        return create_notices([self.hook_of(by=by, key=key, pk=pk)], {self.kind: key, "kind": "test"})[0]

    def hook_of(self, *, by: Person | None, key: str, pk: int) -> Webhook:
        """One of the addresses; raises `Missing`."""
        webhook = self.rows_of(by, key)[1].filter(pk=pk).first()
        if webhook is None:
            raise Missing(self.unknown)
        return webhook
