"""Backup file format: a zip with one member per table, a manifest, and checksums; doesn’t need a database.

A member has one JSON list per line, the values of one row in the order of the manifest’s columns. The last 64 bytes of
the file (the zip’s comment) are the SHA-256 of everything before them, so that any changed byte is detected.
"""

import contextlib
import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from common.errors import Invalid
from common.text import gettext_noop

BACKUP_FORMAT = 1
MANIFEST_FILE = "manifest.json"
_DIGEST_BYTES = 64
_CHUNK_BYTES = 1 << 20
_MAX_MANIFEST_BYTES = _MAX_LINE_BYTES = 16 << 20
# No site has ever assigned a larger id, and the next one might not fit into its column.
_MAX_JSON_INTEGER = 2**53

TableRow = list[Any]
# Errors of the zip and JSON readers for a file that only looks like a backup.
_UNREADABLE_ERRORS: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    EOFError,
    RecursionError,
    UnicodeDecodeError,
    json.JSONDecodeError,
    KeyError,
)


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One table: its model ("drafts.pick"), its columns, its rows, their SHA-256, the highest id ever assigned."""

    model: str
    columns: list[str]
    rows: int
    sha256: str
    last: int

    @property
    def name(self) -> str:
        return f"rows/{self.model}.jsonl"


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """The manifest: time, version, kind of database, migrations and tables of a backup."""

    made: str
    version: str
    database: str
    migrations: dict[str, list[str]]
    members: list[TableEntry] = field(default_factory=list)
    format: int = BACKUP_FORMAT

    @property
    def row_count(self) -> int:
        return sum(member.rows for member in self.members)


def damaged_backup_error(what: str = "") -> Invalid:
    """Return the error for a file whose bytes have changed."""
    return Invalid(
        gettext_noop("This file is damaged or isn’t a Ten Moons backup%(what)s. Nothing was changed."),
        {"what": f" ({what})" if what else ""},
    )


class BackupWriter:
    """Writes a backup under a temporary name and renames it when complete; only its owner can read it."""

    def __init__(self, path: Path) -> None:
        if path.exists():
            raise Invalid(gettext_noop("%(path)s already exists. Choose another file name."), {"path": path})
        self._path, self._part = path, path.with_name(path.name + ".part")
        try:
            self._file: IO[bytes] = os.fdopen(os.open(self._part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b")
        except OSError as error:
            raise self._write_error(error) from error
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            for opened in (self._zip, self._file):
                with contextlib.suppress(ValueError, OSError):
                    opened.close()
            self._part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise self._write_error(error) from error

    def _write_error(self, error: OSError) -> Invalid:
        return Invalid(gettext_noop("Can’t write %(path)s: %(why)s."), {"path": self._path, "why": error.strerror})

    def write_table(self, model: str, columns: list[str], rows: Iterable[TableRow], last: int) -> TableEntry:
        """Write one table row by row; returns its entry in the manifest."""
        digest, count = hashlib.sha256(), 0
        with self._zip.open(f"rows/{model}.jsonl", "w", force_zip64=True) as member:
            for row in rows:
                line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
                digest.update(line)
                member.write(line)
                count += 1
        return TableEntry(model, columns, count, digest.hexdigest(), last)

    def finish_backup(self, manifest: BackupManifest) -> None:
        """Write manifest and checksum, flush to disk, and rename the file to its final name."""
        self._zip.writestr(MANIFEST_FILE, json.dumps(asdict(manifest), ensure_ascii=False, indent=1))
        self._zip.comment = b"0" * _DIGEST_BYTES
        self._zip.close()
        size = self._file.seek(0, os.SEEK_END) - _DIGEST_BYTES
        self._file.seek(0)
        digest = _file_digest(self._file, size)
        self._file.seek(size)
        self._file.write(digest.encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.replace(self._path)


def _file_digest(file: IO[bytes], size: int) -> str:
    digest = hashlib.sha256()
    while size > 0:
        block = file.read(min(size, _CHUNK_BYTES))
        if not block:
            raise damaged_backup_error()
        digest.update(block)
        size -= len(block)
    return digest.hexdigest()


@contextlib.contextmanager
def open_backup(path: Path) -> Iterator[tuple[BackupManifest, zipfile.ZipFile]]:
    """Return a backup whose every byte has been checked; raises `Invalid` for a damaged or newer file."""
    try:
        file = path.open("rb")
    except OSError as error:
        template = gettext_noop("Can’t read %(file)s: %(reason)s.")
        raise Invalid(template, {"file": path, "reason": error.strerror}) from error
    with file:
        size = file.seek(0, os.SEEK_END) - _DIGEST_BYTES
        file.seek(0)
        if size <= 0:
            raise damaged_backup_error()
        digest = _file_digest(file, size)
        if file.read() != digest.encode():
            raise damaged_backup_error()
        try:
            with zipfile.ZipFile(file) as backup:
                yield _read_manifest(backup), backup
        except _UNREADABLE_ERRORS as error:
            raise damaged_backup_error() from error


def _read_manifest(backup: zipfile.ZipFile) -> BackupManifest:
    if backup.getinfo(MANIFEST_FILE).file_size > _MAX_MANIFEST_BYTES:
        raise damaged_backup_error(MANIFEST_FILE)
    raw = json.loads(backup.read(MANIFEST_FILE))
    if not isinstance(raw, dict) or type(raw.get("format")) is not int or raw["format"] < 1:
        raise damaged_backup_error(MANIFEST_FILE)
    if raw["format"] > BACKUP_FORMAT:
        template = gettext_noop(
            "This backup is from a newer version of Ten Moons (%(version)s). Update this site first."
        )
        raise Invalid(template, {"version": raw.get("version", "?")})
    try:
        members = [TableEntry(**row) for row in raw.pop("members")]
        manifest = BackupManifest(**raw, members=members)
    except (TypeError, KeyError) as error:
        raise damaged_backup_error(MANIFEST_FILE) from error
    if not (_is_valid_manifest(manifest) and all(map(_is_valid_table_entry, members))):
        raise damaged_backup_error(MANIFEST_FILE)
    return manifest


def _is_valid_manifest(manifest: BackupManifest) -> bool:
    """Return whether every value has its type; the checksum only proves that the file is unchanged."""
    migrations: Any = manifest.migrations
    return (
        all(isinstance(text, str) for text in (manifest.made, manifest.version, manifest.database))
        and isinstance(migrations, dict)
        and all(isinstance(names, list) and _are_all_texts(names) for names in migrations.values())
    )


def _is_valid_table_entry(member: TableEntry) -> bool:
    columns: Any = member.columns
    return (
        _are_all_texts([member.model, member.sha256])
        and isinstance(columns, list)
        and _are_all_texts(columns)
        and all(type(number) is int and 0 <= number < _MAX_JSON_INTEGER for number in (member.rows, member.last))
    )


def _are_all_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _has_nul(value: object) -> bool:
    """Return whether a text contains NUL, which no form accepts and PostgreSQL can’t store."""
    if isinstance(value, str):
        return "\0" in value
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(map(_has_nul, parts))


def rows_of_backup_table(backup: zipfile.ZipFile, member: TableEntry) -> Iterator[TableRow]:
    """Yield the rows of a table; raises `Invalid` at the end if they aren’t the original ones."""
    digest, count = hashlib.sha256(), 0
    with backup.open(member.name) as lines:
        while line := lines.readline(_MAX_LINE_BYTES + 1):
            if len(line) > _MAX_LINE_BYTES:
                raise damaged_backup_error(member.model)
            digest.update(line)
            count += 1
            try:
                row = json.loads(line)
            except ValueError as error:  # also a number with more digits than Python reads
                raise damaged_backup_error(member.model) from error
            if not isinstance(row, list) or len(row) != len(member.columns) or (rb"\u0000" in line and _has_nul(row)):
                raise damaged_backup_error(member.model)
            yield row
    if digest.hexdigest() != member.sha256 or count != member.rows:
        raise damaged_backup_error(member.model)
