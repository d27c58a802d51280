"""What a check of the doctor complains of."""

from __future__ import annotations

from tenmoons.doctor.findings import Check, Finding, Level


def ill(check: Check) -> list[Finding]:
    """What a check does not find good; each names what to do."""
    findings = [finding for finding in check() if finding.level is not Level.GOOD]
    assert all(finding.advice for finding in findings)
    return findings


def said(check: Check) -> str:
    return " ".join(f"{finding.level} {finding.message} {finding.advice}" for finding in ill(check))
