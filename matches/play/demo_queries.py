"""Queries of the demo's events and groups, shown to a visitor who has none of their own."""

from django.db.models import Count, Q

from common.database.prepared import PreparedQuery
from common.keys import DEMO
from matches.models import Event, Group

MAX_DEMO_ROWS = 5
_ANY_GROUP = PreparedQuery(lambda: Group.objects.filter(key__startswith=DEMO).only("pk")[:1])


def has_demo() -> bool:
    """Whether this is a site with the groups and events of the demo; one tiny query."""
    return bool(_ANY_GROUP.rows())


def demo_events() -> list[Event]:
    """The newest events of the demo, each with its `size`; none on a site without a demo."""
    rows = Event.objects.filter(key__startswith=DEMO).annotate(size=Count("registrations"))
    return list(rows.order_by("-created", "-pk")[:MAX_DEMO_ROWS])


def demo_groups() -> list[Group]:
    """The newest groups of the demo, each with its `size`; none on a site without a demo."""
    rows = Group.objects.filter(key__startswith=DEMO)
    sized = rows.annotate(size=Count("members", filter=Q(members__left=None)))
    return list(sized.order_by("-created", "-pk")[:MAX_DEMO_ROWS])
