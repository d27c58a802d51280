"""Command: serve a living site of demo content from a folder of its own."""

import os
from typing import Any

from django.core.management.base import CommandError

from tenmoons.demo.living_site import LiveDemo, create_live_demo
from tenmoons.management.commands.serve import Command as Serve
from tenmoons.serving.local_network import url_at


class Command(Serve):
    """`manage.py demo [--port 8000] [--share]`: `serve` in `var/demo/`, filled at the first start."""

    help = "Serve a demo site from var/demo/, with made-up content: a draft to join, decks, an event and a season."
    _site: LiveDemo

    def handle(self, *args: Any, **options: Any) -> None:
        if os.environ.get("DATABASE_URL"):
            raise CommandError("The demo has its own database. Start it without DATABASE_URL.")
        super().handle(*args, **options)

    def _prepare_site(self) -> None:
        super()._prepare_site()
        self.stdout.write("Filling the demo …")
        self._site = create_live_demo()

    def _print_welcome(self, host: str, port: int, shared: str) -> None:
        super()._print_welcome(host, port, shared)
        address = shared or url_at(host, port)
        for name, path in self._site.links:
            self.stdout.write(f"  {name}: {address}{path}")
        self.stdout.flush()
