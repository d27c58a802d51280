"""Applications that act for members: registered, authorised, used, renewed, ended; and what they can’t do."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import logging
import re
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.applications import oauth_views
from accounts.applications.forms import MAX_REDIRECT_URLS, redirect_url_error
from accounts.applications.views import MAX_APPLICATIONS
from accounts.models import User
from accounts.scopes import TOKEN_SCOPES
from accounts.tasks import forget_application_tokens
from tests.html import flat
from tests.races import SERVER, Races, connected, race

__all__ = ["race"]
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
BACK = "https://bot.example/back"
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
LIST = "/accounts/applications/"


def _register(client: Client, addresses: str = BACK, **more: str) -> Any:
    page = client.post(LIST, {"name": "Chat bot", "addresses": addresses, **more})
    assert page.status_code == 200
    return page


def _question(application: Any, back: str = BACK, **more: str) -> dict[str, str]:
    asked = {"response_type": "code", "client_id": application.client_id, "redirect_uri": back, "state": "s 1"}
    return asked | {"scope": "read decks", "code_challenge": CHALLENGE, "code_challenge_method": "S256"} | more


def _ask(client: Client, application: Any, back: str = BACK, **more: str) -> Any:
    return client.get("/oauth/authorize/", _question(application, back, **more))


def _answer(client: Client, page: Any, allow: bool = True) -> dict[str, str]:
    """Return what the browser brings back to the application after a tap."""
    sent = {field.name: field.value() or "" for field in page.context["form"] if field.is_hidden}
    went = client.post("/oauth/authorize/", sent | ({"allow": "on"} if allow else {}))
    assert went.status_code == 302, went.content
    return {name: values[0] for name, values in parse_qs(urlsplit(went.headers["Location"]).query).items()}


def _token(application: Any, back: str = BACK, **more: str) -> Any:
    said = {"client_id": application.client_id, "redirect_uri": back, "grant_type": "authorization_code"}
    return Client().post("/oauth/token/", said | {"code_verifier": VERIFIER} | more)


def _renew(application: Any, token: str) -> Any:
    said = {"grant_type": "refresh_token", "client_id": application.client_id, "refresh_token": token}
    return Client().post("/oauth/token/", said)


def _call(token: str, path: str = "/api/v1/decks/", **more: Any) -> Any:
    return Client().get(path, headers={"Authorization": f"Bearer {token}"}, **more)


@pytest.fixture
def bot(elinor_client: Client) -> Any:
    """Register an application of Elinor’s."""
    return _register(elinor_client).context["application"]


@pytest.fixture
def let_in(bot: Any, roland_client: Client) -> dict[str, Any]:
    """Return its tokens for Roland."""
    code = _answer(roland_client, _ask(roland_client, bot))["code"]
    given: dict[str, Any] = _token(bot, code=code).json()
    return given


def test_the_whole_way_from_the_question_to_the_end(
    elinor_client: Client, roland_client: Client, db_catalogue: object
) -> None:
    made = _register(elinor_client)
    application = made.context["application"]
    assert application.client_id in made.content.decode()
    page = _ask(roland_client, application)
    text = flat(page.content)
    for said in (
        "Allow Chat bot to act for you?",
        "it was made by Elinor",
        "Decks: read and change",
        "You’ll go to bot.example next.",
    ):
        assert said in text
    brought = _answer(roland_client, page)
    assert (brought["state"], brought["iss"]) == ("s 1", "http://testserver")
    got = _token(application, code=brought["code"])
    assert got.headers["Cache-Control"] == "no-store"
    given = got.json()
    assert (given["token_type"], given["expires_in"], given["scope"]) == ("Bearer", 3600, "read decks")
    current = _call(given["access_token"], "/api/v1/tokens/current/").json()
    assert (current["name"], current["scopes"]) == ("Chat bot", ["read", "decks"])
    deck = {"name": "By a bot", "text": "30 Vulca 01"}
    sent = {"headers": {"Authorization": f"Bearer {given['access_token']}"}, "content_type": "application/json"}
    assert Client().post("/api/v1/decks/", deck, **sent).status_code == 201  # type: ignore[arg-type]
    assert Client().post("/api/v1/drafts/", {"players": 2}, **sent).status_code == 403  # type: ignore[arg-type]
    renewed = _renew(application, given["refresh_token"]).json()
    assert _call(given["access_token"]).status_code == 401, "the one before ends"
    assert _call(renewed["access_token"]).json()["count"] == 1
    ended = {"client_id": application.client_id, "token": renewed["refresh_token"]}
    assert Client().post("/oauth/revoke/", ended).status_code == 200
    assert _call(renewed["access_token"]).status_code == 401
    assert _renew(application, renewed["refresh_token"]).json()["error"] == "invalid_grant"


def test_the_example_of_the_document_gets_a_token(bot: Any, roland_client: Client) -> None:
    chapter = GUIDE.read_text(encoding="utf-8").partition("## Applications")[2].partition("\n## ")[0]
    (code,) = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
    pages: list[Any] = []
    known: dict[str, Any] = {
        "site": "",
        "client_id": bot.client_id,
        "back": BACK,
        "open_in_browser": lambda address: pages.append(roland_client.get(address)),
        "wait_for_code": lambda: _answer(roland_client, pages[0])["code"],
        "post": lambda address, form: Client().post(address, form).json(),
    }
    exec(code, known)
    assert _call(known["token"], "/api/v1/tokens/current/").json()["scopes"] == ["read", "decks"]


def test_who_does_not_allow_it_lets_nothing_in(bot: Any, roland_client: Client) -> None:
    brought = _answer(roland_client, _ask(roland_client, bot), allow=False)
    assert (brought["error"], brought["state"]) == ("access_denied", "s 1")
    assert not Grant.objects.exists()


def test_who_is_not_logged_in_logs_in_first(bot: Any, roland: User) -> None:
    answer = _ask(Client(), bot)
    login, query = urlsplit(answer.headers["Location"])[2:4]
    assert login == reverse("account_login")
    after = parse_qs(query)["next"][0]
    assert parse_qs(urlsplit(after).query)["code_challenge"] == [CHALLENGE]


def test_a_code_is_taken_once_by_who_has_its_verifier(bot: Any, roland_client: Client) -> None:
    code = _answer(roland_client, _ask(roland_client, bot))["code"]
    assert _token(bot, code=code, code_verifier="w" * 64).json()["error"] == "invalid_grant"
    code = _answer(roland_client, _ask(roland_client, bot))["code"]
    assert _token(bot, code=code).status_code == 200
    assert _token(bot, code=code).json()["error"] == "invalid_grant"


def test_a_renewing_token_that_is_used_twice_ends_all_that_came_of_it(bot: Any, let_in: dict[str, Any]) -> None:
    second = _renew(bot, let_in["refresh_token"]).json()
    assert _renew(bot, let_in["refresh_token"]).status_code == 400
    assert _call(second["access_token"]).status_code == 401
    assert _renew(bot, second["refresh_token"]).status_code == 400


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"code_challenge": "", "code_challenge_method": ""}, "invalid_request"),
        ({"response_type": "token"}, "unauthorized_client"),
        ({"scope": "everything"}, "invalid_scope"),
    ],
)
def test_what_is_not_offered_is_refused_where_it_was_asked(
    wrong: dict[str, str], error: str, bot: Any, roland_client: Client
) -> None:
    answer = _ask(roland_client, bot, **wrong)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(BACK)
    assert f"error={error}" in answer.headers["Location"]


def test_a_verifier_that_anybody_can_read_gets_no_code(bot: Any, roland_client: Client) -> None:
    brought = _answer(roland_client, _ask(roland_client, bot, code_challenge_method="plain"))
    assert brought["error"] == "invalid_request"
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"redirect_uri": "https://elsewhere.example/back"},
        {"redirect_uri": f"{BACK}?more=1"},
        {"client_id": "nobody"},
        {"client_id": "\0"},
    ],
)
def test_nobody_is_sent_where_nothing_is_registered(wrong: dict[str, str], bot: Any, roland_client: Client) -> None:
    page = _ask(roland_client, bot, **wrong)
    assert page.status_code == 400
    assert (
        "The app that sent you here made an invalid request. Nothing has changed. Please tell its "
        "developer:" in flat(page.content)
    )


@pytest.mark.parametrize("query", ["client_id=%zz", "client_id={}", "client_id=a&client_id=b", "", "prompt=create"])
def test_a_link_that_is_none_is_no_fault_of_the_site(query: str, roland_client: Client) -> None:
    assert roland_client.get(f"/oauth/authorize/?{query}").status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        "",
        "grant_type=password&username=Roland&password=x",
        "grant_type=client_credentials",
        "grant_type=urn:ietf:params:oauth:grant-type:device_code",
        "grant_type=authorization_code&code=%00&redirect_uri=x",
        "grant_type=refresh_token&refresh_token=%00",
        "{}",
        "a=%zz",
        "code=1&code=2",
    ],
)
def test_what_is_no_request_for_a_token_is_refused_in_the_form_of_the_standard(body: str, bot: Any) -> None:
    kind = {"content_type": "application/x-www-form-urlencoded"}
    answer = Client().post("/oauth/token/", f"{body}&client_id={bot.client_id}", **kind)  # type: ignore[arg-type]
    assert answer.status_code in (400, 401)
    assert "error" in answer.json()
    assert Client().post("/oauth/revoke/", body, **kind).status_code in (400, 401)  # type: ignore[arg-type]


def test_what_is_remembered_is_not_asked_again_but_for_more_or_on_one_s_own_machine(
    elinor_client: Client, roland_client: Client
) -> None:
    here = "http://127.0.0.1/back"
    application = _register(elinor_client, f"{BACK} {here}").context["application"]
    assert _token(application, code=_answer(roland_client, _ask(roland_client, application))["code"]).status_code == 200
    assert "code=" in _ask(roland_client, application).headers["Location"]
    assert _ask(roland_client, application, scope="read events").status_code == 200
    from_here = roland_client.get(
        "/oauth/authorize/", _question(application), headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert from_here.status_code == 200, "no browser follows from the form of the log-in"
    assert _ask(roland_client, application, "http://127.0.0.1:4711/back", approval_prompt="auto").status_code == 200


def test_a_program_on_one_s_own_machine_has_any_port(elinor_client: Client, roland_client: Client) -> None:
    application = _register(elinor_client, "http://127.0.0.1/back com.example.bot:/back").context["application"]
    for back in ("http://127.0.0.1:4711/back", "com.example.bot:/back"):
        page = _ask(roland_client, application, back)
        place = "http://127.0.0.1:4711" if "4711" in back else "com.example.bot:"
        assert f"form-action 'self' {place}" in page.headers["Content-Security-Policy"]
        code = _answer(roland_client, page)["code"]
        assert _token(application, back, code=code).status_code == 200


def test_an_application_with_a_secret_needs_it(elinor_client: Client, roland_client: Client) -> None:
    made = _register(elinor_client, has_secret="on")
    application, secret = made.context["application"], made.context["secret"]
    assert secret in made.content.decode()
    assert secret not in Application.objects.get().client_secret
    code = _answer(roland_client, _ask(roland_client, application))["code"]
    assert _token(application, code=code).json()["error"] == "invalid_client"
    assert _token(application, code=code, client_secret=secret).status_code == 200


def test_only_fingerprints_of_tokens_are_kept_and_no_log_tells_any(bot: Any, roland_client: Client) -> None:
    written = io.StringIO()
    handler, root = logging.StreamHandler(written), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        code = _answer(roland_client, _ask(roland_client, bot))["code"]
        given = _token(bot, code=code).json()
        _call(given["access_token"])
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
    rows = json.dumps([*AccessToken.objects.values(), *RefreshToken.objects.values()], default=str)
    for secret in (code, given["access_token"], given["refresh_token"]):
        assert secret not in written.getvalue()
        assert secret not in rows


def test_one_tap_takes_back_what_was_allowed(
    bot: Any, let_in: dict[str, Any], roland_client: Client, elinor_client: Client
) -> None:
    page = flat(roland_client.get(LIST).content)
    assert "Chat bot" in page
    assert "Read everything I can see · Decks: read and change" in page
    address = reverse("accounts:withdraw_application", args=[bot.pk])
    assert "no longer has access to your account." not in flat(elinor_client.post(address, follow=True).content)
    assert _call(let_in["access_token"]).status_code == 200, "not by somebody else"
    assert "Chat bot no longer has access to your account." in flat(roland_client.post(address, follow=True).content)
    assert _call(let_in["access_token"]).status_code == 401
    assert _renew(bot, let_in["refresh_token"]).status_code == 400
    assert roland_client.post(address).status_code == 302, "pressed twice"
    assert _ask(roland_client, bot).status_code == 200, "asked again"


def test_a_new_password_and_a_closed_account_end_it_too(
    bot: Any, let_in: dict[str, Any], roland: User, roland_client: Client
) -> None:
    User.objects.filter(pk=roland.pk).update(is_active=False)
    assert _call(let_in["access_token"]).status_code == 401
    User.objects.filter(pk=roland.pk).update(is_active=True)
    new = {"oldpassword": "a long password", "password1": "another long one", "password2": "another long one"}
    roland_client.post(reverse("account_change_password"), new | {"revoke_tokens": "on"})
    assert _call(let_in["access_token"]).status_code == 401
    assert not RefreshToken.objects.exists()


def test_its_maker_deletes_it_and_nobody_else(
    bot: Any, let_in: dict[str, Any], roland_client: Client, elinor_client: Client
) -> None:
    address = reverse("accounts:delete_application", args=[bot.pk])
    assert roland_client.post(address).status_code == 404
    assert elinor_client.post(address).status_code == 302
    assert _call(let_in["access_token"]).status_code == 401
    assert not Application.objects.exists()


def test_what_is_over_is_swept_and_what_lives_stays(bot: Any, let_in: dict[str, Any], roland_client: Client) -> None:
    _answer(roland_client, _ask(roland_client, bot, scope="events"))
    Grant.objects.update(expires=timezone.now() - timedelta(seconds=1))
    forget_application_tokens()
    assert not Grant.objects.exists()
    assert _call(let_in["access_token"]).status_code == 200
    AccessToken.objects.update(expires=timezone.now() - timedelta(days=91))
    assert _call(let_in["access_token"]).status_code == 401
    assert forget_application_tokens() == 2
    assert not RefreshToken.objects.exists()
    assert not AccessToken.objects.exists()


def test_a_call_may_end_its_own_token(bot: Any, let_in: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bearer {let_in['access_token']}"}
    assert Client().delete("/api/v1/tokens/current/", headers=headers).status_code == 204
    assert _call(let_in["access_token"]).status_code == 401
    assert _renew(bot, let_in["refresh_token"]).status_code == 400


def test_the_tokens_of_an_application_for_one_member_are_counted_together(bot: Any, let_in: dict[str, Any]) -> None:
    left = int(_call(let_in["access_token"]).headers["RateLimit"].split("r=")[1].split(";")[0])
    renewed = _renew(bot, let_in["refresh_token"]).json()
    after = int(_call(renewed["access_token"]).headers["RateLimit"].split("r=")[1].split(";")[0])
    assert after == left - 1


def test_who_asks_for_tokens_too_often_is_told_when_to_come_back(bot: Any, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"log_in": "1/min"}
    _renew(bot, "x")
    answer = _renew(bot, "x")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60


def test_a_program_learns_where_to_ask(client: Client) -> None:
    said = client.get("/.well-known/oauth-authorization-server").json()
    assert said["issuer"] == "http://testserver"
    assert said["authorization_endpoint"] == "http://testserver/oauth/authorize/"
    assert said["code_challenge_methods_supported"] == ["S256"]
    assert said["response_types_supported"] == ["code"]
    assert said["scopes_supported"] == sorted(TOKEN_SCOPES)
    assert {"token_endpoint", "revocation_endpoint"} <= said.keys()


@pytest.mark.parametrize(
    "address",
    [
        "https://bot.example",
        "https://bot.example:8443/back?way=1",
        "http://127.0.0.1/back",
        "http://[::1]:8000/back",
        "com.example.bot:/back",
    ],
)
def test_an_address_to_go_back_to(address: str) -> None:
    assert redirect_url_error(address) is None


@pytest.mark.parametrize(
    "address",
    [
        "http://bot.example/",
        "http://localhost/back",
        "https://",
        "https:/bot.example",
        "https://a@bot.example/",
        "https://bot.example/#here",
        "https://*.example/",
        "javascript:alert(1)",
        "data:text/html,x",
        "bot:/back",
        "com.example.bot://back",
        "bot",
        "https://bot.example:99999999/",
        "https://[::1",
    ],
)
def test_no_address_to_go_back_to(address: str) -> None:
    assert "%(address)s" in str(redirect_url_error(address))


def test_every_fault_of_the_form_is_told_at_once(roland_client: Client) -> None:
    page = roland_client.post(LIST, {"name": "", "addresses": "http://bot.example\nnone"})
    assert page.status_code == 400
    text = flat(page.content)
    assert "“http://bot.example” isn’t secure" in text
    assert "“none” isn’t a complete URL" in text
    assert len(page.context["form"].errors) == 2
    many = " ".join(f"{BACK}/{number}" for number in range(MAX_REDIRECT_URLS + 1))
    assert "Enter at most 10 URLs." in flat(roland_client.post(LIST, {"name": "x", "addresses": many}).content)


def test_nobody_hoards_applications(roland: User, roland_client: Client) -> None:
    Application.objects.bulk_create(
        Application(user=roland, name=f"One of {MAX_APPLICATIONS}", client_id=str(number))
        for number in range(MAX_APPLICATIONS)
    )
    page = roland_client.post(LIST, {"name": "x", "addresses": BACK})
    assert page.status_code == 400
    assert "apps. Delete one first." in flat(page.content)


def test_the_pages_ask_little_of_the_database(
    bot: Any, let_in: dict[str, Any], roland_client: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(5):
        roland_client.get(LIST)
    with django_assert_max_num_queries(12):
        _ask(roland_client, bot, scope="events")
    with django_assert_max_num_queries(1):
        _call(let_in["access_token"], "/api/v1/tokens/current/")


def test_the_question_can_be_put_in_no_frame_and_is_kept_nowhere(bot: Any, roland_client: Client) -> None:
    page = _ask(roland_client, bot)
    assert page.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert "no-store" in page.headers["Cache-Control"]
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = roland_client.cookies
    assert strict.post("/oauth/authorize/", _question(bot) | {"allow": "on"}).status_code == 403
    assert not Grant.objects.exists()


@pytest.mark.both
@pytest.mark.django_db(transaction=SERVER)
@pytest.mark.parametrize("what", ["code", "refresh_token"])
def test_of_those_who_use_one_code_or_token_at_the_same_moment_one_gets_the_tokens(
    what: str, bot: Any, roland_client: Client, race: Races, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = _answer(roland_client, _ask(roland_client, bot))["code"]
    token = _token(bot, code=code).json()["refresh_token"] if what == "refresh_token" else ""
    looked, unused = Barrier(4), oauth_views._is_code_unused

    def together(request: Any, *, lock: bool = False) -> bool:
        answer = unused(request, lock=lock)
        if not lock:
            looked.wait(timeout=20)
        return answer

    monkeypatch.setattr(oauth_views, "_is_code_unused", together)
    run = race()
    answers: list[Any] = run.run(*[lambda: _renew(bot, token) if token else _token(bot, code=code)] * 4)
    refused = [answer.json() for answer in answers if answer.status_code != 200]
    assert len(refused) == 3 and all(each["error"] == "invalid_grant" for each in refused)
    with connected(run.path):
        assert AccessToken.objects.count() == 1
