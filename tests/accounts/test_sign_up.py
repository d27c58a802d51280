"""Sign-up: open to everyone, by invitation, or only by staff."""

from __future__ import annotations

import io
import time

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from accounts.identity import SESSION_KEY
from accounts.models import Person, User
from tests.matches.events.builders import made_event

FORM = {"username": "Elinor", "password1": "a long password", "password2": "a long password"}


def invitation(days: int = 14) -> str:
    out = io.StringIO()
    call_command("invite", days=days, stdout=out)
    return out.getvalue().splitlines()[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("mode", "language", "sentence"),
    [
        ("closed", "en", "You can’t sign up on this site."),
        ("invitation", "en", "You need an invitation to sign up."),
        ("invitation", "de", "Um ein Konto anzulegen, brauchst du eine Einladung."),
    ],
)
def test_a_stranger_is_told_and_gets_no_account(
    client: Client, settings: LazySettings, mode: str, language: str, sentence: str
) -> None:
    settings.SIGN_UP = mode
    headers = {"accept-language": language}
    for answer in (
        client.get(reverse("account_signup"), headers=headers),
        client.post(reverse("account_signup"), FORM, headers=headers),
    ):
        assert answer.status_code == 403
        assert sentence in answer.content.decode()
    assert not User.objects.exists()
    assert client.get("/api/v1/").json()["sign_up"] == mode


@pytest.mark.django_db
def test_with_an_invitation_one_signs_up(client: Client, settings: LazySettings) -> None:
    settings.SIGN_UP = "invitation"
    assert client.get(invitation()).status_code == 200
    assert client.post(reverse("account_signup"), FORM).status_code == 302
    assert User.objects.get().username == "Elinor"


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "x", "9999999999:x"])
def test_an_invitation_made_up_is_none(client: Client, settings: LazySettings, given: str) -> None:
    settings.SIGN_UP = "invitation"
    answer = client.get(reverse("account_signup"), {"invitation": given})
    assert answer.status_code == 403
    assert "This invitation has expired or isn’t complete." in answer.content.decode()


@pytest.mark.django_db
def test_an_invitation_expires_also_between_link_and_form(
    client: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SIGN_UP = "invitation"
    link, now = invitation(days=1), time.time()
    assert client.get(link).status_code == 200
    monkeypatch.setattr("accounts.log_ins.invitations.time.time", lambda: now + 25 * 3600)
    assert client.post(reverse("account_signup"), FORM).status_code == 403
    assert client.get(link).status_code == 403


@pytest.mark.django_db
def test_closing_ends_invitations(client: Client, settings: LazySettings) -> None:
    settings.SIGN_UP = "invitation"
    link = invitation()
    client.get(link)
    settings.SIGN_UP = "closed"
    assert client.post(reverse("account_signup"), FORM).status_code == 403


@pytest.mark.parametrize(("mode", "days"), [("open", 14), ("closed", 14), ("invitation", 0), ("invitation", 10**9)])
def test_a_link_that_would_not_work_is_not_made(settings: LazySettings, mode: str, days: int) -> None:
    settings.SIGN_UP = mode
    with pytest.raises(CommandError):
        invitation(days)


@pytest.mark.django_db
@pytest.mark.parametrize(("mode", "offered"), [("open", True), ("invitation", True), ("closed", False)])
def test_pages_offer_to_sign_up_where_one_can(client: Client, settings: LazySettings, mode: str, offered: bool) -> None:
    settings.SIGN_UP = mode
    for name in ("account_login", "mine"):
        assert (reverse("account_signup") in client.get(reverse(name)).content.decode()) is offered


@pytest.mark.django_db
@pytest.mark.parametrize(("mode", "offered"), [("open", True), ("closed", False)])
def test_a_guest_who_organises_or_wants_reminders_is_sent_there_too(
    client: Client, settings: LazySettings, mode: str, offered: bool
) -> None:
    settings.SIGN_UP = mode
    guest = Person.objects.create(nickname="Roland")
    session = client.session
    session[SESSION_KEY] = guest.pk
    session.save()
    page = client.get(made_event(guest, 2).get_absolute_url()).content.decode()
    assert "You can only run this event from this browser." in page
    assert (reverse("account_signup") in page) is offered
    form = render_to_string("drafts/reminders/_settings_form.html", {"mailing": {"post": "guest"}})
    assert "you can get reminders by email" in form and (reverse("account_signup") in form) is offered
