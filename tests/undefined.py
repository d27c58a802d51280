"""A template that asks for what does not exist fails, though Django would only write nothing there.

`string_if_invalid` alone sees what is written, not what `{% if %}` asks, so the lookups themselves are watched. A name
may be missing where that is an answer: in `{% if name %}`, `{% for … in name %}`, before `|default`. What a thing does
not have that is there, as in `{% if seat.waiting %}`, is a mistake everywhere; but `None` has no parts, and a mapping
may lack a key.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import Context, Engine, VariableDoesNotExist
from django.template.backends.django import Template
from django.template.base import FilterExpression, Variable

# Every failure of this process, for those who ask a site that answers with its page of errors.
failures: list[str] = []

OURS = str(Path(settings.BASE_DIR) / "templates")
_DEFAULTS = {"default", "default_if_none", "default_for_none"}


class UndefinedVariable(Exception):
    """What a template asked for and did not find."""


class _Watch(threading.local):
    """What this thread is rendering: how deep, whether a missing name is an answer, and what was not found."""

    def __init__(self) -> None:
        self.depth = 0
        self.optional = False
        self.missing: list[str] = []


_watch = _Watch()


class _Nothing(str):
    """The empty text of `string_if_invalid`; `blocktranslate` puts the name that it lacks into it."""

    def __contains__(self, part: object) -> bool:
        return part == "%s"

    def __mod__(self, name: object) -> str:
        _watch.missing.append(f"blocktranslate: {name}")
        return ""


def install() -> None:
    """Watch every template of this process from now on."""
    Engine.get_default().string_if_invalid = _Nothing()
    Engine.__init__ = _watching_engine(Engine.__init__)  # type: ignore[method-assign]
    Variable._resolve_lookup = _watching_lookup(Variable._resolve_lookup)  # type: ignore[attr-defined]
    FilterExpression.resolve = _watching_filters(FilterExpression.resolve)  # type: ignore[method-assign]
    Template.render = _watching_render(Template.render)  # type: ignore[method-assign]


def _watching_engine(make: Callable[..., None]) -> Callable[..., None]:
    """A change of DEBUG or INSTALLED_APPS in a test makes Django build its engines again."""

    def watched(self: Any, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        self.string_if_invalid = self.string_if_invalid or _Nothing()

    return watched


def _watching_lookup(look_up: Callable[..., Any]) -> Callable[..., Any]:
    def watched(self: Any, context: Any) -> Any:
        try:
            return look_up(self, context)
        except VariableDoesNotExist as error:
            _judge(self, context, error.params[1])
            raise

    return watched


def _watching_filters(resolve: Callable[..., Any]) -> Callable[..., Any]:
    def watched(self: Any, context: Context, ignore_failures: bool = False) -> Any:
        before = _watch.optional
        first = self.filters[0][0].__name__ if self.filters else ""
        _watch.optional = ignore_failures or first in _DEFAULTS
        try:
            return resolve(self, context, ignore_failures)
        finally:
            _watch.optional = before

    return watched


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


def _judge(variable: Any, context: Any, where: Any) -> None:
    """Keep a lookup that failed in `where`, unless a missing value is an answer there."""
    if _watch.optional and (where is None or isinstance(where, Context | Mapping)):
        return
    template = context.render_context.template
    origin = str(template.origin.name)
    if origin.startswith(OURS):
        _watch.missing.append(f"{Path(origin).relative_to(OURS)} asks for {variable.var}")
