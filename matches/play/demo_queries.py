"""Queries of the demo's events and groups, shown to a visitor who has none of their own."""

from django.db.models import Count, Q

from common.database.prepared import PreparedQuery
from common.keys import DEMO
from matches.models import Event, Group

MAX_DEMO_ROWS = 5
_ANY_GROUP = PreparedQuery(lambda: Group.objects.filter(key__startswith=DEMO).only("pk")[:1])


def has_demo() -> bool:
    """Return whether this site has the demo; one small query."""
    return bool(_ANY_GROUP.rows())


def demo_events() -> list[Event]:
    """Return the newest events of the demo, each with its `size`; none on a site without it."""
    rows = Event.objects.filter(key__startswith=DEMO).annotate(size=Count("registrations"))
    return list(rows.order_by("-created", "-pk")[:MAX_DEMO_ROWS])


def demo_groups() -> list[Group]:
    """Return the newest groups of the demo, each with its `size`; none on a site without it."""
    rows = Group.objects.filter(key__startswith=DEMO)
    sized = rows.annotate(size=Count("members", filter=Q(members__left=None)))
    return list(sized.order_by("-created", "-pk")[:MAX_DEMO_ROWS])
