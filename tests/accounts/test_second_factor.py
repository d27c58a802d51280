"""Two-step log-in: an app’s code, recovery codes, passkeys, and that staff need one of them."""

from __future__ import annotations

import json
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from accounts.second_factor.adapter import SecondFactorAdapter

PASSWORD = {"login": "Roland", "password": "a long password"}


def code_of(secret: str, *, steps: int = 0) -> str:
    """Return what the app shows now, or this many half minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


def give_app(user: User, secret: str = "JBSWY3DPEHPK3PXP") -> str:
    data = {"secret": SecondFactorAdapter().encrypt(secret)}
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data=data)
    return secret


def _first_step(client: Client) -> None:
    answer = client.post(reverse("account_login"), PASSWORD)
    assert answer.headers["Location"] == reverse("mfa_authenticate")
    assert "_auth_user_id" not in client.session


def _second_step(client: Client, code: str) -> bool:
    client.post(reverse("mfa_authenticate"), {"code": code})
    return "_auth_user_id" in client.session


def test_an_app_is_set_up_and_asked_at_the_next_log_in(roland: User, client: Client) -> None:
    client.post(reverse("account_login"), PASSWORD)
    asked = client.get(reverse("mfa_activate_totp"), follow=True)
    assert "Confirm it’s you" in asked.content.decode()
    client.post(reverse("account_reauthenticate"), {"password": "a long password"})
    page = client.get(reverse("mfa_activate_totp"))
    assert "<svg" in page.content.decode()
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    done = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)}, follow=True)
    codes = re.findall(r"<code>(\d{8})</code>", done.content.decode())
    assert len(codes) == 10
    assert secret not in json.dumps(list(Authenticator.objects.values_list("data", flat=True)))

    other = Client()
    _first_step(other)
    assert not _second_step(other, "000000")
    assert _second_step(other, code_of(secret, steps=1))

    lost = Client()
    _first_step(lost)
    assert _second_step(lost, codes[0])
    again = Client()
    _first_step(again)
    assert not _second_step(again, codes[0])


def test_a_code_is_taken_once(roland: User) -> None:
    secret = give_app(roland)
    code = code_of(secret)
    first, second = Client(), Client()
    for client in (first, second):
        _first_step(client)
    assert _second_step(first, code)
    assert not _second_step(second, code)


def test_codes_cannot_be_tried_out(roland: User, client: Client) -> None:
    secret = give_app(roland)
    _first_step(client)
    for number in range(6):
        client.post(reverse("mfa_authenticate"), {"code": f"{number:06}"})
    assert not _second_step(client, code_of(secret))


def test_no_code_is_right_after_the_key_of_the_site_has_changed(roland: User, client: Client) -> None:
    with override_settings(SECRET_KEY="x" * 50):
        give_app(roland)
    _first_step(client)
    for guess in (code_of(""), code_of("JBSWY3DPEHPK3PXP")):
        assert not _second_step(client, guess)


def test_who_has_no_second_step_is_not_asked_for_one(roland: User, client: Client) -> None:
    assert client.post(reverse("account_login"), PASSWORD).headers["Location"] == reverse("mine")
    assert reverse("mfa_index") in client.get(reverse("mine")).content.decode()


@pytest.mark.parametrize(
    "credential",
    ["", "[]", "{}", '"x"', "7", "null", '{"id": "x", "response": {}}', '{"id": "eA", "rawId": "eA", "response": 1}'],
)
@pytest.mark.parametrize("name", ["mfa_login_webauthn", "mfa_authenticate", "mfa_add_webauthn"])
def test_a_passkey_that_is_none_is_refused_in_words(name: str, credential: str, roland: User, client: Client) -> None:
    if name == "mfa_authenticate":
        give_app(roland)
        _first_step(client)
    elif name == "mfa_add_webauthn":
        client.post(reverse("account_login"), PASSWORD)
        client.post(reverse("account_reauthenticate"), {"password": "a long password"})
    else:
        client.get(reverse(name), headers={"X-Requested-With": "XMLHttpRequest"})
    assert client.post(reverse(name), {"credential": credential}).status_code in (200, 302)
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def test_staff_without_a_second_step_are_led_to_set_one_up(db: None, client: Client) -> None:
    user = User.objects.create_superuser("Roland", password="a long password")
    client.post(reverse("account_login"), PASSWORD)
    for name in ("admin:index", "status", "cards:keeping_upload"):
        page = client.get(reverse(name), follow=True)
        assert page.redirect_chain[-1][0] == reverse("mfa_index"), name
        assert (
            "Staff accounts need two-step login. Choose a second step below; you only have to do this "
            "once." in page.content.decode()
        )
    give_app(user)
    assert client.get(reverse("admin:index")).status_code == 200
    assert client.get(reverse("status")).status_code == 200
    assert client.get(reverse("cards:keeping_upload")).status_code == 200


def test_a_site_may_do_without_a_second_step_of_its_staff(db: None, client: Client) -> None:
    User.objects.create_superuser("Roland", password="a long password")
    client.post(reverse("account_login"), PASSWORD)
    with override_settings(STAFF_SECOND_FACTOR=False):
        assert client.get(reverse("admin:index")).status_code == 200


def test_another_s_passkey_cannot_be_renamed_or_removed(roland: User, elinor: User, client: Client) -> None:
    other = Authenticator.objects.create(user=elinor, type="webauthn", data={"name": "key", "credential": {}})
    client.post(reverse("account_login"), PASSWORD)
    client.post(reverse("account_reauthenticate"), {"password": "a long password"})
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        assert client.post(reverse(name, args=[other.pk]), {"name": "mine"}).status_code == 404
    assert Authenticator.objects.get().data["name"] == "key"


def test_the_operator_lets_in_who_has_lost_phone_and_codes(roland: User, client: Client) -> None:
    secret = give_app(roland)
    _first_step(client)
    assert _second_step(client, code_of(secret))
    call_command("reset_second_step", "roland", verbosity=0)
    assert client.get(reverse("account_email")).status_code == 302
    assert Client().post(reverse("account_login"), PASSWORD).headers["Location"] == reverse("mine")
    with pytest.raises(CommandError, match=r"We couldn’t find an account called Nobody\."):
        call_command("reset_second_step", "Nobody")
