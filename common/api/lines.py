"""Renderer: a list as lines of JSON, one row each, for programs that read line by line (`curl`, `jq`)."""

from typing import Any

from rest_framework.renderers import BaseRenderer, JSONRenderer

MEDIA_TYPE = "application/x-ndjson"
# So many rows come at once; `Link` names the rest.
MAX_ROWS = 5000


class LinesRenderer(BaseRenderer):
    """Lines of JSON: the rows of a list; what is no list is one line."""

    media_type = MEDIA_TYPE
    format = "ndjson"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The rows, each on a line."""
        rows = data["results"] if isinstance(data, dict) and "results" in data else [] if data is None else [data]
        write = JSONRenderer().render
        return b"".join(write(row) + b"\n" for row in rows)
