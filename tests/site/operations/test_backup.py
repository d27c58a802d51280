"""A backup is one moment of the site in one file; it goes into either kind of database, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import stat
import tracemalloc
import zipfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from psycopg import sql

from accounts.models import ApiToken, Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid
from decks.models import Deck
from drafts.models import Draft
from drafts.table import state_cache
from tenmoons.backup import archive, tables
from tenmoons.backup.restore import check_backup, restore_backup
from tenmoons.backup.write import write_backup
from tests.drafts.tables import begun, guest, person, play_to_the_end, take
from tests.servers.binaries import NotPossible
from tests.servers.wheels import PostgreSQL
from tests.site.operations.databases import contents, database, last_ids, sqlite

# Each test brings the databases it is about, PostgreSQL among them.
pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.xdist_group("backup")]
_NUMBERS = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQL]:
    try:
        with PostgreSQL(tmp_path_factory.mktemp("moving") / "postgres", durable=False) as server:
            yield server
    except NotPossible as error:
        pytest.skip(str(error))


@pytest.fixture
def empty(server: PostgreSQL) -> str:
    """Return the address of a database without tables; each test has one of its own."""
    name = f"empty_{next(_NUMBERS)}"
    with psycopg.connect(server.url, autocommit=True) as connected:
        connected.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return f"{server.url.rpartition('/')[0]}/{name}"


@pytest.fixture
def lived_in(db_catalogue: Catalogue, roland: User, elinor: User) -> str:
    """Return the key of a draft under way on a site in use: members, a token, a deck with a note in several scripts."""
    ApiToken.issue(user=roland, name="my bot")
    Deck.objects.create(owner=person(roland), name="Möwen – 月", notes="line\none \\ \"two\" 'three'", tags=["ä", "b"])
    key = begun(person(roland), person(elinor), players=4, pick_seconds=60)
    take(key, person(roland))
    return key


def test_everything_comes_back_in_another_database(lived_in: str, tmp_path: Path, ready: Path | None) -> None:
    """In one with tables and a catalogue of its own; one without any is what the backup of an older version gets."""
    made = write_backup(tmp_path / "site.zip")
    assert made.row_count > 500
    if ready is not None:
        shutil.copy(ready, tmp_path / "other.sqlite3")
    with sqlite("other", tmp_path) as other:
        restore_backup(tmp_path / "site.zip", using=other)
        assert contents(other) == contents("default")
        assert last_ids(other) == last_ids("default")


@pytest.mark.thorough  # with a PostgreSQL of its own
def test_house_is_moved_to_postgresql_and_back(lived_in: str, tmp_path: Path, empty: str) -> None:
    write_backup(tmp_path / "one.zip")
    with database("moved", empty) as moved, sqlite("back", tmp_path) as back:
        restore_backup(tmp_path / "one.zip", using=moved)
        assert contents(moved) == contents("default")
        assert last_ids(moved) == last_ids("default")
        newcomer = Person.objects.using(moved).create(nickname="new")
        assert newcomer.pk == last_ids("default")["accounts.person"] + 1
        given = newcomer.pk
        newcomer.delete()
        restore_backup(tmp_path / "one.zip", using=moved, replace=True)
        write_backup(tmp_path / "two.zip", using=moved)
        restore_backup(tmp_path / "two.zip", using=back)
        assert contents(back) == contents("default")
        assert last_ids(back)["accounts.person"] >= given - 1


def test_a_draft_under_way_is_finished_after_a_restore(
    lived_in: str, tmp_path: Path, roland: User, elinor: User
) -> None:
    write_backup(tmp_path / "site.zip")
    play_to_the_end(lived_in, person(roland), person(elinor))
    before = Draft.objects.get(key=lived_in).picks.count()
    restore_backup(tmp_path / "site.zip", replace=True)
    state_cache.drop_cached_draft(lived_in)
    draft = Draft.objects.get(key=lived_in)
    assert draft.status == Draft.Status.DRAFTING
    assert draft.picks.count() < before
    play_to_the_end(lived_in, person(roland), person(elinor))
    assert Draft.objects.get(key=lived_in).picks.count() == before


def _write_meanwhile(monkeypatch: pytest.MonkeyPatch, write: Any) -> None:
    """Let somebody write after the first table has been read."""
    plain, left = tables.rows_of_model, [write]

    def rows_of(model: tables.ModelClass, using: str) -> Iterator[list[Any]]:
        yield from plain(model, using)
        while left:
            left.pop()()

    monkeypatch.setattr(tables, "rows_of_model", rows_of)


def test_sqlite_may_be_written_to_meanwhile_and_the_file_is_of_one_moment(
    lived_in: str, tmp_path: Path, ready: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_backup(tmp_path / "first.zip")
    if ready is not None:
        shutil.copy(ready, tmp_path / "busy.sqlite3")
    with sqlite("busy", tmp_path) as busy:
        restore_backup(tmp_path / "first.zip", using=busy, replace=ready is not None)
        people = Person.objects.using(busy).count()

        def write() -> None:
            with sqlite3.connect(tmp_path / "busy.sqlite3", timeout=1) as other:
                other.execute("INSERT INTO accounts_person (nickname, created) VALUES ('late', '2026-01-01')")
            other.close()

        with monkeypatch.context() as patched:
            _write_meanwhile(patched, write)
            made = write_backup(tmp_path / "second.zip", using=busy)
        assert next(member.rows for member in made.members if member.model == "accounts.person") == people
        assert Person.objects.using(busy).count() == people + 1


@pytest.mark.thorough  # with a PostgreSQL of its own
def test_postgresql_may_be_written_to_meanwhile_too(
    lived_in: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty: str
) -> None:
    write_backup(tmp_path / "first.zip")
    with database("busy", empty) as busy:
        restore_backup(tmp_path / "first.zip", using=busy, replace=True)
        people = Person.objects.using(busy).count()

        def write() -> None:
            with psycopg.connect(empty) as other:
                other.execute("INSERT INTO accounts_person (nickname, created) VALUES ('late', now())")

        with monkeypatch.context() as patched:
            _write_meanwhile(patched, write)
            made = write_backup(tmp_path / "second.zip", using=busy)
        assert next(member.rows for member in made.members if member.model == "accounts.person") == people
        assert Person.objects.using(busy).count() == people + 1


def test_a_file_with_any_byte_changed_is_refused(lived_in: str, tmp_path: Path) -> None:
    file = tmp_path / "site.zip"
    write_backup(file)
    whole = file.read_bytes()
    for at in [*range(0, len(whole), max(len(whole) // 60, 1)), len(whole) - 1]:
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(Invalid, match="damaged"):
            check_backup(file)
    for cut in (0, 1, 63, 64, 65, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:cut])
        with pytest.raises(Invalid, match="damaged"):
            check_backup(file)


def test_a_damaged_file_changes_nothing(lived_in: str, tmp_path: Path) -> None:
    file = tmp_path / "site.zip"
    write_backup(file)
    file.write_bytes(file.read_bytes()[:-1])
    before = contents("default")
    with pytest.raises(Invalid):
        restore_backup(file, replace=True)
    assert contents("default") == before


def test_a_database_in_use_is_not_overwritten_unasked(lived_in: str, tmp_path: Path) -> None:
    write_backup(tmp_path / "site.zip")
    before = contents("default")
    with pytest.raises(Conflict, match="--replace"):
        restore_backup(tmp_path / "site.zip")
    assert contents("default") == before


def _rewritten(file: Path, to: Path, **changes: Any) -> None:
    """Rewrite the backup with another manifest, consistent in itself."""
    with archive.open_backup(file) as (manifest, opened), archive.BackupWriter(to) as writer:
        for member in manifest.members:
            writer.write_table(member.model, member.columns, archive.rows_of_backup_table(opened, member), member.last)
        manifest_facts = {
            name: getattr(manifest, name) for name in ("made", "version", "database", "migrations", "members")
        }
        writer.finish_backup(archive.BackupManifest(**{**manifest_facts, **changes}))


def test_a_file_of_a_newer_version_is_refused_by_name(lived_in: str, tmp_path: Path) -> None:
    write_backup(tmp_path / "site.zip")
    newer = {**tables.applied_migrations("default")}
    newer["drafts"] = [*newer["drafts"], "0999_of_tomorrow"]
    _rewritten(tmp_path / "site.zip", tmp_path / "newer.zip", migrations=newer, version="9.0")
    with pytest.raises(Invalid, match=r"9\.0.*drafts\.0999_of_tomorrow"):
        check_backup(tmp_path / "newer.zip")
    _rewritten(tmp_path / "site.zip", tmp_path / "format.zip", format=2)
    with pytest.raises(Invalid, match="newer"):
        check_backup(tmp_path / "format.zip")


def test_rows_that_do_not_fit_together_change_nothing(lived_in: str, tmp_path: Path) -> None:
    write_backup(tmp_path / "site.zip")
    broken, before = tmp_path / "broken.zip", contents("default")
    with archive.open_backup(tmp_path / "site.zip") as (manifest, opened), archive.BackupWriter(broken) as writer:
        members = []
        for member in manifest.members:
            rows = list(archive.rows_of_backup_table(opened, member))
            members.append(
                writer.write_table(
                    member.model, member.columns, [] if member.model == "accounts.user" else rows, member.last
                )
            )
        manifest_facts = {name: getattr(manifest, name) for name in ("made", "version", "database", "migrations")}
        writer.finish_backup(archive.BackupManifest(**manifest_facts, members=members))
    with pytest.raises(Invalid, match="The rows don’t match each other: The row in table"):
        restore_backup(broken, replace=True)
    assert contents("default") == before


def _go_back(old: str, *, first: bool) -> None:
    """Migrate a database back to the version before the last migration of the matches, or to the first version of
    all."""
    executor = MigrationExecutor(connections[old])
    floors = {"accounts", "cards", "decks", "drafts", "matches"} if first else {"matches"}
    targets = [node for node in executor.loader.graph.leaf_nodes() if node[0] not in floors]
    for floor in sorted(floors):
        names = sorted(name for app, name in executor.loader.disk_migrations if app == floor)
        targets.append((floor, names[0] if first else names[-2]))
    executor.migrate(targets)
    with connections[old].cursor() as cursor:
        cursor.execute("INSERT INTO accounts_person (nickname, created) VALUES ('Roland', '2026-01-01')")


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path, ready: Path | None) -> None:
    """The tables of the restored rows are those of the older version; then come its missing migrations."""
    if ready is None:
        pytest.skip("the same files on every server")
    shutil.copy(ready, tmp_path / "old.sqlite3")
    with sqlite("old", tmp_path) as old:
        _go_back(old, first=False)
        write_backup(tmp_path / "old.zip", using=old)
        connections[old].close()
        shutil.copy(tmp_path / "old.sqlite3", tmp_path / "new.sqlite3")
        with sqlite("new", tmp_path) as new:
            restore_backup(tmp_path / "old.zip", using=new, replace=True)
            assert Person.objects.using(new).get().nickname == "Roland"
            with pytest.raises(Conflict, match="older than this database"):
                restore_backup(tmp_path / "old.zip", using=new, replace=True)


@pytest.mark.thorough  # every migration twice
@pytest.mark.parametrize("first", [False, True])
def test_a_backup_of_an_older_version_goes_into_an_empty_database(
    tmp_path: Path, ready: Path | None, first: bool
) -> None:
    if ready is None:
        pytest.skip("the same files on every server")
    if not first:
        shutil.copy(ready, tmp_path / "old.sqlite3")
    with sqlite("old", tmp_path) as old, sqlite("new", tmp_path) as new:
        _go_back(old, first=first)
        write_backup(tmp_path / "old.zip", using=old)
        restore_backup(tmp_path / "old.zip", using=new)
        assert Person.objects.using(new).get().nickname == "Roland"


def test_the_commands_say_what_they_did(lived_in: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "site.zip"
    call_command("backup", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "It doesn’t contain SECRET_KEY." in capsys.readouterr().out
    with pytest.raises(CommandError, match="Choose another file name"):
        call_command("backup", str(file))
    call_command("restore", str(file), "--check")
    assert "This backup is complete" in capsys.readouterr().out
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--replace")
    with pytest.raises(CommandError, match="Can’t read "):
        call_command("restore", str(tmp_path / "nowhere"))
    with pytest.raises(CommandError, match="Can’t write"):
        call_command("backup", str(tmp_path / "no" / "folder.zip"))


def test_the_ids_a_table_gave_are_never_given_again(lived_in: str, tmp_path: Path) -> None:
    guest("also gone").delete()
    for_ever = tables.last_id_of_table(Person, "default")
    assert for_ever > max(Person.objects.values_list("pk", flat=True))
    write_backup(tmp_path / "site.zip")
    restore_backup(tmp_path / "site.zip", replace=True)
    assert guest("next").pk == for_ever + 1


def _row_of(path: Path, model: str) -> str:
    with zipfile.ZipFile(path) as archived:
        return archived.read(f"rows/{model}.jsonl").decode().splitlines()[0]


FORGED: dict[str, Any] = {
    "no migrations": lambda manifest: manifest.update(migrations=None),
    "migrations that are none": lambda manifest: manifest.update(migrations={"decks": [1, None]}),
    "a version that is none": lambda manifest: manifest.update(version={"a": []}),
    "rows that are no number": lambda manifest: manifest["members"][0].update(rows="many"),
    "columns that are none": lambda manifest: manifest["members"][0].update(columns=None),
    "a last id beyond all": lambda manifest: manifest["members"][0].update(last=10**30),
    "a last id after which there is none": lambda manifest: manifest["members"][0].update(last=2**63 - 1),
    "a format that is a yes": lambda manifest: manifest.update(format=True),
    "a format before the first": lambda manifest: manifest.update(format=-1),
    "members that are none": lambda manifest: manifest.update(members=[1, 2]),
}


def _forged(path: Path, to: Path, change: Any = None, rows: dict[str, bytes] | None = None) -> Path:
    """Return a backup with another manifest or other rows, its checksums right."""
    with zipfile.ZipFile(path) as archived:
        files = {name: archived.read(name) for name in archived.namelist()}
    manifest = json.loads(files["manifest.json"])
    for model, content in (rows or {}).items():
        files[f"rows/{model}.jsonl"] = content
        member = next(member for member in manifest["members"] if member["model"] == model)
        member |= {"sha256": hashlib.sha256(content).hexdigest(), "rows": content.count(b"\n")}
    if change is not None:
        change(manifest)
    files["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(to, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
        made.comment = b"0" * 64
    body = to.read_bytes()[:-64]
    to.write_bytes(body + hashlib.sha256(body).hexdigest().encode())
    return to


def test_a_forged_file_is_refused_in_a_sentence(lived_in: str, tmp_path: Path) -> None:
    path = tmp_path / "good.zip"
    write_backup(path)
    for at, (how, change) in enumerate(FORGED.items()):
        with pytest.raises(Invalid, match="This file is damaged or isn’t a Ten Moons backup"):
            check_backup(_forged(path, tmp_path / f"{at}.zip", change))
        assert how
    row = json.loads(_row_of(path, "accounts.person"))
    named = [field if not isinstance(field, str) else "a\0b" for field in row]
    nested = [field if not isinstance(field, str) else {"a": ["\0"]} for field in row]
    hostile = [b"[" * 100_000 + b"\n", b"9" * 5000 + b"\n", b"[\xff]\n", b"{}\n"]
    wrong = [named, nested, [{"a": 1}] * len(row), ["x"] * len(row), [10**40] * len(row), [[[]]] * len(row)]
    for at, content in enumerate([*hostile, *(json.dumps(record).encode() + b"\n" for record in wrong)]):
        forged = _forged(path, tmp_path / f"rows{at}.zip", rows={"accounts.person": content})
        with pytest.raises(Invalid):
            restore_backup(forged, replace=True)


def test_a_line_without_end_is_refused_before_it_is_read(
    lived_in: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "good.zip"
    write_backup(path)
    check_backup(path)
    monkeypatch.setattr(archive, "_MAX_LINE_BYTES", 100_000)
    forged = _forged(path, tmp_path / "long.zip", rows={"accounts.person": b"[" + b" " * 3_000_000 + b"]\n"})
    tracemalloc.start()
    with pytest.raises(Invalid, match="person"):
        check_backup(forged)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_500_000


def test_two_signs_that_only_look_like_a_nul_are_taken(lived_in: str, tmp_path: Path) -> None:
    assert not archive._has_nul(json.loads(json.dumps([r"\u0000", {"a": [1, None]}])))
