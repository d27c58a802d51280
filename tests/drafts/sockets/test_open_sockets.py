"""What an open socket keeps: the draft while it goes on, and nothing of it once it has ended and everybody knows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.utils import timezone

from drafts.models import Draft
from drafts.sockets.hub import MAX_PAST_REVISIONS, PICKED_DELAY_SECONDS, ConnectedDraftSocket, DraftRoom, WantedMessages
from drafts.table import clocks, services
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.rows import load_draft
from tests.drafts.tables import begun, by, guest, play_to_the_end, take

pytestmark = pytest.mark.django_db


class Page:
    """The other side of a socket."""

    def __init__(self, room: DraftRoom, who: Visitor, wanted: WantedMessages = WantedMessages.CHANGES) -> None:
        self.heard: list[dict[str, Any]] = []
        self.socket = ConnectedDraftSocket(room, who, wanted, self.hear)
        room.sockets.add(self.socket)
        self.socket.changed.set()

    async def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(json.loads(message["text"]))


Serve = Callable[..., None]


@pytest.fixture
def served() -> Iterator[Serve]:
    """Let every socket send its queue; the database stays with the thread of the test."""
    with asyncio.Runner() as runner:
        yield lambda *pages: runner.run(_served(*pages))


async def _served(*pages: Page) -> None:
    tasks = [asyncio.create_task(page.socket.send_changes()) for page in pages]
    for _turn in range(5):
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def a_draft() -> tuple[LoadedDraft, LoadedDraft, Visitor]:
    """Return the same draft under way and ended, and a visitor who sits there."""
    people = [guest("Roland"), guest("Elinor")]
    key = begun(*people)
    running = load_draft(key)
    play_to_the_end(key, *people)
    return running, load_draft(key), by(people[0])


def test_a_draft_that_has_ended_is_released_when_all_have_been_told(served: Serve) -> None:
    running, ended, who = a_draft()
    room = DraftRoom(running.draft.key)
    player, watcher = Page(room, who), Page(room, Visitor(), WantedMessages.VERSIONS)
    room.update_draft(running)
    served(player, watcher)
    assert room.loaded is running
    room.update_draft(ended)
    served(player)
    assert room.loaded is ended  # one of them has not heard of it yet
    served(watcher)
    assert room.loaded is None
    assert player.heard[-1]["status"] == "done"
    assert len(player.heard[-1]["mine"]["pool"]) > 30
    assert watcher.heard[-1] == {"type": "version", "version": ended.draft.version}
    assert room.version == ended.draft.version


def test_who_comes_after_the_end_sees_all_of_it_and_nobody_hears_it_twice(served: Serve) -> None:
    running, ended, who = a_draft()
    room = DraftRoom(running.draft.key)
    first = Page(room, who)
    room.update_draft(ended)
    served(first)
    room.update_draft(running)  # late, and older
    assert room.loaded is None
    second = Page(room, who)
    room.update_draft(ended)
    served(first, second)
    assert len(first.heard) == 1
    assert second.heard == [first.heard[0] | {"now": second.heard[0]["now"]}]
    assert room.loaded is None


def test_what_is_written_after_the_end_is_told(served: Serve) -> None:
    _running, ended, who = a_draft()
    room = DraftRoom(ended.draft.key)
    page = Page(room, who)
    room.update_draft(ended)
    served(page)

    def renamed() -> LoadedDraft:
        Draft.objects.filter(pk=ended.draft.pk).update(version=ended.draft.version + 1)
        return load_draft(ended.draft.key)

    room.update_draft(renamed())
    served(page)
    assert [message["version"] for message in page.heard] == [ended.draft.version, ended.draft.version + 1]
    assert room.loaded is None


def test_who_has_picked_is_told_to_the_others_a_moment_later_and_the_packets_pass_at_once(served: Serve) -> None:
    people = [guest(name) for name in ("Roland", "Elinor", "a stranger")]
    key, moments = begun(*people), list[tuple[float, Callable[[], None]]]()
    room = DraftRoom(key, lambda seconds, call: moments.append((seconds, call)))
    pages = [Page(room, by(someone)) for someone in people]
    program = Page(room, Visitor(), WantedMessages.VIEWS)

    def heard() -> list[int]:
        room.update_draft(load_draft(key))
        served(*pages, program)
        return [len(page.heard) for page in (*pages, program)]

    assert heard() == [1, 1, 1, 1]
    take(key, people[0])
    assert heard() == [2, 1, 1, 2] and len(pages[0].heard[-1]["mine"]["pool"]) == 1
    take(key, people[1])
    assert heard() == [2, 2, 1, 3]
    assert [seconds for seconds, _call in moments] == [PICKED_DELAY_SECONDS]
    moments.pop()[1]()
    assert heard() == [3, 2, 2, 3]
    assert pages[0].heard[-1]["table"]["awaited"] == pages[2].heard[-1]["table"]["awaited"] == [2]
    assert pages[2].heard[-1].keys() == {"type", "version", "table"}
    take(key, people[2])
    assert heard() == [4, 3, 3, 4] and all(page.heard[-1]["mine"]["number"] == 2 for page in pages)
    take(key, people[0])
    assert heard() == [5, 3, 3, 5] and len(moments) == 1


def test_the_answer_to_a_pick_holds_what_it_has_changed_and_the_page_is_not_told_again(served: Serve) -> None:
    people = [guest("Roland"), guest("Elinor")]
    key = begun(*people)
    room = DraftRoom(key)
    pages = [Page(room, by(people[0])), Page(room, by(people[1])), Page(room, by(people[0]), WantedMessages.VIEWS)]
    room.update_draft(load_draft(key))
    served(*pages)
    take(key, people[0])
    room.update_draft(load_draft(key))
    for page in (pages[0], pages[2]):
        asyncio.run(page.socket.answer_pick({"type": "pick", "ok": True}))
    served(*pages)
    assert [len(page.heard) for page in pages] == [2, 2, 3]
    told, program = pages[0].heard[-1], pages[2].heard[-2]
    assert told.keys() == program.keys() | {"view"} and told["view"]["type"] == "change"
    assert len(told["view"]["mine"]["pool"]) == 1 and told["view"]["table"]["awaited"] == [1]


def test_only_the_last_views_are_kept_also_when_not_every_one_was_asked_for() -> None:
    host = guest("Roland")
    room = DraftRoom(begun(host, guest("Elinor")))
    room.update_draft(load_draft(room.key))
    for number in range(3 * MAX_PAST_REVISIONS):
        room.update_silent_seats({} if number % 2 else {0: timezone.now()})
        if number % 5 == 0:
            room.public_view()
    room.public_view()
    assert room.revision - MAX_PAST_REVISIONS < min(room._views) and len(room._views) <= MAX_PAST_REVISIONS


def test_a_change_of_the_seats_is_told_to_all_at_once(served: Serve) -> None:
    people = [guest("Roland"), guest("Elinor")]
    key = begun(*people)
    room = DraftRoom(
        key,
        lambda _seconds, _call: pytest.fail(
            "Your device can tell you when something is waiting for you, even with no page of this "
            "site open. It says what kind of thing and in which draft or event, but never shows a card."
        ),
    )
    pages = [Page(room, by(someone)) for someone in people]
    room.update_draft(load_draft(key))
    served(*pages)
    clocks.pause_draft(key, visitor=by(people[0]))
    room.update_draft(load_draft(key))
    served(*pages)
    assert [page.heard[-1]["paused"] is None for page in pages] == [False, False]


def test_a_draft_that_is_called_off_is_released_too(served: Serve) -> None:
    def called_off() -> tuple[LoadedDraft, Visitor]:
        host = guest("Roland")
        key = begun(host, guest("Elinor"))
        services.abort_draft(key, visitor=by(host))
        return load_draft(key), by(host)

    loaded, who = called_off()
    room = DraftRoom(loaded.draft.key)
    page = Page(room, who)
    room.update_draft(loaded)
    served(page)
    assert page.heard[-1]["status"] == "aborted"
    assert room.loaded is None
