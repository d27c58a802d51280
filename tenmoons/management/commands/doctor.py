"""Command: looks a running site over and says what to do; for people, monitoring and cron."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from tenmoons.doctor import data, machine, outside
from tenmoons.doctor.findings import Check, Finding, Level, run

LOCAL = "http://127.0.0.1:8000"
CHECKS: dict[str, Check] = {
    "settings": machine.configuration,
    "secret key": machine.secret_key,
    "disk": machine.disk,
    "clock": machine.clock,
    "static files": machine.static_files,
    "database": data.database,
    "migrations": data.migrations,
    "catalogue": data.catalogue,
    "Redis": data.redis_server,
    "queue": data.queue,
    "backup": data.backup,
    "mail": outside.mail,
    "proxy": outside.proxy,
}


class Command(BaseCommand):
    """`manage.py doctor [--url URL] [--json]`."""

    help = (
        "Check a running site and say how to fix any problems: settings, secrets, disk, clock, static files, database,"
        " migrations, catalogue, Redis, queue, backup, email, proxy, and the site itself. Exit status: 0 if nothing"
        " is wrong, 1 otherwise."
    )
    # Django's checks are findings here.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default=LOCAL, help=f"where a web process is listening (default: {LOCAL})")
        parser.add_argument("--json", action="store_true", help="print the results as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print all findings; exit with 1 where something is wrong."""
        checks = {**CHECKS, "running site": lambda: outside.running_site(options["url"])}
        findings = [finding for name, check in checks.items() for finding in run(name, check)]
        if options["json"]:
            self.stdout.write(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
        else:
            self._print(findings)
        if any(finding.level is Level.WRONG for finding in findings):
            sys.exit(1)

    def _print(self, findings: list[Finding]) -> None:
        styles = {Level.GOOD: self.style.SUCCESS, Level.HINT: self.style.WARNING, Level.WRONG: self.style.ERROR}
        for finding in findings:
            self.stdout.write(f"{styles[finding.level](f'{finding.level:5}')} {finding.name}: {finding.message}")
            if finding.advice:
                self.stdout.write(f"      → {finding.advice}")
        wrong, hints = (sum(finding.level is level for finding in findings) for level in (Level.WRONG, Level.HINT))
        self.stdout.write(f"{len(findings)} checks, {wrong} wrong, {hints} could be better.")
