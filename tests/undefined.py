"""A template that asks for what does not exist fails, though Django would only write nothing there.

`string_if_invalid` alone sees what is written, not what `{% if %}` asks, so the lookups themselves are watched. A name
may be missing where that is an answer: in `{% if name %}`, `{% for … in name %}`, before `|default`. A missing
attribute of an existing object, as in `{% if seat.waiting %}`, is a mistake everywhere; but `None` has no attributes,
and a mapping may lack a key.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.template import Context, Engine, VariableDoesNotExist
from django.template.backends.django import Template
from django.template.base import FilterExpression, Variable

# Every failure of this process, for those who request a site that answers with its error page.
failures: list[str] = []

OURS = str(Path(settings.BASE_DIR) / "templates")
_DEFAULTS = {"default", "default_if_none", "default_for_none"}
# Where a name may be missing, because its expression accepts that as an answer.
_MAY_LACK = (Context, type(None), Mapping)
_LOOK_UP, _FILTER = Variable._resolve_lookup.__code__, FilterExpression.resolve.__code__  # type: ignore[attr-defined]


class UndefinedVariable(Exception):
    """A template asked for a variable that does not exist."""


class _Watch(threading.local):
    """What this thread is rendering: how deep, and what was not found."""

    def __init__(self) -> None:
        self.depth = 0
        self.missing: list[str] = []


_watch = _Watch()


class _Nothing(str):
    """The empty text of `string_if_invalid`; `blocktranslate` inserts the missing name."""

    def __contains__(self, part: object) -> bool:
        return part == "%s"

    def __mod__(self, name: object) -> str:
        _watch.missing.append(f"blocktranslate: {name}")
        return ""


def install() -> None:
    """Watch every template of this process from now on."""
    Engine.get_default().string_if_invalid = _Nothing()
    Engine.__init__ = _watching_engine(Engine.__init__)  # type: ignore[method-assign]
    VariableDoesNotExist.__init__ = _watching_failures(VariableDoesNotExist.__init__)  # type: ignore[method-assign]
    Template.render = _watching_render(Template.render)  # type: ignore[method-assign]


def _watching_engine(make: Callable[..., None]) -> Callable[..., None]:
    """Wrap the engines: a change of DEBUG or INSTALLED_APPS in a test makes Django build them again."""

    def watched(self: Any, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        self.string_if_invalid = self.string_if_invalid or _Nothing()

    return watched


def _watching_failures(make: Callable[..., None]) -> Callable[..., None]:
    """Wrap lookups: one that succeeds costs nothing; only a failure asks who looked up what, and for whom."""

    def watched(self: Any, msg: str, params: tuple[Any, ...] = ()) -> None:
        make(self, msg, params)
        asking = sys._getframe(1)
        if asking.f_code is _LOOK_UP and not (isinstance(params[1], _MAY_LACK) and _is_optional(asking)):
            _judge(asking.f_locals["self"], asking.f_locals["context"])

    return watched


def _is_optional(frame: FrameType | None) -> bool:
    """Whether the expression that asked accepts a missing value."""
    while frame is not None and frame.f_code is not _FILTER:
        frame = frame.f_back
    if frame is None:
        return False
    filters = frame.f_locals["self"].filters
    first = filters[0][0].__name__ if filters else ""
    return bool(frame.f_locals["ignore_failures"]) or first in _DEFAULTS


def _watching_render(render: Callable[..., Any]) -> Callable[..., Any]:
    def watched(self: Any, context: Any = None, request: Any = None) -> Any:
        _watch.depth += 1
        try:
            text = render(self, context, request)
        finally:
            _watch.depth -= 1
            missing = _watch.missing
            if not _watch.depth:
                _watch.missing = []
        if missing and not _watch.depth and str(self.origin.name).startswith(OURS):
            failures.append(f"{self.origin.template_name}: {'; '.join(dict.fromkeys(missing))}")
            raise UndefinedVariable(failures[-1])
        return text

    return watched


def _judge(variable: Any, context: Any) -> None:
    """Record a lookup that failed, if it is in a template of ours."""
    template = context.render_context.template
    origin = str(template.origin.name)
    if origin.startswith(OURS):
        _watch.missing.append(f"{Path(origin).relative_to(OURS)} asks for {variable.var}")
