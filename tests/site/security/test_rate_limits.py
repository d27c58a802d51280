"""Rate limits, and how people are told of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.log_ins import devices
from accounts.models import ApiToken, Person, User
from accounts.tasks import clear_sessions
from cards.core.facts import Catalogue
from common.rate_limits import parse_rate, spend_budget

FEW = dict.fromkeys(("anonymous", "member", "token", "log_in", "held", "guest", "create"), "2/min")
MANY = dict.fromkeys(FEW, "99/min")
ORIGIN = {"Origin": "http://testserver"}
DECK = {"text": "Leader: Terrah 00\nTerrah 01\n"}


@pytest.mark.parametrize(("rate", "read"), [("30/min", (30, 60)), ("5/s", (5, 1)), ("9/hour", (9, 3600))])
def test_rates_are_read(rate: str, read: tuple[int, int]) -> None:
    assert parse_rate(rate) == read


@pytest.mark.parametrize("rate", ["", "30", "/min", "x/min", "3/fortnight", "-1/min"])
def test_what_is_no_rate_is_refused(rate: str) -> None:
    with pytest.raises(ValueError):
        parse_rate(rate)


@override_settings(LIMITS=FEW)
def test_the_api_says_429_and_when_to_try_again_in_its_one_shape(client: Client, db_catalogue: Catalogue) -> None:
    responses = [client.get("/api/v1/cards/all.json") for _each in range(3)]
    assert [answer.status_code for answer in responses] == [200, 200, 429]
    assert 0 < int(responses[2]["Retry-After"]) <= 60
    assert responses[2].json()["error"]["code"] == "throttled"


@override_settings(LIMITS=FEW)
def test_each_member_token_and_address_has_a_budget_of_its_own(
    client: Client, roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    _token, secret = ApiToken.issue(user=roland, name="a script")
    path, token = "/api/v1/catalogue/", {"Authorization": f"Bearer {secret}"}
    responses = [
        [client.get(path, REMOTE_ADDR=place).status_code for _each in range(3)] for place in ("10.0.0.1", "10.0.0.2")
    ]
    responses += [[roland_client.get(path).status_code for _each in range(3)]]
    responses += [[client.get(path, headers=token).status_code for _each in range(3)]]
    assert responses == [[200, 200, 429]] * 4


@override_settings(LIMITS=MANY | {"log_in": "1/min"})
def test_what_is_worth_guessing_is_counted_by_itself(client: Client, db_catalogue: Catalogue) -> None:
    def log_in() -> int:
        return client.post("/api/v1/tokens/", {"username": "x"}, content_type="application/json").status_code

    assert [log_in() == 429, log_in() == 429] == [False, True]
    assert client.post("/api/v1/decks/check/", DECK, content_type="application/json").status_code == 200


@override_settings(LIMITS=MANY | {"guest": "1/min"})
def test_a_page_that_keeps_something_says_so_kindly(client: Client, db_catalogue: Catalogue) -> None:
    path = reverse("today")
    assert client.post(path, {"card": "Vulca 01"}).status_code != 429
    page = client.post(path, {"card": "Vulca 01"})
    assert page.status_code == 429
    assert int(page["Retry-After"]) > 0
    assert "Too many attempts. Try again in" in page.content.decode()
    assert client.get(path).status_code == 200


def test_where_the_cache_is_away_nobody_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object) -> None:
        raise OSError("the cache is away")

    monkeypatch.setattr(cache, "add", away)
    assert spend_budget("report", "user-1") == 0


def test_guessing_a_password_is_limited_and_said_on_a_page_of_the_house(client: Client, roland: User) -> None:
    sent = {"login": "Roland", "password": "not it"}
    pages = [client.post("/accounts/login/", sent) for _each in range(6)]
    assert "password you specified" in pages[0].content.decode()
    right = client.post("/accounts/login/", {"login": "Roland", "password": "a long password"})
    assert right.status_code in (200, 429), "five failures lock the account to this network for five minutes"
    assert not right.wsgi_request.user.is_authenticated


def _logs_in(browser: Client, network: int, password: str = "a long password") -> bool:
    sent = {"login": "Roland", "password": password}
    page = browser.post("/accounts/login/", sent, REMOTE_ADDR=f"10.0.{network}.7")
    return page.status_code == 302 and bool(browser.post("/accounts/logout/"))


def test_wrong_passwords_of_others_shut_nobody_out(roland: User) -> None:
    known = Client()
    assert _logs_in(known, 1)
    for network in range(2, 17):
        assert not _logs_in(Client(), network, "not it")
    assert _logs_in(Client(), 99), "a new device in another network"
    for _each in range(5):
        assert not _logs_in(Client(), 1, "not it")
    assert not _logs_in(Client(), 1), "a new device in the network of those who guess"
    assert _logs_in(known, 1), "a device that was logged in before"


def test_wrong_passwords_from_many_networks_are_bounded_and_a_known_device_passes(roland: User) -> None:
    known = Client()
    assert _logs_in(known, 1)
    for network in range(100, 150):
        assert not _logs_in(Client(), network, "not it")
    assert not _logs_in(Client(), 200)
    assert _logs_in(known, 1)
    for _each in range(5):
        assert not _logs_in(known, 3, "not it")
    assert not _logs_in(known, 3), "a stolen device guesses no longer than others"


def test_a_cookie_that_the_site_has_not_signed_makes_no_known_device(roland: User, rf: RequestFactory) -> None:
    known = Client()
    assert _logs_in(known, 1)
    cookie = known.cookies[devices.COOKIE]
    assert cookie["httponly"] and cookie["path"] == "/accounts/" and "roland" not in cookie.value.lower()
    for value, is_known in ((cookie.value, True), (cookie.value[:-1], False), ("rubbish", False)):
        request = rf.get("/", headers={"Cookie": f"{devices.COOKIE}={value}"})
        assert bool(devices.known_device_id(request, " ROLAND")) is is_known
        assert not devices.known_device_id(request, "Elinor")


@override_settings(ACCOUNT_RATE_LIMITS={"signup": "1/m/ip"})
def test_too_many_sign_ups_are_answered_with_429(client: Client, db: None) -> None:
    sent = {"username": "x"}
    responses = [client.post("/accounts/signup/", sent).status_code for _each in range(2)]
    assert responses == [200, 429]
    page = client.post("/accounts/signup/", sent)
    assert page["Retry-After"]
    assert "Too many attempts" in page.content.decode()


@pytest.mark.django_db
@override_settings(LIMITS=FEW)
def test_what_is_kept_for_a_visitor_nobody_knows_is_bounded_and_ends_within_an_hour(client: Client) -> None:
    for _each in range(5):
        client.cookies.clear()
        refused = client.post("/matches/groups/nothing2here/about/", {"text": "typed"}, headers=ORIGIN)
        assert refused.status_code in (403, 404)
    assert Session.objects.count() == 2
    ends = Session.objects.order_by("-expire_date").values_list("expire_date", flat=True)[0]
    assert ends <= timezone.now() + timedelta(hours=1, seconds=5)
    for _each in range(5):
        client.cookies.clear()
        client.post("/matches/groups/new/", {"name": "Thursdays", "me": "Mira"}, headers=ORIGIN)
    assert Person.objects.count() == 2


@pytest.mark.django_db
def test_a_session_of_a_kept_form_lasts_as_any_other_after_the_log_in(client: Client, roland: User) -> None:
    client.post("/matches/groups/nothing2here/about/", {"text": "typed"}, headers=ORIGIN)
    client.post("/accounts/login/", {"login": "Roland", "password": "a long password"})
    assert client.session.get_expiry_age() > 24 * 3600


@pytest.mark.django_db
def test_expired_sessions_are_swept_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.tasks.ROWS_PER_BATCH", 2)
    for number, days in enumerate((-1, -2, -3, 1)):
        Session.objects.create(session_key=f"k{number}", expire_date=timezone.now() + timedelta(days=days))
    assert clear_sessions() == 3 and Session.objects.get().session_key == "k3"
