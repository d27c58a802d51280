"""What the audit of dependencies makes of the answers it gets."""

from __future__ import annotations

from datetime import date

import pytest

from tests import audit

KNOWN = [
    {"name": "django", "version": "5.2", "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"]}]},
    {"name": "redis", "version": "6.4", "vulns": []},
]


def test_a_known_hole_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(audit, "ask", lambda _service: KNOWN)
    assert audit.main() == 1
    assert "django 5.2: PYSEC-1 is a known hole" in capsys.readouterr().out


def test_a_written_allowance_lets_it_pass_until_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["advisory,reason,until", "CVE-1,not reachable: no such view,2026-12-31"]
    assert audit.allowances(lines, date(2026, 12, 31)) == {"CVE-1": "not reachable: no such view"}
    assert audit.allowances(lines, date(2027, 1, 1)) == {}
    monkeypatch.setattr(audit, "ask", lambda _service: KNOWN)
    monkeypatch.setattr(audit, "allowances", lambda _lines, _today: {"CVE-1": "not reachable"})
    assert audit.main() == 0


def test_without_a_way_out_it_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "ask", lambda _service: None)
    assert audit.main() == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_every_allowance_has_a_reason_and_a_day() -> None:
    with audit.ALLOWED.open(encoding="utf-8", newline="") as file:
        assert all(audit.allowances(file, date.min).values())
