"""Services of an event's webhooks, for its organiser."""

from django.db.models import QuerySet

from accounts.models import Person
from common.errors import NotAllowed
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.queries import get_event
from matches.events.read_models import can
from matches.events.transactions import lock_event_as
from matches.models import Event, Webhook
from matches.webhooks.services import WebhookServices


class EventWebhookServices(WebhookServices[Event]):
    """Webhooks of an event, for its organiser."""

    kind = "event"
    added_twice = gettext_noop("This event notifies that address already.")
    too_many = gettext_noop("An event notifies at most %(most)s addresses.")
    unknown = gettext_noop("This event notifies no such address.")

    def lock(self, by: Person | None, key: str) -> Event:
        """The event with its row locked and its version raised, for its organiser."""
        return lock_event_as(by=by, key=key, deed=Deed.WEBHOOKS)

    def rows_of(self, by: Person | None, key: str) -> tuple[Event, QuerySet[Webhook]]:
        """An event and its addresses."""
        event = get_event(key)
        if not can(event, {}, by, Deed.WEBHOOKS):
            raise NotAllowed(gettext_noop("Only the organiser sees which addresses an event notifies."))
        return event, event.webhooks.all()

    def assign(self, made: Webhook, owner: Event, by: Person | None) -> None:
        """Set the event of a new address."""
        made.event = owner


event_webhooks = EventWebhookServices()
