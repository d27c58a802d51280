"""Notices of draft tables to the webhooks of their event, without any card."""

from common.database.prepared import PreparedQuery
from drafts.models import Draft
from matches.models import Pod
from matches.webhooks.outbox import create_notices

_POD = PreparedQuery(lambda draft: Pod.objects.filter(draft=draft).select_related("event")[:1], -1)


def tell_of_draft(draft: Draft, kind: str) -> None:
    """Notify the webhooks of a draft’s event, in the same transaction; most drafts have no event."""
    pod = _POD.first(draft.pk)
    if pod is not None:
        payload = {"event": pod.event.key, "version": pod.event.version, "kind": f"draft_{kind}", "table": pod.number}
        create_notices(pod.event.webhooks.filter(off=None), payload)
