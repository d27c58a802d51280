"""Lazy URLs: modules of views are imported at the first request for one of their URLs.

Django’s `include` imports its modules at every start.
"""

from functools import cached_property
from threading import RLock
from typing import Any

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern
from django.utils.module_loading import import_string

# One thread imports at a time: two threads that import modules in a circle could get half-loaded ones.
_import_lock = RLock()


class LazyURLs(URLResolver):
    """An `include` of a module that isn’t imported yet; `app_name` is its namespace, too."""

    def __init__(self, route: str, module: str, app_name: str) -> None:
        super().__init__(RoutePattern(route, is_endpoint=False), module, app_name=app_name, namespace=app_name)

    @cached_property
    def url_patterns(self) -> Any:
        with _import_lock:
            return super().url_patterns

    def _populate(self) -> None:
        """Skip this module when all URLs of the site are read; a namespace is read separately."""


class LazyView:
    """A view or class of views by its dotted path; attributes that Django and DRF set on a view are also set on it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.__module__, _dot, self.__qualname__ = path.rpartition(".")
        self.__name__ = self.__qualname__

    @cached_property
    def _view(self) -> Any:
        with _import_lock:
            view = import_string(self._path)
            return view.as_view() if hasattr(view, "as_view") else view

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._view(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        # Django uses `view_class` to name the view when it reads all URLs.
        if name.startswith("__") or name == "view_class":
            raise AttributeError(name)
        return getattr(self._view, name)
