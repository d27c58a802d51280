"""Command: serve the site; migrates, loads the catalogue and starts the embedded worker first."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from tenmoons.serving.embedded_worker import EmbeddedWorker
from tenmoons.serving.process_checks import check_web_process


class Command(BaseCommand):
    """`manage.py serve [--host 127.0.0.1] [--port 8000]`: one process, ready to use."""

    help = "Migrate, load the catalogue and serve the site (with its own worker where no Redis is set)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address to listen on."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, then serve until interrupted."""
        try:
            check_web_process()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_catalogue", stdout=self.stdout)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        connections.close_all()
        worker = EmbeddedWorker() if settings.EMBEDDED_WORKER else None
        if worker:
            worker.start()
        self.stdout.write(self.style.SUCCESS(f"Ten Moons is at http://{options['host']}:{options['port']}/"))
        try:
            uvicorn.run(
                "tenmoons.asgi:application",
                host=options["host"],
                port=options["port"],
                log_level="warning",
                lifespan="off",
                timeout_graceful_shutdown=3,
                # The address of a client is taken from a proxy only where the operator says there is one.
                proxy_headers=bool(settings.SECURE_PROXY_SSL_HEADER),
            )
        finally:
            if worker:
                worker.stop()
