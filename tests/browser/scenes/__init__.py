"""States of a page that need preparation: a packet answered, an event with a champion, a folder of decks.

The gate gets a few, `make thorough` all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from django.db import transaction

from tests.browser.scenes import decks, drafts, events, play, reports
from tests.browser.scenes.seen import Seen
from tests.effort import THOROUGH

if TYPE_CHECKING:
    from tests.access.world import World

Scene = Callable[["World"], list[Seen]]
SCENES: tuple[Scene, ...] = play.SCENES
THOROUGH_SCENES: tuple[Scene, ...] = (
    *decks.SCENES,
    *drafts.SCENES,
    *events.SCENES,
    *reports.SCENES,
    *play.THOROUGH_SCENES,
)


def played(world: World, told: Callable[[str], bool]) -> Iterator[tuple[Seen, str]]:
    """Yield every requested page of every scene, as rendered; all effects are undone."""
    for scene in (*SCENES, *(THOROUGH_SCENES if THOROUGH else ())):
        with transaction.atomic():
            for seen in filter(lambda seen: told(seen.name), scene(world)):
                client = seen.client or world.client(seen.role, SERVER_NAME="127.0.0.1")
                answer = client.get(seen.path)
                assert answer.status_code == seen.status, f"{seen.name}: {answer.status_code}"
                yield seen, answer.content.decode()
            transaction.set_rollback(True)
