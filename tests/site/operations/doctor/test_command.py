"""The command `doctor`: what it prints and what it ends with."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tenmoons.doctor import outside
from tenmoons.doctor.findings import CheckFunction, DoctorFinding, good, run_check
from tenmoons.management.commands import doctor

pytestmark = pytest.mark.django_db


def asked(monkeypatch: pytest.MonkeyPatch, checks_: dict[str, CheckFunction], *words: str) -> tuple[str, int]:
    monkeypatch.setattr(doctor, "DOCTOR_CHECKS", checks_)
    monkeypatch.setattr(outside, "check_running_site", lambda url: [good("running site", url)])
    out, status = StringIO(), 0
    try:
        call_command("doctor", *words, stdout=out, no_color=True)
    except SystemExit as end:
        status = int(str(end.code))
    return out.getvalue(), status


def test_the_command_ends_with_nought_where_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    text, status = asked(monkeypatch, {"one": lambda: [good("one", "is well")]}, "--url", "http://there")
    assert (status, text.splitlines()) == (
        0,
        ["good  one: is well", "good  running site: http://there", "2 checks, 0 wrong, 0 could be better."],
    )


def test_the_command_ends_with_one_where_a_check_breaks_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[DoctorFinding]:
        raise ZeroDivisionError("nought")

    text, status = asked(monkeypatch, {"one": broken, "two": lambda: [good("two", "is well")]}, "--json")
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
