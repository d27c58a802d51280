"""The command `doctor`: what it prints and what it ends with."""

from __future__ import annotations

import json
from errno import ENOSPC
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from smtplib import SMTPDataError
from urllib.request import Request

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.core.management import call_command

from tenmoons.doctor import alarm, from_outside
from tenmoons.doctor.findings import CheckFunction, DoctorFinding, failing, passing, run_check
from tenmoons.management.commands import doctor

pytestmark = pytest.mark.django_db


def asked(monkeypatch: pytest.MonkeyPatch, checks_: dict[str, CheckFunction], *words: str) -> tuple[str, int]:
    monkeypatch.setattr(doctor, "DOCTOR_CHECKS", checks_)
    monkeypatch.setattr(from_outside, "check_running_site", lambda url: [passing("running site", url)])
    out, status = StringIO(), 0
    try:
        call_command("doctor", *words, stdout=out, no_color=True)
    except SystemExit as end:
        status = int(str(end.code))
    return out.getvalue(), status


def test_the_command_ends_with_nought_where_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    text, status = asked(monkeypatch, {"one": lambda: [passing("one", "is well")]}, "--url", "http://there")
    assert (status, text.splitlines()) == (
        0,
        ["good  one: is well", "good  running site: http://there", "2 checks, 0 wrong, 0 could be better."],
    )


def test_the_command_ends_with_one_where_a_check_breaks_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[DoctorFinding]:
        raise ZeroDivisionError("nought")

    text, status = asked(monkeypatch, {"one": broken, "two": lambda: [passing("two", "is well")]}, "--json")
    body = json.loads(text)
    assert status == 1
    assert [(finding["name"], finding["level"]) for finding in body] == [
        ("one", "wrong"),
        ("two", "good"),
        ("running site", "good"),
    ]
    assert "ZeroDivisionError: nought" in body[0]["message"] and body[0]["advice"]


def test_every_check_runs_on_this_site() -> None:
    for name, check in doctor.DOCTOR_CHECKS.items():
        assert not [finding for finding in run_check(name, check) if "couldn’t be checked" in finding.message], name


def found_ill(name: str) -> list[DoctorFinding]:
    return [failing(name, "is ill", "Mend it.")]


class Told:
    """The command with `--tell`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def of(self, *names: str) -> str:
        """Return the command's output about the alarm where these checks find something wrong."""
        checks: dict[str, CheckFunction] = {name: partial(found_ill, name) for name in names}
        text, _status = asked(self.monkeypatch, checks, "--tell")
        return next(line for line in text.splitlines() if " alarm: " in line)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    return Told(monkeypatch)


def test_the_operator_is_told_once_of_what_is_wrong_and_when_it_is_well_again(
    told: Told, settings: LazySettings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ALARM_CONTACT, settings.SITE_URL = "mailto:judge@moons.example", "https://moons.example"
    assert "nothing new" in told.of() and not mailoutbox
    assert told.of("disk") == "good  alarm: told mailto:judge@moons.example"
    assert "nothing new" in told.of("disk")
    told.of("disk", "mail")
    told.of()
    assert [mail.subject.removeprefix("https://moons.example: ") for mail in mailoutbox] == [
        "disk",
        "disk, mail",
        "all is well again",
    ]
    assert mailoutbox[0].to == ["judge@moons.example"] and "disk: is ill\n  → Mend it." in mailoutbox[0].body


def test_a_webhook_is_told_and_its_url_is_not_shown(
    told: Told, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALARM_CONTACT = "https://chat.example/hooks/secret"
    sent: list[Request] = []

    def taken(request: Request, timeout: int) -> BytesIO:
        sent.append(request)
        return BytesIO()

    monkeypatch.setattr(alarm, "urlopen", taken)
    assert told.of("disk") == "good  alarm: told chat.example"
    body = json.loads(bytes(sent[0].data))  # type: ignore[arg-type]
    assert sent[0].full_url == settings.ALARM_CONTACT and "disk: is ill" in body["text"] == body["content"]


def test_an_alarm_that_nobody_takes_is_wrong_and_sent_again(
    told: Told, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALARM_CONTACT = "mailto:judge@moons.example"

    def refused(*_about: object) -> None:
        raise SMTPDataError(550, b"5.7.1 Sender not allowed")

    with monkeypatch.context() as patch:
        patch.setattr(alarm, "send_mail", refused)
        assert told.of("disk").startswith("wrong alarm: mailto:judge@moons.example wasn’t told: 550 5.7.1 Sender not")
    assert "told mailto:judge@moons.example" in told.of("disk")


def test_on_a_full_disk_the_operator_is_told_all_the_same(
    told: Told, settings: LazySettings, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALARM_CONTACT = "mailto:judge@moons.example"

    def full(path: Path, _words: str) -> None:
        path.touch()
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        assert "No space left on device" in told.of("disk") and len(mailoutbox) == 1
    assert "told mailto:" in told.of("disk") and len(mailoutbox) == 2


def test_who_is_told_by_nobody_gets_a_hint(told: Told, settings: LazySettings) -> None:
    settings.ALARM_CONTACT = ""
    assert told.of("disk").startswith("hint  alarm: nobody is told")
