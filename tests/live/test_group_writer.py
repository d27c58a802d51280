"""Writers of a process take turns on SQLite, and wait for the disk after their turn."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from django.conf import LazySettings

from live import group_writer
from live.group_writer import GroupWriter, WriteResults
from live.pubsub import Listeners, listeners


def _echo(commands: Sequence[int]) -> WriteResults[int]:
    return WriteResults(list(commands), [])


class _Work:
    """What both writers write: it records whether another one is writing."""

    def __init__(self) -> None:
        self.writing = threading.Semaphore(1)
        self.met = 0

    def __call__(self, commands: Sequence[int]) -> WriteResults[int]:
        alone = self.writing.acquire(blocking=False)
        self.met += not alone
        time.sleep(0.01)
        if alone:
            self.writing.release()
        return WriteResults(list(commands), [])


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> Iterator[sqlite3.Connection]:
    """The writers' database, in a file with a write-ahead log."""
    settings.GROUP_COMMIT = True
    (tmp_path / "site.sqlite3").touch()
    file = tmp_path / "link.sqlite3"  # the log is beside the file itself
    file.symlink_to(tmp_path / "site.sqlite3")
    with closing(sqlite3.connect(file, check_same_thread=False)) as made:
        made.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE picks (card);")
        names = {"vendor": "sqlite", "settings_dict": {"NAME": str(file)}, "connection": made}
        fake = SimpleNamespace(ensure_connection=lambda: None, **names)
        monkeypatch.setattr(group_writer, "connection", fake)
        yield made


@pytest.mark.usefixtures("database")
async def test_two_writers_take_turns_on_sqlite() -> None:
    work = _Work()
    writers = [GroupWriter(f"writer {name}", work) for name in "ab"]
    for writer in writers:
        writer.start(listeners())
    results = await asyncio.gather(*(writer.write_async(number) for number in range(5) for writer in writers))
    assert results == [number for number in range(5) for _writer in writers]
    assert work.met == 0


async def test_an_answer_waits_for_the_disk_but_the_commit_does_not(
    database: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[object] = []
    flush = group_writer._flush_to_disk

    def flush_and_note(path: str) -> None:
        flush(path)
        steps.append(Path(path).name)

    monkeypatch.setattr(group_writer, "_flush_to_disk", flush_and_note)

    def write(commands: Sequence[int]) -> WriteResults[int]:
        database.executemany("INSERT INTO picks VALUES (?)", [(command,) for command in commands])
        database.commit()
        steps.append(("commit", *database.execute("PRAGMA synchronous").fetchone()))
        return WriteResults(list(commands), [])

    writer = GroupWriter("writer", write)
    writer.start(listeners())
    steps.append(await writer.write_async(7))
    assert steps == [("commit", 1), "site.sqlite3-wal", 7]


async def test_the_next_writer_commits_while_one_waits_for_the_disk(
    database: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_have_written = threading.Barrier(2)
    monkeypatch.setattr(group_writer, "_flush_to_disk", lambda _path: both_have_written.wait(timeout=30))
    writers = [GroupWriter(f"writer {name}", _echo) for name in "ab"]
    for writer in writers:
        writer.start(listeners())
    assert await asyncio.gather(*(writer.write_async(1) for writer in writers)) == [1, 1]


@pytest.mark.parametrize(("synchronous", "journal"), [("NORMAL", "WAL"), ("FULL", "DELETE")])
async def test_other_settings_of_the_database_are_left_alone(
    synchronous: str,
    journal: str,
    database: sqlite3.Connection,
    monkeypatch: pytest.MonkeyPatch,
    settings: LazySettings,
) -> None:
    settings.SQLITE_SYNCHRONOUS = synchronous
    database.execute(f"PRAGMA journal_mode={journal}")
    database.execute(f"PRAGMA synchronous={synchronous}")
    before = database.execute("PRAGMA synchronous").fetchone()
    monkeypatch.setattr(group_writer, "_flush_to_disk", lambda _path: pytest.fail("nothing to wait for"))
    writer = GroupWriter("writer", _echo)
    writer.start(listeners())
    assert await writer.write_async(1) == 1
    assert database.execute("PRAGMA synchronous").fetchone() == before


@pytest.mark.usefixtures("database")
async def test_a_log_that_is_gone_has_been_written_to_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_writer, "_flush_to_disk", lambda path: os.open(f"{path}-gone", os.O_RDWR))
    writer = GroupWriter("writer", _echo)
    writer.start(listeners())
    assert await writer.write_async(1) == 1


@pytest.mark.usefixtures("database")
async def test_a_failing_disk_is_an_error_and_the_topics_are_notified_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_path: str) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(group_writer, "_flush_to_disk", fail)
    notified: list[object] = []
    heard = SimpleNamespace(loop=asyncio.get_running_loop(), notify=notified.extend)
    writer = GroupWriter[int, int]("writer", lambda commands: WriteResults(list(commands), [("draft", 7)]))
    writer.start(cast("Listeners", heard))
    with pytest.raises(OSError, match="Input/output"):
        await writer.write_async(1)
    assert notified == [("draft", 7)]
