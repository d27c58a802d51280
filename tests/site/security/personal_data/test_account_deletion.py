"""The page that deletes an account: who may use it, what it asks, what is gone afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.identity import SESSION_KEY
from accounts.models import ApiToken, Person, User
from tests.drafts.tables import person

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


def test_going_for_good_asks_for_the_password(roland: User, roland_client: Client) -> None:
    person(roland)
    page = roland_client.get(reverse("leave"))
    assert "Your account, its email addresses and its tokens are deleted immediately." in page.content.decode()
    form = {"name": "keep", "shared": "keep", "sure": "on", "password": "not it"}
    answer = roland_client.post(reverse("leave"), form)
    assert answer.status_code == 400
    assert "Wrong password. Try again." in answer.content.decode()
    assert User.objects.filter(pk=roland.pk).exists()
    for _again in range(5):
        answer = roland_client.post(reverse("leave"), form)
    assert "Too many wrong passwords" in answer.content.decode()
    assert roland_client.post(reverse("leave"), form | {"password": PASSWORD}).status_code == 400


def test_who_has_gone_is_gone(roland: User, roland_client: Client) -> None:
    me = person(roland)
    _token, secret = ApiToken.issue(user=roland, name="my bot")
    form = {"name": "replace", "shared": "delete", "sure": "on", "password": PASSWORD}
    assert roland_client.post(reverse("leave"), form).status_code == 302
    assert not User.objects.filter(pk=roland.pk).exists()
    me.refresh_from_db()
    assert (me.user, me.display_name, me.is_guest) == (None, "a former player", True)
    assert roland_client.get(reverse("my_data_download")).status_code == 302
    answer = Client().get("/api/v1/decks/", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 401


def test_a_guest_may_go_too_and_no_old_session_becomes_him_again(client: Client) -> None:
    passer_by = Person.objects.create(nickname="Passer-by")
    session = client.session
    session[SESSION_KEY] = passer_by.pk
    session.save()
    page = client.get(reverse("leave")).content.decode()
    assert "password" not in page
    assert client.post(reverse("leave"), {"name": "keep", "shared": "keep"}).status_code == 400
    assert client.post(reverse("leave"), {"name": "keep", "shared": "keep", "sure": "on"}).status_code == 302
    session = client.session
    session[SESSION_KEY] = passer_by.pk
    session.save()
    assert client.get(reverse("my_data_download")).status_code == 302


@pytest.mark.parametrize("name", ["my_data", "my_data_download", "leave"])
def test_of_whom_nothing_is_kept_there_is_nothing_to_take_or_delete(client: Client, name: str) -> None:
    answer = client.get(reverse(name), follow=True)
    assert answer.status_code == 200
    assert "Nothing is stored about you in this browser." in answer.content.decode()


def test_the_pages_ask_few_questions(roland: User, roland_client: Client, django_assert_max_num_queries: Any) -> None:
    person(roland)
    with django_assert_max_num_queries(8):
        roland_client.get(reverse("my_data"))
    with django_assert_max_num_queries(40):
        roland_client.get(reverse("leave"))
