"""Parameters of an operation: unknown ones in a URL are errors."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.scopes import API_PATH
from common.api.error_codes import problem_response
from common.errors import Detail

# drf-spectacular loads its extensions at first use, and two threads that do so at once fail.
DESCRIPTION_LOCK = threading.RLock()


def parameter_error_response(request: HttpRequest, view: Callable[..., Any]) -> HttpResponse | None:
    """Return 400 for unknown parameters or values, with the nearest name; None if all are known."""
    method = (request.method or "").lower()
    if not request.GET or not request.path.startswith(API_PATH) or not hasattr(getattr(view, "cls", None), method):
        return None
    known = parameters_of_view(view, request.resolver_match.route if request.resolver_match else "", method)
    details = tuple(_parameter_errors(request.GET.lists(), known))
    if not details:
        return None
    return problem_response("invalid", details[0].message, details=details)


def _parameter_errors(query: Iterable[tuple[str, list[str]]], known: Mapping[str, Sequence[str]]) -> Iterator[Detail]:
    """Yield each unknown parameter, and each invalid value with the allowed ones."""
    for name, given in query:
        if name not in known:
            yield Detail(_unknown_parameter_message(name, known), field=name[:120])
            continue
        values = known[name]
        for value in (value for value in given if values and not {value, value.lower()} & set(values)):
            close = tuple(get_close_matches(value, values, n=3))
            params = {"value": value[:40], "wanted": ", ".join(values)}
            yield Detail(_("“%(value)s” isn’t one of: %(wanted)s.") % params, field=name, suggestions=close)


def _unknown_parameter_message(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, sorted(known), n=1)
    if close:
        params = {"name": name[:40], "close": close[0]}
        return _("Unknown parameter “%(name)s”. Did you mean “%(close)s”?") % params
    return _("Unknown parameter “%(name)s”.") % {"name": name[:40]}


@lru_cache(maxsize=512)
def parameters_of_view(view: Callable[..., Any], route: str, method: str) -> Mapping[str, Sequence[str]]:
    """Return an operation’s query parameters, each with its allowed values, from its description."""
    from drf_spectacular.generators import SchemaGenerator  # loaded with the API, not at every start

    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    with DESCRIPTION_LOCK:
        made = generator.create_view(view, method.upper())
        names: dict[str, tuple[str, ...]] = made.schema.query_parameters(f"/{route}", method)
    return names
