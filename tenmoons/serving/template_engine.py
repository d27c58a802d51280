"""Template engine: Django’s, without the tags of apps whose templates the site does not use.

Django loads every app’s tags with the first template. Those of the API framework import all of it, which otherwise is
loaded at the first request for the API (`tenmoons/lazy_urls.py`).
"""

import re
from importlib import import_module
from typing import Any

from django.apps import apps
from django.forms import renderers
from django.template.backends.django import DjangoTemplates, get_package_libraries
from django.template.base import Origin
from django.template.loaders import filesystem

PACKAGES_WITHOUT_TAGS = frozenset({"rest_framework"})
_LINE_INDENTATION = re.compile(r"\n[ \t]+")


class PageLoader(filesystem.Loader):
    """Loads the site’s templates without indentation, which browsers do not show.

    It was a fifth of a page, and pages with secrets are not compressed.
    """

    def get_contents(self, origin: Origin) -> str:
        text: str = super().get_contents(origin)
        return _LINE_INDENTATION.sub("\n", text) if origin.name.endswith(".html") else text


class SiteTemplates(DjangoTemplates):
    """The engine of all templates."""

    def get_templatetag_libraries(self, custom_libraries: dict[str, str]) -> dict[str, str]:
        names = [app.name for app in apps.get_app_configs() if app.name not in PACKAGES_WITHOUT_TAGS]
        libraries: dict[str, str] = {}
        for name in ("django", *names):
            try:
                package: Any = import_module(f"{name}.templatetags")
            except ModuleNotFoundError:
                continue
            for module in get_package_libraries(package):
                libraries[module.removeprefix(f"{package.__name__}.")] = module
        return libraries | custom_libraries


class FormRenderer(renderers.DjangoTemplates):
    """Renders the widgets of forms by an engine with templates of its own."""

    backend = SiteTemplates
