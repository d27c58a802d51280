"""Alarm: tells the operator by email or webhook when the problems of the site change."""

import json
from collections.abc import Iterable
from http.client import HTTPException
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.mail import send_mail

from common.management.problems import server_answer_in_error
from tenmoons.doctor.findings import DoctorFinding, Level, failing, hint, passing
from tenmoons.doctor.from_outside import REQUEST_TIMEOUT_SECONDS

# A file in VAR_DIR with the problems that the operator was last told, by name.
LAST_ALARM_FILE = "doctor-alarm.txt"
# maximum length of a Discord message
MAX_MESSAGE_CHARACTERS = 1900


def tell_operator(findings: Iterable[DoctorFinding]) -> DoctorFinding:
    """Tell ALARM_CONTACT, unless it was told the same before; return the outcome."""
    if not settings.ALARM_CONTACT:
        return hint("alarm", "nobody is told", "Set ALARM_CONTACT to mailto:you@moons.example or a webhook, https://…")
    # Anyone who knows the whole URL of a webhook can post to it.
    name = urlsplit(settings.ALARM_CONTACT).netloc or settings.ALARM_CONTACT
    ill = [finding for finding in findings if finding.level is Level.WRONG]
    names, file = ", ".join(sorted({finding.name for finding in ill})), settings.VAR_DIR / LAST_ALARM_FILE
    try:
        if names == (file.read_text(errors="replace") if file.exists() else ""):
            return passing("alarm", "nothing new to tell")
        subject = f"{settings.SITE_URL or 'Ten Moons'}: {names or 'all is well again'}"
        sentences = [f"{finding.name}: {finding.message}\n  → {finding.advice}" for finding in ill]
        _send_alarm(subject, "\n".join(sentences) or "Nothing is wrong.")
        file.write_text(names)
    except (OSError, ValueError, HTTPException) as error:
        return failing(
            "alarm", f"{name} wasn’t told: {server_answer_in_error(error)}", "Fix ALARM_CONTACT or EMAIL_URL."
        )
    return passing("alarm", f"told {name}")


def _send_alarm(subject: str, text: str) -> None:
    scheme, _colon, address = settings.ALARM_CONTACT.partition(":")
    if scheme == "mailto":
        send_mail(subject, text, None, [address])
        return
    words = f"{subject}\n{text}"[:MAX_MESSAGE_CHARACTERS]
    # Slack, Mattermost and others read “text”, Discord reads “content”.
    body = json.dumps({"text": words, "content": words}).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "Ten Moons"}
    urlopen(Request(settings.ALARM_CONTACT, body, headers), timeout=REQUEST_TIMEOUT_SECONDS).close()
