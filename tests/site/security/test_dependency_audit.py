"""What the audit of dependencies makes of the answers it gets."""

from __future__ import annotations

import json
import os
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

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


def test_without_a_way_out_it_says_that_it_did_not_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "ask", lambda _service: None)
    monkeypatch.delenv("ADVISORY_FILE", raising=False)
    assert audit.main() == 0
    assert capsys.readouterr().out.startswith("NOT AUDITED: ")
    monkeypatch.setenv("AUDIT_REQUIRED", "yes")
    assert audit.main() == 1


def advisory(**affected: Any) -> dict[str, Any]:
    about = {"package": {"ecosystem": "PyPI", "name": "Django"}, **affected}
    return {"id": "PYSEC-1", "aliases": ["CVE-1"], "affected": [about]}


def stored(folder: Path, *published: dict[str, Any]) -> Path:
    """Return a stored copy of advisories, as osv.dev offers it."""
    file = folder / "all.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for number, entry in enumerate(published):
            archive.writestr(f"{number}.json", json.dumps(entry))
    return file


def ranges(*events: dict[str, str]) -> list[dict[str, Any]]:
    return [{"type": "ECOSYSTEM", "events": list(events)}]


@pytest.mark.parametrize(
    ("affected", "known"),
    [
        ({"versions": ["5.2.1"]}, True),
        ({"versions": ["5.2"]}, False),
        ({"ranges": ranges({"introduced": "0"}, {"fixed": "5.2.2"})}, True),
        ({"ranges": ranges({"introduced": "0"}, {"fixed": "5.2.1"})}, False),
        ({"ranges": ranges({"introduced": "5.2"}, {"last_affected": "5.2.1"})}, True),
        ({"ranges": ranges({"introduced": "6.0"})}, False),
        ({"ranges": ranges({"introduced": "0"}, {"fixed": "4.2"}, {"introduced": "5.0"}, {"fixed": "5.3"})}, True),
        ({"ranges": ranges({"introduced": "0"}, {"fixed": "no version"})}, True),
        ({"package": {"ecosystem": "npm", "name": "django"}, "versions": ["5.2.1"]}, False),
    ],
)
def test_a_stored_copy_knows_the_versions(affected: dict[str, Any], known: bool, tmp_path: Path) -> None:
    pins = "django==5.2.1 \\\n    --hash=sha256:0\nredis==6.4.0 \\\n"
    packages = audit.look_up(stored(tmp_path, advisory(**affected)), pins)
    assert [package["name"] for package in packages] == ["django", "redis"]
    assert bool(audit.holes(packages)) == known


def test_what_was_withdrawn_does_not_count(tmp_path: Path) -> None:
    taken_back = advisory(versions=["5.2.1"]) | {"withdrawn": "2026-01-01T00:00:00Z"}
    assert not audit.holes(audit.look_up(stored(tmp_path, taken_back), "django==5.2.1 \\\n"))


def test_a_stored_copy_is_asked_where_no_service_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "ask", lambda _service: None)
    pin = next(line for line in audit.REQUIREMENTS.read_text().splitlines() if line.startswith("django=="))
    published = advisory(versions=[pin.partition("==")[2].split()[0]])
    (tmp_path / "PYSEC-1.json").write_text(json.dumps(published))
    monkeypatch.setenv("ADVISORY_FILE", str(tmp_path))
    assert audit.main() == 1
    assert "PYSEC-1 is a known hole" in capsys.readouterr().out
    os.utime(tmp_path, (0, 0))
    audit.main()
    assert "fetch it again" in capsys.readouterr().out


def test_every_allowance_has_a_reason_and_a_day() -> None:
    with audit.ALLOWED.open(encoding="utf-8", newline="") as file:
        assert all(audit.allowances(file, date.min).values())
