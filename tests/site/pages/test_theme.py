"""Day and night: the switch on every page, and the look a reader chose."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tests.html import flat


@pytest.mark.django_db
def test_a_page_is_drawn_in_the_look_that_was_chosen(client: Client) -> None:
    assert 'data-theme=""' in client.get("/help/").content.decode()
    client.cookies[settings.THEME_COOKIE_NAME] = "night"
    page = flat(client.get("/help/").content.decode())
    assert 'data-theme="night"' in page
    assert '<button class="theme" type="button" aria-label="Light or dark mode" hidden>' in page


@pytest.mark.django_db
def test_what_a_cookie_says_is_escaped(client: Client) -> None:
    client.cookies[settings.THEME_COOKIE_NAME] = '"><script>'
    assert "<script>" not in client.get("/help/").content.decode()


@pytest.mark.django_db
def test_the_typeface_is_preloaded_and_cyrillic_only_where_it_is_read(client: Client) -> None:
    english = client.get("/help/").content.decode()
    russian = client.get("/help/", headers={"Accept-Language": "ru"}).content.decode()
    assert "serif-latin" in english and "serif-cyrillic" not in english
    assert "serif-latin" in russian and "serif-cyrillic" in russian
