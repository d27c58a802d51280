"""Preparation of a start: tables, catalogue and static files, each only where something has changed."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, connections

from cards.models import Card
from tenmoons.monitoring.health import migrated
from tenmoons.serving.static_storage import collect_if_changed


def prepare(say: Callable[[str], object]) -> None:
    """Migrate, load the catalogue, compress the static files; `say` is called with what was done.

    Raises `CommandError` where the database cannot be used.
    """
    say(f"Data is kept in {settings.VAR_DIR}.")
    try:
        if not migrated():
            call_command("migrate", interactive=False, verbosity=0)
        call_command("load_catalogue", if_changed=True, verbosity=0)
    except OperationalError as error:
        raise CommandError(f"The database cannot be used: {error}.") from None
    say(f"The catalogue has {Card.objects.count()} cards.")
    if isinstance(staticfiles_storage, ManifestFilesMixin) and collect_if_changed():
        say("Styles, scripts and pictures are compressed.")
    connections.close_all()
