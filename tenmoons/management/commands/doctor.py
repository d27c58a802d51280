"""Command: checks a running site and gives advice; for people, monitoring and cron."""

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from tenmoons.doctor import from_outside, installation, stores
from tenmoons.doctor.alarm import tell_operator
from tenmoons.doctor.findings import CheckFunction, DoctorFinding, Level, run_check
from tenmoons.environment import SITE

LOCAL_URL = "http://127.0.0.1:8000"
DOCTOR_CHECKS: dict[str, CheckFunction] = {
    "settings": installation.check_configuration,
    "secret key": installation.check_secret_key,
    "disk": installation.check_disk,
    "clock": installation.check_clock,
    "static files": installation.check_static_files,
    "database": stores.check_database,
    "migrations": stores.check_migrations,
    "catalogue": stores.check_catalogue,
    "Redis": stores.check_redis,
    "queue": stores.check_task_queue,
    "backup": stores.check_backup,
    "mail": from_outside.check_mail,
    "proxy": from_outside.check_proxy,
}


def _site_url(text: str) -> str:
    if not re.fullmatch(SITE[0], text):
        raise ArgumentTypeError(f"{text} isn’t the address of a web process, such as {LOCAL_URL}")
    return text


class Command(BaseCommand):
    """`manage.py doctor [--url URL] [--json] [--tell]`."""

    help = (
        "Check a running site and say how to fix any problems: settings, secrets, disk, clock, static files, database,"
        " migrations, catalogue, Redis, queue, backup, email, proxy, and the site itself. Exit status: 0 if nothing"
        " is wrong, 1 otherwise."
    )
    # Django’s checks are among the findings.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--url", type=_site_url, default=LOCAL_URL, help=f"where a web process is listening (default: {LOCAL_URL})"
        )
        parser.add_argument("--json", action="store_true", help="print the results as JSON")
        parser.add_argument("--tell", action="store_true", help="tell ALARM_CONTACT when what is wrong changes")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print all findings; exit with 1 if something is wrong."""
        checks = {**DOCTOR_CHECKS, "running site": lambda: from_outside.check_running_site(options["url"])}
        findings = [finding for name, check in checks.items() for finding in run_check(name, check)]
        if options["tell"]:
            findings.append(tell_operator(findings))
        if options["json"]:
            self.stdout.write(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
        else:
            self._print_findings(findings)
        if any(finding.level is Level.WRONG for finding in findings):
            sys.exit(1)

    def _print_findings(self, findings: list[DoctorFinding]) -> None:
        styles = {Level.GOOD: self.style.SUCCESS, Level.HINT: self.style.WARNING, Level.WRONG: self.style.ERROR}
        for finding in findings:
            self.stdout.write(f"{styles[finding.level](f'{finding.level:5}')} {finding.name}: {finding.message}")
            if finding.advice:
                self.stdout.write(f"      → {finding.advice}")
        wrong, hints = (sum(finding.level is level for finding in findings) for level in (Level.WRONG, Level.HINT))
        self.stdout.write(f"{len(findings)} checks, {wrong} wrong, {hints} could be better.")
