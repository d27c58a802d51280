"""Parameters of a span: the days or the season that an API request asks for."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

SPAN = [
    OpenApiParameter("season", OpenApiTypes.STR, description="Key of a season of the group."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="First day, where no season is named."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last day."),
]
