"""IPv6: addresses to listen at, host names in brackets, limits that count a network of 64 bits, and the proxy."""

from __future__ import annotations

import os
import re
import shutil
import sys
import urllib.request
from pathlib import Path

import pytest
from allauth import app_settings
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.headers import rate_limit_address
from tests.servers.binaries import free_port
from tests.servers.process import Program

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.xdist_group("crash")
def test_the_site_is_served_at_an_ipv6_address_and_prints_it(tmp_path: Path, ready: Path | None) -> None:
    port = free_port()
    if ready is not None:
        shutil.copy(ready, tmp_path / "tenmoons.sqlite3")
    own = {"VAR_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--host", "::1", "--port", str(port)]
    url = f"http://[::1]:{port}/"

    def answers() -> bool:
        try:
            return bool(urllib.request.urlopen(f"{url}healthz", timeout=5).status == 200)
        except OSError:
            return False

    site = Program("site", tmp_path, command=command, environment=os.environ | own, answers=answers)
    with site:
        assert urllib.request.urlopen(url, timeout=20).status == 200
    assert f"Ten Moons is at {url}" in site.log.read_text()


@pytest.mark.django_db
@pytest.mark.parametrize(("host", "status"), [("[2001:db8::1]:8000", 200), ("[2001:db8::2]", 400)])
def test_an_allowed_host_is_named_in_brackets(client: Client, settings: LazySettings, host: str, status: int) -> None:
    settings.ALLOWED_HOSTS = ["[2001:db8::1]"]
    assert client.get(reverse("account_login"), headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ],
)
def test_limits_count_a_network(address: str, counted: str) -> None:
    assert rate_limit_address(address) == counted


@pytest.mark.django_db
def test_log_ins_are_counted_by_network_too(client: Client, roland: User) -> None:
    assert app_settings.RATE_LIMIT_IPV6_PREFIX == 64
    form = {"login": "Roland", "password": "wrong"}
    statuses = [
        client.post(reverse("account_login"), form, REMOTE_ADDR=f"2001:db8:1:2::{number:x}").status_code
        for number in range(1, 33)
    ]
    assert statuses[0] == 200 and statuses[-1] == 429
    assert client.post(reverse("account_login"), form, REMOTE_ADDR="2001:db8:1:3::1").status_code == 200


@pytest.mark.parametrize("name", ["nginx.conf", "install"])
def test_the_proxy_listens_at_both_kinds_of_addresses(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text()
    four = re.findall(r"listen (80|443)\b", text)
    assert four and re.findall(r"listen \[::\]:(80|443)\b", text) == four
