"""Lazy URLs: addresses whose modules are loaded when the first of them is asked for or written.

Django's `include` loads its modules at once, so every start would.
"""

from functools import cached_property
from threading import RLock
from typing import Any

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern
from django.utils.module_loading import import_string

# One thread loads at a time: of two that load modules which import each other, one may see half of them.
_loading_lock = RLock()


class LazyURLs(URLResolver):
    """An `include` of a module with an `app_name`, which is its name space; both are known before it is loaded."""

    def __init__(self, route: str, module: str, app_name: str) -> None:
        super().__init__(RoutePattern(route, is_endpoint=False), module, app_name=app_name, namespace=app_name)

    @cached_property
    def url_patterns(self) -> Any:
        with _loading_lock:
            return super().url_patterns

    def _populate(self) -> None:
        """Skip this module when all addresses of the site are read; a name space is read by itself."""


class LazyView:
    """A class of views by its dotted path; what Django and DRF note on a view is found on it as on any other."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.__module__, _dot, self.__qualname__ = path.rpartition(".")
        self.__name__ = self.__qualname__

    @cached_property
    def _load_view(self) -> Any:
        with _loading_lock:
            return import_string(self._path).as_view()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._load_view(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        # Django asks for `view_class` when it reads all addresses, to name the view.
        if name.startswith("__") or name == "view_class":
            raise AttributeError(name)
        return getattr(self._load_view, name)
