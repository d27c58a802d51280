"""Language of a reader: taken from the browser, chosen in the menu, remembered for members."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.language import use_language_of
from accounts.models import Person, User

pytestmark = pytest.mark.django_db


def chosen(client: Client, code: str, **more: str) -> str:
    response = client.post(reverse("accounts:language"), {"language": code, "next": "/help/", **more})
    assert response.status_code == 302
    return str(response["Location"])


def spoken(client: Client, **headers: str) -> str:
    page = client.get("/help/", headers=headers).content.decode()
    return page.split('<html lang="')[1][:2]


def test_the_browser_says_which_language_it_wants(client: Client) -> None:
    assert spoken(client) == "en"
    assert spoken(client, **{"Accept-Language": "nl-BE,nl;q=0.9,en;q=0.5"}) == "nl"
    assert spoken(client, **{"Accept-Language": "fr"}) == "en"


def test_the_switch_wins_over_the_browser_and_stays_on_the_page(client: Client) -> None:
    assert chosen(client, "ru") == "/help/"
    assert spoken(client, **{"Accept-Language": "nl"}) == "ru"


def test_a_member_finds_his_language_on_another_device(roland: User, roland_client: Client) -> None:
    roland_client.get("/mine/")
    chosen(roland_client, "de")
    assert Person.objects.get(user=roland).language == "de"
    elsewhere = Client()
    elsewhere.force_login(roland)
    assert spoken(elsewhere) == "de"


def test_choosing_a_language_keeps_nothing_of_a_stranger(client: Client) -> None:
    chosen(client, "nl")
    assert not Person.objects.exists()


def test_a_language_the_site_does_not_speak_is_refused_kindly(client: Client) -> None:
    chosen(client, "tlh")
    assert "That language isn’t available." in client.get("/help/").content.decode()


def test_the_switch_leads_to_no_other_site(client: Client) -> None:
    assert chosen(client, "de", next="https://elsewhere.example/") == "/"


def test_another_site_cannot_choose(client: Client) -> None:
    response = client.post(reverse("accounts:language"), {"language": "de"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert response.status_code == 403


def test_the_switch_is_no_page(client: Client) -> None:
    assert client.get(reverse("accounts:language")).status_code == 405


def test_what_is_written_to_a_person_is_in_his_language(roland: User) -> None:
    from django.utils.translation import get_language

    with use_language_of(Person(user=roland, language="ru")):
        assert get_language() == "ru"
    with use_language_of(None):
        assert get_language() == "en"


@pytest.mark.parametrize("back", ["x", "∞", "١٢٣", "..", "mine", "?x=1", "http:x", "//", "/\\x", "x" * 5000])
def test_what_is_no_path_leads_to_the_first_page(client: Client, back: str) -> None:
    assert chosen(client, "de", next=back) == "/"
