"""A senseless setting stops the start: a sentence names it, its value (never a secret), and valid values."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tenmoons import environment
from tenmoons.serving import process_checks

ROOT = Path(__file__).resolve().parents[3]
SECRET = "hunter2"
ODD = [
    *[("DEBUG", value) for value in ("perhaps", "2", "y")],
    ("HTTPS", "https"),
    ("BEHIND_PROXY", "nginx"),
    ("SECRET_KEY", SECRET),
    ("SECRET_KEY", "put at least 50 characters of your own here"),
    *[("COOKIE_MARK", value) for value in ("a b", "a;b", "x" * 33)],
    *[
        ("ALLOWED_HOSTS", value)
        for value in (
            "https://moons.example",
            "moons.example;www.moons.example",
            "moons.example www.moons.example",
            "moons.example:8000",
            "moons.example/",
            "*.moons.example",
            "moons_site.example",
            "::1",
            "[moons.example]",
            '"moons.example"',
            "münchen.example",
        )
    ],
    *[
        ("SITE_URL", value)
        for value in (
            "moons.example",
            "https://",
            "http://moons.example:99999",
            "htps://moons.example",
            "https://moons.example/site",
            "https://a b",
        )
    ],
    ("CSRF_TRUSTED_ORIGINS", "moons.example"),
    ("CSRF_TRUSTED_ORIGINS", "https://moons.example/"),
    ("CSRF_TRUSTED_ORIGINS", "https://moons.example:99999"),
    *[("HSTS_SECONDS", value) for value in ("a year", "-1", "9" * 12)],
    ("TRUSTED_PROXIES", "127.0.0.1"),
    ("TRUSTED_PROXIES", "4000"),
    *[("SECURITY_CONTACT", value) for value in ("me", "me@moons.example", "http://moons.example", "mailto:me")],
    *[
        ("DATABASE_URL", value)
        for value in (
            "nowhere",
            "mysql://tenmoons:hunter2@127.0.0.1/moons",
            f"postgres://tenmoons:{SECRET}@127.0.0.1",
            f"postgres://tenmoons:{SECRET}@127.0.0.1:notaport/moons",
            f"postgres://tenmoons:{SECRET}@127.0.0.1:80000/moons",
            f"postgres://tenmoons:{SECRET}:127.0.0.1/moons",
            *(f"postgres://tenmoons:{SECRET}{sign}x@127.0.0.1/moons" for sign in "@/?#"),
            "postgres:tenmoons",
            "sqlite:moons",
            "sqlite://",
            "sqlite://:memory:",
        )
    ],
    *[
        ("REDIS_URL", value)
        for value in (
            "127.0.0.1:6379",
            "http://127.0.0.1",
            f"redis://:{SECRET}@x@127.0.0.1",
            "redis://h:0",
            "redis://",
            "redis://h/main",
        )
    ],
    *[
        ("EMAIL_URL", value)
        for value in (
            "smtp.example.org",
            "smtp://",
            "tls://smtp.example.org",
            f"smtp://moons:{SECRET}@smtp.example.org:notaport",
            f"smtp+tls://moons@moons.example:{SECRET}@smtp.example.org:587",
            "filemail://",
        )
    ],
    *[("DEFAULT_FROM_EMAIL", value) for value in ("no mail", "Ten Moons", "moons@", "Ten Moons <moons>", "a@b, c@d")],
    ("SQLITE_SYNCHRONOUS", "OFF"),
    ("CONN_MAX_AGE", "forever"),
    *[("WEB_CONCURRENCY", value) for value in ("0", "two", "1.5")],
    *[("API_RATE_TOKEN", value) for value in ("600", "600/week", "lots/min", "10 / min")],
    ("SOCKETS_PER_ADDRESS", "0"),
    ("VAPID_KEY", "xyz"),
    ("VAPID_KEY", f"{SECRET}!" * 8),
    *[("PUSH_HOSTS", value) for value in ("https://push.example", "push.example/x", "push.example;x", "*")],
    ("LOG_LEVEL", "shout"),
    ("LOG_LEVEL", "info"),
    ("LOG_FORMAT", "xml"),
    *[("METRICS_TOKEN", value) for value in ("abc", "put at least 20 characters of your own here")],
    ("PROMETHEUS_MULTIPROC_DIR", "metrics"),
    ("PROMETHEUS_MULTIPROC_DIR", "/proc/metrics"),
    ("VAR_DIR", "~/moons"),
    ("VAR_DIR", "/dev/null"),
]
MISSPELT = {
    "ALLOWED_HOST": "ALLOWED_HOSTS",
    "SITE_URI": "SITE_URL",
    "SECRETKEY": "SECRET_KEY",
    "DATABASE_URI": "DATABASE_URL",
    "EMAIL_UR": "EMAIL_URL",
    "HTTPs": "HTTPS",
    "debug": "DEBUG",
    "LIMIT_LOGIN": "LIMIT_LOG_IN",
    "BEHIND_PROXYS": "BEHIND_PROXY",
    "API_RATE_ANONYMUS": "API_RATE_ANONYMOUS",
    "STAFF_SECOND_FACTORS": "STAFF_SECOND_FACTOR",
}
# What shells, services, containers and the site’s own programs leave in the environment.
OTHERS = """
    HOME LANG LC_ALL PATH PWD SHELL TERM TZ USER LOGNAME HOSTNAME DISPLAY EDITOR MAIL PAGER http_proxy
    no_proxy HTTP_PROXY HTTPS_PROXY INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET SYSTEMD_EXEC_PID
    RUNTIME_DIRECTORY STATE_DIRECTORY REDIS_PORT REDIS_HOST REDIS_SERVICE_HOST POSTGRES_PASSWORD PGHOST
    DATABASE_HOST KUBERNETES_SERVICE_HOST GITHUB_TOKEN CI PYTHONPATH PYTHONUNBUFFERED VIRTUAL_ENV
    UV_CACHE_DIR PIP_NO_INPUT DJANGO_SETTINGS_MODULE FORWARDED_ALLOW_IPS CELERY_SKIP_CHECKS SITE_HOST
    SITE_NAME LOG_DIR XDG_DATA_DIRS
"""


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Return an environment with nothing but a folder for the data."""
    for name in list(os.environ):
        monkeypatch.delenv(name)
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    return monkeypatch


def read_settings() -> dict[str, object]:
    """Return the settings, read again from the environment."""
    return runpy.run_path(str(ROOT / "tenmoons" / "settings.py"))


@pytest.mark.parametrize(("name", "value"), ODD)
def test_an_odd_value_is_refused_and_named(clean: pytest.MonkeyPatch, name: str, value: str) -> None:
    clean.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        read_settings()
    message = str(refused.value)
    assert name in message and message.endswith(".") and "\n" not in message
    assert SECRET not in message
    if name not in {
        "SECRET_KEY",
        "VAPID_KEY",
        "METRICS_TOKEN",
        "DATABASE_URL",
        "REDIS_URL",
        "EMAIL_URL",
        "COOKIE_MARK",
    }:
        assert value.split(",")[0] in message


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALLOWED_HOSTS", "moons.example, .moons.example,[2001:db8::1],192.0.2.1,localhost"),
        ("ALLOWED_HOSTS", "*"),
        ("SITE_URL", "https://[2001:db8::1]:8000"),
        ("CSRF_TRUSTED_ORIGINS", "https://moons.example,https://*.moons.example:8000"),
        ("DATABASE_URL", "postgres://tenmoons:a%40b%2Fc%3Ad@[::1]:5432/moons?sslmode=require"),
        ("DATABASE_URL", "postgres:////run/postgresql/moons"),
        ("DATABASE_URL", "postgres://tenmoons@%2Frun%2Fpostgresql/moons"),
        ("REDIS_URL", "rediss://:secret@redis.example:6380/1?ssl_cert_reqs=none"),
        ("EMAIL_URL", "smtp+tls://moons%40moons.example:secret@smtp.example.org:587"),
        ("EMAIL_URL", "filemail:///var/mail/moons"),
        ("DEFAULT_FROM_EMAIL", "moons@moons.example"),
        ("DEFAULT_FROM_EMAIL", '"Ten Moons, the club" <moons@moons.example>'),
        ("SECURITY_CONTACT", "https://moons.example/security"),
        ("VAPID_KEY", "A" * 42 + "E"),
        ("METRICS_TOKEN", "x" * 20),
        ("PUSH_HOSTS", "push.example, *.push.example"),
        ("API_RATE_TOKEN", "0/min"),
    ],
)
def test_a_usual_value_is_taken(clean: pytest.MonkeyPatch, name: str, value: str) -> None:
    clean.setenv(name, value)
    read_settings()


def test_a_slash_at_the_end_of_the_sites_url_is_left_out(clean: pytest.MonkeyPatch) -> None:
    clean.setenv("SITE_URL", "https://moons.example/")
    settings = read_settings()
    assert settings["SITE_URL"] == "https://moons.example"
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://moons.example"]


@pytest.mark.parametrize(("name", "meant"), MISSPELT.items())
def test_a_misspelt_name_is_refused_with_the_right_one(clean: pytest.MonkeyPatch, name: str, meant: str) -> None:
    clean.setenv(name, "value")
    with pytest.raises(ImproperlyConfigured, match=rf"{name} isn’t a setting. Did you mean {meant}\?"):
        read_settings()


def test_names_of_other_programs_are_left_alone(clean: pytest.MonkeyPatch) -> None:
    for name in OTHERS.split():
        clean.setenv(name, "value")
    read_settings()


def test_every_documented_setting_is_known(clean: pytest.MonkeyPatch) -> None:
    from tests.reference.settings import found

    read_settings()
    assert {row.name for row in found()} <= environment._known_names


def test_a_push_key_of_another_kind_is_refused(settings: pytest.MonkeyPatch) -> None:
    settings.VAPID_KEY = "A" * 60  # type: ignore[attr-defined]
    [message] = process_checks.check_process_settings()
    assert message.id == "tenmoons.E005" and "VAPID_KEY" in message.msg and "AAAA" not in message.msg


@pytest.mark.parametrize(
    "command",
    [
        ["manage.py", "check"],
        ["-m", "tenmoons.web"],
        ["-m", "tenmoons.beat"],
        ["-m", "celery", "-A", "tenmoons", "worker"],
    ],
)
def test_every_process_refuses_in_one_sentence(tmp_path: Path, command: list[str]) -> None:
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "LOG_LEVEL": "shout"}
    run = subprocess.run([sys.executable, *command], cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    assert run.returncode
    assert run.stderr.splitlines() == [
        "Ten Moons doesn’t start: LOG_LEVEL is 'shout', but must be one of DEBUG, INFO, WARNING, ERROR."
    ]
