"""Sharing a site in the local network: links, QR codes, the home page, and what a page at 127.0.0.1 says."""

from __future__ import annotations

import socket

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from accounts.models import User
from tenmoons.management.commands import serve
from tenmoons.serving.local_network import is_shareable_address, listening_problem, private_addresses, terminal_qr
from tests.matches.builders import person
from tests.matches.events.builders import made_event

SHARED = "http://192.168.1.20:8000"
WARNING = "Other devices can’t open this link: the site runs only on this computer."


@pytest.fixture
def shared(settings: LazySettings) -> None:
    settings.SHARED_URL = SHARED
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.20"]


def event_page(host: str, owner: User) -> str:
    """Return the page of a new event, opened at an address."""
    event = made_event(person(owner), 4)
    answer = Client(headers={"host": f"{host}:8000"}).get(event.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
def test_links_of_a_shared_site_carry_its_address_wherever_the_page_was_opened(shared: None, roland: User) -> None:
    for host in ("127.0.0.1", "192.168.1.20"):
        page = event_page(host, roland)
        assert f"{SHARED}/" in page
        assert "http://127.0.0.1" not in page
        assert WARNING not in page


@pytest.mark.django_db
def test_a_qr_code_that_no_phone_can_open_says_so(settings: LazySettings, roland: User) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert WARNING in event_page("127.0.0.1", roland)
    assert WARNING in event_page("localhost", roland)
    assert WARNING not in event_page("moons.example", roland)


@pytest.mark.django_db
def test_the_home_page_shows_the_address_to_people_at_the_machine_only(shared: None) -> None:
    here = Client(SERVER_NAME="127.0.0.1").get("/").content.decode()
    there = Client(SERVER_NAME="192.168.1.20").get("/").content.decode()
    assert SHARED in here and "<svg" in here
    assert SHARED not in there


@pytest.mark.django_db
def test_a_name_that_is_not_this_machine_is_refused(shared: None) -> None:
    assert Client(SERVER_NAME="evil.example").get("/").status_code == 400


@pytest.mark.parametrize(
    ("address", "shareable"),
    [
        ("192.168.1.20", True),
        ("10.0.0.7", True),
        ("127.0.0.1", False),
        ("169.254.3.4", False),
        ("0.0.0.0", False),
        ("93.184.216.34", False),
    ],
)
def test_only_private_addresses_are_shared(address: str, shareable: bool) -> None:
    assert is_shareable_address(address) is shareable


def test_the_addresses_of_this_machine_are_private() -> None:
    assert all(is_shareable_address(address) for address in private_addresses())


def test_the_code_in_the_terminal_is_low_enough_for_a_small_window() -> None:
    assert len(terminal_qr(SHARED).splitlines()) <= 20


def test_a_port_in_use_is_named_with_another_to_try() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Another program is using port {port}." in listening_problem("127.0.0.1", port)
        with pytest.raises(CommandError, match=f"Another program is using port {port}. .*--port {port + 1}"):
            call_command("serve", port=port)
    assert not listening_problem("127.0.0.1", port)


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "private_addresses", list)
    with pytest.raises(CommandError, match=r"This machine isn’t on a local network\."):
        call_command("serve", share=True)
