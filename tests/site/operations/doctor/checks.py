"""What a check of the doctor complains about."""

from __future__ import annotations

from tenmoons.doctor.findings import CheckFunction, DoctorFinding, Level


def ill(check: CheckFunction) -> list[DoctorFinding]:
    """Return the complaints of a check; each says what to do."""
    findings = [finding for finding in check() if finding.level is not Level.GOOD]
    assert all(finding.advice for finding in findings)
    return findings


def said(check: CheckFunction) -> str:
    return " ".join(f"{finding.level} {finding.message} {finding.advice}" for finding in ill(check))
