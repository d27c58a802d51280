"""What the webhooks of an event are told of its draft tables while these draft; never a card."""

from drafts.models import Draft
from matches.models import Pod
from matches.webhooks.outbox import create_notices


def tell_of_draft(draft: Draft, kind: str) -> None:
    """Notify the webhooks of the event to which a draft belongs, in the same transaction; one query where none does."""
    pod = Pod.objects.filter(draft=draft).select_related("event").first()
    if pod is not None:
        told = {"event": pod.event.key, "version": pod.event.version, "kind": f"draft_{kind}", "table": pod.number}
        create_notices(pod.event.webhooks.filter(off=None), told)
