"""The URLs of the site and `/hello/`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tenmoons.urls import handler400, handler403, handler404, handler500, urlpatterns

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def hello(request: HttpRequest) -> HttpResponse:
    """Respond without any work: what remains is the server and the middleware."""
    return HttpResponse("hello")


urlpatterns = [path("hello/", hello), *urlpatterns]
