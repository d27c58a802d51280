"""Query parameters of a span in the API: days or a season."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

SPAN_PARAMETER = [
    OpenApiParameter("season", OpenApiTypes.STR, description="The key of a season."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="The first day, if you do not name a season."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="The last day."),
]
