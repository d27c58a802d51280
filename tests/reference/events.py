"""Webhook reference: the kinds of notices, their fields and headers, and the rules of sending."""

from common.outbound_http import TIMEOUT_SECONDS
from matches import webhooks
from matches.events.webhooks.services import MAX_WEBHOOKS
from matches.webhooks import NOTICE_KINDS
from tests.reference.markdown import code, page, table

FIELDS = {
    "id": "the notice; the same one may come twice",
    "event": "key of the event, as in its address",
    "version": "grows with every change of the event; not in `test`",
    "kind": "what happened, see below",
    "round": "number of the round, from 1",
    "table": "number of the table in the round, or of the draft table, from 1",
    "before": "the result until now, in words: name, crystals, crystals, name",
    "after": "the result, in words",
    "count": "number of the draft tables",
    "name": "the name that the event had",
    "names": "the players in the order of their seeds, separated by commas",
}


def text() -> str:
    lead = (
        "An event tells the URLs its organiser has chosen what happens in it, by a POST of"
        " JSON, or in the shape of a Discord or Slack channel. How to add one, and"
        " a receiver to start from, are in [matches and events](../matches.md)."
    )
    kinds = [
        (code(kind), meaning, ", ".join(code(field) for field in fields))
        for kind, (meaning, fields) in NOTICE_KINDS.items()
    ]
    kinds.append((code("test"), "The organiser wants to see whether the address hears.", ""))
    heads = [
        (code(webhooks.ID_HEADER), "the `id` once more"),
        (code(webhooks.TIMESTAMP_HEADER), "seconds since 1970, when it was sent"),
        (
            code(webhooks.SIGNATURE_HEADER),
            "`v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by points",
        ),
    ]
    rules = (
        f"An answer 2xx within {TIMEOUT_SECONDS} seconds counts as heard. Otherwise it is tried"
        f" {webhooks.MAX_DELIVERY_TRIES} times in all; after {webhooks.MAX_FAILURES_IN_A_ROW} refused attempts in a row"
        f" the address is turned off. An event has at most {MAX_WEBHOOKS} addresses."
        f" Notices are kept for {webhooks.RETENTION_DAYS} days."
    )
    return page(
        "Webhook notices",
        lead,
        "## Kinds",
        table(("Kind", "What happened", "Says also"), kinds),
        "## Fields",
        table(("Field", "Meaning"), [(code(name), meaning) for name, meaning in FIELDS.items()]),
        "## Headers",
        table(("Header", "Meaning"), heads),
        "## Sending",
        rules,
    )
