"""Parameters of a span: the days or the season that an API request asks for."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from common.errors import Invalid
from common.text import gettext_noop
from matches.groups.encounters import ALWAYS, Span, get_season, span_of
from matches.models import Group
from matches.seasons.days import day_asked

SPAN = [
    OpenApiParameter("season", OpenApiTypes.STR, description="Key of a season of the group."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="First day, where no season is named."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last day."),
]


def span_asked(request: Request, group: Group) -> Span:
    """The season or the days of the address; raises `Invalid` for what is no day."""
    wanted = request.query_params.get("season", "")
    if wanted:
        return span_of(get_season(group, wanted))
    first, last = (day_asked(request.query_params.get(name, "")) for name in ("from", "to"))
    for name, day in (("from", first), ("to", last)):
        if request.query_params.get(name) and day is None:
            raise Invalid(gettext_noop("“%(name)s” is no day; write it as 2025-03-14."), {"name": name})
    return Span(first, last) if first or last else ALWAYS
