"""The parser of API bodies: JSON with a limit on nesting, refused with a clear 400."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from common.json_depth import MAX_DEPTH, TooDeep, read_json


class BoundedJSONParser(JSONParser):
    """JSON in UTF-8, nested at most `MAX_DEPTH` levels deep."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The value that was sent; raises `ParseError` (400) with what is wrong."""
        try:
            return read_json(stream.read().decode())
        except TooDeep:
            raise ParseError(_("The JSON is nested deeper than %(most)d levels.") % {"most": MAX_DEPTH}) from None
        except UnicodeError:
            raise ParseError(_("The body must be UTF-8 text.")) from None
        except ValueError as error:
            raise ParseError(_("This isn’t valid JSON: %(why)s.") % {"why": str(error)[:200].rstrip(".")}) from None
