"""Command: serve the site; migrates, loads the catalogue and starts the embedded worker first."""

from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.utils.autoreload import run_with_reloader

from tenmoons.monitoring.query_counter import without_slow_query_log
from tenmoons.serving.clock_thread import ClockThread
from tenmoons.serving.embedded_worker import EmbeddedWorker
from tenmoons.serving.local_network import ALL_INTERFACES, listening_problem, private_addresses, terminal_qr, url_at
from tenmoons.serving.preparation import prepare_site
from tenmoons.serving.process_checks import check_web_process
from tenmoons.web import CONNECTION_CLASS, MAX_SOCKET_MESSAGE_BYTES


class Command(BaseCommand):
    """`manage.py serve [--host 127.0.0.1] [--port 8000] [--share]`: one process, ready to use."""

    help = "Migrate, load the catalogue and serve the site, with a built-in worker if Redis isn’t set up."
    # The settings are checked below; other checks are about the code and run by `manage.py check`.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on")
        parser.add_argument("--share", action="store_true", help="let phones on the same network open the site")
        parser.add_argument("--reload", action="store_true", help="restart when the code changes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["reload"]:
            run_with_reloader(self._run_server, **options)
        else:
            self._run_server(**options)

    def _run_server(self, **options: Any) -> None:
        host, port = options["host"], options["port"]
        shared = self._allow_private_addresses(port) if options["share"] else ""
        if shared:
            host = ALL_INTERFACES
        if problem := listening_problem(host, port):
            raise CommandError(problem)
        try:
            check_web_process()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
        with without_slow_query_log():
            self._prepare_site()
        background: list[ClockThread | EmbeddedWorker] = (
            [ClockThread(), EmbeddedWorker()] if settings.EMBEDDED_WORKER else []
        )
        for process in background:
            process.start()
        self._print_welcome(host, port, shared)
        try:
            uvicorn.run(
                "tenmoons.asgi:application",
                host=host,
                port=port,
                http=CONNECTION_CLASS,
                log_level="warning",
                lifespan="off",
                timeout_graceful_shutdown=3,
                ws_max_size=MAX_SOCKET_MESSAGE_BYTES,
                # A client’s address is only taken from a proxy if the operator has configured one.
                proxy_headers=bool(settings.SECURE_PROXY_SSL_HEADER),
            )
        finally:
            for process in background:
                process.stop()

    def _allow_private_addresses(self, port: int) -> str:
        """Allow this machine’s private addresses; return the URL for others."""
        addresses = private_addresses()
        if not addresses:
            raise CommandError("This machine isn’t on a local network. Connect it, or leave out --share.")
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *addresses]
        settings.SHARED_URL = f"http://{addresses[0]}:{port}"
        return str(settings.SHARED_URL)

    def _prepare_site(self) -> None:
        prepare_site(self.stdout.write)

    def _print_welcome(self, host: str, port: int, shared: str) -> None:
        url = f"{url_at(host, port)}/"
        if settings.DEBUG:
            self.stdout.write(
                self.style.WARNING("DEBUG is on, so error pages show everything. Don’t let others use this site.")
            )
        if shared:
            self.stdout.write("\nFor phones and computers on this network:\n")
            self.stdout.write(terminal_qr(shared), ending="")
            self.stdout.write(self.style.SUCCESS(f"Ten Moons is at {shared}/"))
            self.stdout.write(f"On this machine, it’s also at {url}. Press Ctrl-C to stop.")
        else:
            self.stdout.write(self.style.SUCCESS(f"Ten Moons is at {url}"))
            self.stdout.write("Press Ctrl-C to stop. To let phones in the room open it, add --share.")
        self.stdout.flush()
