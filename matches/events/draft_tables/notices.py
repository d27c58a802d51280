"""What the webhooks of an event are told of its draft tables while these draft; never a card."""

from common.database.prepared import PreparedQuery
from drafts.models import Draft
from matches.models import Pod
from matches.webhooks.outbox import create_notices

# Every draft begins and ends by it, most of them at no event.
_POD = PreparedQuery(lambda draft: Pod.objects.filter(draft=draft).select_related("event")[:1], -1)


def tell_of_draft(draft: Draft, kind: str) -> None:
    """Notify the webhooks of the event to which a draft belongs, in the same transaction; one query where none does."""
    pod = _POD.first(draft.pk)
    if pod is not None:
        payload = {"event": pod.event.key, "version": pod.event.version, "kind": f"draft_{kind}", "table": pod.number}
        create_notices(pod.event.webhooks.filter(off=None), payload)
