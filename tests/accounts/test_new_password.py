"""A new password: tokens are revoked by default, and stay where their owner says so."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.forms import ResetPassword
from accounts.models import ApiToken, User

NEW = "an even longer password"


@pytest.fixture
def client_of_roland(roland: User) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": "Roland", "password": "a long password"})
    return client


def _change(client: Client, **more: str) -> None:
    said = {"oldpassword": "a long password", "password1": NEW, "password2": NEW, **more}
    assert client.post(reverse("account_change_password"), said).status_code == 302


def test_the_box_is_ticked_beforehand(client_of_roland: Client, roland: User) -> None:
    ApiToken.issue(user=roland, name="script")
    page = client_of_roland.get(reverse("account_change_password"))
    assert page.context["form"]["revoke_tokens"].value() is True
    assert "Revoke my API tokens" in page.content.decode()


def test_who_has_no_token_is_not_asked(client_of_roland: Client) -> None:
    page = client_of_roland.get(reverse("account_change_password"))
    assert "revoke_tokens" not in page.context["form"].fields


def test_a_new_password_revokes_tokens(client_of_roland: Client, roland: User, elinor: User) -> None:
    _row, secret = ApiToken.issue(user=roland, name="script")
    ApiToken.issue(user=elinor, name="another's")
    _change(client_of_roland, revoke_tokens="on")
    assert list(ApiToken.objects.values_list("user__username", flat=True)) == ["Elinor"]
    assert Client().get("/api/v1/decks/", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    roland.refresh_from_db()
    assert roland.check_password(NEW)


def test_tokens_stay_where_their_owner_says_so(client_of_roland: Client, roland: User) -> None:
    ApiToken.issue(user=roland, name="script")
    _change(client_of_roland)
    assert ApiToken.objects.count() == 1


def test_a_password_by_mail_revokes_tokens_too(roland: User) -> None:
    ApiToken.issue(user=roland, name="script")
    form = ResetPassword({"password1": NEW, "password2": NEW, "revoke_tokens": "on"}, user=roland)
    assert form.is_valid(), form.errors
    form.save()
    assert not ApiToken.objects.exists()
