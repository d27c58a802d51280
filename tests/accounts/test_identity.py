"""Guests keep what they create, also when they become members."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.identity import SESSION_KEY, move_guest_to_account
from accounts.models import ApiToken, Person, User
from decks.models import Pool
from drafts.models import Draft, Quiet, Refusal
from tests.html import flat

PASSWORD = "a long password"


def as_guest(client: Client) -> Person:
    """Return the person of a browser that has saved something without an account."""
    guest = Person.objects.create(nickname="Passer-by")
    session = client.session
    session[SESSION_KEY] = guest.pk
    session.save()
    return guest


def sign_up(client: Client, username: str = "Roland", **extra: str) -> None:
    data = {"username": username, "password1": PASSWORD, "password2": PASSWORD, **extra}
    assert client.post(reverse("account_signup"), data).status_code == 302


@pytest.mark.django_db
def test_signing_up_needs_no_email(client: Client, settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = settings.PASSWORD_HASHERS[1:]  # without the fast one of the tests
    sign_up(client)
    assert User.objects.get().username == "Roland"
    assert User.objects.get().password.startswith("argon2")


@pytest.mark.django_db
def test_a_guest_who_signs_up_stays_the_same_person(client: Client) -> None:
    guest = as_guest(client)
    sign_up(client)
    guest.refresh_from_db()
    assert guest.user == User.objects.get()


@pytest.mark.django_db
def test_a_guest_who_logs_in_brings_what_he_made(client: Client, roland: User) -> None:
    member = Person.objects.create(user=roland)
    guest = as_guest(client)
    pool = Pool.objects.create(owner=guest, name="Thursday", codes=["Vulca 01"])
    client.post(reverse("account_login"), {"login": "Roland", "password": PASSWORD})
    pool.refresh_from_db()
    assert pool.owner == member
    assert not Person.objects.filter(pk=guest.pk).exists()


def test_adopting_leaves_other_guests_alone(roland: User) -> None:
    other = Person.objects.create(nickname="Somebody else")
    move_guest_to_account(Person.objects.create(), roland)
    other.refresh_from_db()
    assert other.user is None


def test_a_session_cannot_stay_a_guest_after_the_account_is_linked(client: Client, roland: User) -> None:
    guest = as_guest(client)
    move_guest_to_account(guest, roland)
    page = client.get(reverse("mine")).content.decode()
    assert "Passer-by" not in page


@pytest.mark.django_db
def test_my_page_works_for_somebody_of_whom_nothing_is_kept(client: Client) -> None:
    assert client.get(reverse("mine")).status_code == 200
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_a_guest_can_take_a_name(client: Client) -> None:
    client.post(reverse("accounts:nickname"), {"nickname": "Roland"})
    assert Person.objects.get().display_name == "Roland"


def test_a_name_that_is_too_long_is_refused(roland_client: Client, roland: User) -> None:
    page = roland_client.post(reverse("accounts:nickname"), {"nickname": "x" * 61}, follow=True)
    assert "60" in page.content.decode()
    assert Person.objects.get(user=roland).nickname == ""


def test_a_token_is_shown_once_and_stored_as_a_digest(roland_client: Client, roland: User) -> None:
    page = roland_client.post(reverse("accounts:tokens"), {"name": "my bot", "may": ["read"], "days": "90"})
    token = ApiToken.objects.get(user=roland)
    secret = page.context["secret"]
    assert secret in page.content.decode()
    assert secret not in str(token.__dict__)
    assert "no-store" in page["Cache-Control"]
    assert secret not in roland_client.get(reverse("accounts:tokens")).content.decode()


def test_the_tokens_page_says_when_each_was_made_and_used(roland_client: Client, roland: User) -> None:
    made, used = datetime(2026, 3, 4, 12, tzinfo=UTC), datetime(2026, 5, 6, 7, 8, tzinfo=UTC)
    ApiToken.issue(user=roland, name="never")
    ApiToken.objects.create(user=roland, name="bot", digest="d", prefix="tm_x", last_used=used)
    ApiToken.objects.update(created=made)
    page = flat(roland_client.get(reverse("accounts:tokens")).text)
    assert page.count("created 4 Mar 2026") == 2
    assert "last used 6 May 2026, 07:08 UTC" in page and "never used" in page


def test_a_token_needs_a_name(roland_client: Client) -> None:
    roland_client.post(reverse("accounts:tokens"), {"name": ""})
    assert not ApiToken.objects.exists()


@pytest.mark.django_db
def test_a_token_needs_an_account(client: Client) -> None:
    assert client.post(reverse("accounts:tokens"), {"name": "x"}).status_code == 302
    assert not ApiToken.objects.exists()


def test_a_token_opens_the_api_until_it_is_revoked(client: Client, roland: User, roland_client: Client) -> None:
    token, secret = ApiToken.issue(user=roland, name="script")
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/decks/", headers=headers).status_code == 200
    roland_client.post(reverse("accounts:revoke_token", args=[token.pk]))
    answer = client.get("/api/v1/decks/", headers=headers)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "not_authenticated"


def test_a_stranger_cannot_revoke_my_token(roland: User, stranger_client: Client) -> None:
    token, _secret = ApiToken.issue(user=roland, name="script")
    assert stranger_client.post(reverse("accounts:revoke_token", args=[token.pk])).status_code == 404
    assert ApiToken.objects.exists()


def test_logging_in_is_limited(client: Client, roland: User) -> None:
    """allauth’s limits are active: guessing is stopped long before a dictionary is tried."""
    for _attempt in range(12):
        answer = client.post(reverse("account_login"), {"login": "Roland", "password": "wrong"})
    assert answer.status_code == 429 or "Too many failed" in answer.content.decode()


@pytest.mark.django_db
def test_a_password_can_be_reset_by_mail(client: Client, mailoutbox: list[object]) -> None:
    User.objects.create_user("Elinor", email="elinor@example.org", password=PASSWORD)
    client.post(reverse("account_reset_password"), {"email": "elinor@example.org"})
    assert len(mailoutbox) == 1
    done = client.get(reverse("account_reset_password_from_key_done")).content.decode()
    assert f'<a class="btn primary" href="{reverse("account_login")}">' in done


@pytest.mark.django_db
def test_what_nobody_names_on_a_persons_side_comes_along_at_log_in(client: Client, roland: User) -> None:
    member, guest = Person.objects.create(user=roland), as_guest(client)
    draft = Draft.objects.create(host=Person.objects.create(), name="Thursday", players=2, peoples=[])
    Refusal.objects.create(draft=draft, person=guest)
    Quiet.objects.create(person=guest)
    client.post(reverse("account_login"), {"login": "Roland", "password": PASSWORD})
    assert Refusal.objects.get().person == member and Quiet.objects.get().person == member
    assert not Person.objects.filter(pk=guest.pk).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"), [("de", "ist zu kurz"), ("nl", "is te kort"), ("ru", "слишком короткий")]
)
def test_a_short_password_is_refused_in_the_readers_language(client: Client, language: str, said: str) -> None:
    data = {"username": "Elinor", "password1": "a b", "password2": "a b"}
    page = client.post(reverse("account_signup"), data, headers={"accept-language": language}).content.decode()
    assert said in page


@pytest.mark.parametrize("page", ["login", "signup", "password/reset"])
@pytest.mark.parametrize("address", ["https://[::1", "//[", "https://evil.example/", "x"])
def test_a_next_that_is_no_address_of_the_site_is_left_out(client: Client, page: str, address: str) -> None:
    assert client.get(f"/accounts/{page}/", {"next": address}).status_code == 200
    assert client.post(f"/accounts/{page}/?{urlencode({'next': address})}").status_code == 200


@pytest.mark.django_db
def test_no_form_says_whose_account_an_address_belongs_to(roland: User, elinor_client: Client) -> None:
    EmailAddress.objects.create(user=roland, email="roland@example.org", verified=True, primary=True)
    for email in ("roland@example.org", "nobody@example.org"):
        words = "a long password"
        said = {"username": f"Newcomer{email[0]}", "email": email, "password1": words, "password2": words}
        assert Client().post(reverse("account_signup"), said).status_code == 302
        assert elinor_client.post(reverse("account_email"), {"action_add": "", "email": email}).status_code == 302
    # Only a confirmed address is theirs, so the second password mail doesn’t go to whoever typed it.
    mail.outbox.clear()
    Client().post(reverse("account_reset_password"), {"email": "roland@example.org"})
    (sent,) = mail.outbox
    assert "Roland" in sent.body and "Newcomer" not in sent.body
