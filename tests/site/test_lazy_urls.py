"""Lazy URLs: loaded with the first address that is asked for or written, and then like any other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from django.urls import Resolver404, URLResolver, resolve, reverse
from django.urls.resolvers import RegexPattern

from tenmoons.api import views
from tenmoons.lazy_urls import LazyURLs, LazyView

MODULE = "lazily_loaded_addresses"
TEXT = """
from django.http import HttpResponse
from django.urls import path
app_name = "lazy"
urlpatterns = [path("things/<int:number>/", lambda request, number: HttpResponse(), name="thing")]
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> URLResolver:
    (tmp_path / f"{MODULE}.py").write_text(TEXT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    return URLResolver(RegexPattern(r"^/"), [LazyURLs("v1/", MODULE, "lazy")])


def test_neither_reading_all_addresses_nor_another_path_loads_them(root: URLResolver) -> None:
    assert "lazy" in root.namespace_dict and not root.reverse_dict
    with pytest.raises(Resolver404):
        root.resolve("/v2/things/3/")
    assert MODULE not in sys.modules


def test_an_address_below_the_path_loads_them(root: URLResolver) -> None:
    match = root.resolve("/v1/things/3/")
    assert (match.view_name, match.kwargs, match.route) == ("lazy:thing", {"number": 3}, "v1/things/<int:number>/")
    with pytest.raises(Resolver404):
        root.resolve("/v1/nothing/")


def test_addresses_of_the_api_are_written_as_ever() -> None:
    assert reverse("cards_api:card", args=["flash"]) == "/api/v1/cards/flash/"
    assert resolve("/api/v1/cards/flash/").view_name == "cards_api:card"


def test_a_lazy_view_shows_what_is_noted_on_the_view() -> None:
    view = LazyView("tenmoons.api.views.ApiDescription")
    assert view.__dict__.keys() == {"_path", "__module__", "__qualname__", "__name__"}
    assert (
        not hasattr(view, "view_class") and f"{view.__module__}.{view.__name__}" == "tenmoons.api.views.ApiDescription"
    )
    assert view.cls is views.ApiDescription and view.csrf_exempt
