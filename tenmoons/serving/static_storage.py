"""Collected static files: storing, serving, and collecting them only if they have changed."""

import hashlib
import os
import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

# In STATIC_ROOT: the fingerprint of the last collection.
COLLECTED_MARK_FILE = "collected.txt"
# Packages that process the collected files.
_PROCESSORS = ("django", "whitenoise", "rcssmin", "rjsmin")
_OWN_FILE = re.compile(r"(css|js)/.*\.\1")


def minify_file(name: str, text: str) -> str:
    return str(cssmin(text) if name.endswith(".css") else jsmin(text))


class _MinifyingStorage:
    """A storage that minifies styles and scripts as they are read."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> ContentFile[bytes]:
        with self._storage.open(path) as file:
            return ContentFile(minify_file(path, file.read().decode()).encode())


class GzippedManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise’s storage, with gzip only, even if a Brotli library happens to be installed.

    Brotli saves a tenth of the bytes and takes most of the time of a first start (docs/performance.md).
    """

    def url(self, name: str, force: bool = False) -> str:
        try:
            return str(super().url(name, force))
        except ValueError:  # files collected after this process started
            self.hashed_files, self.manifest_hash = self.load_manifest()
            return str(super().url(name, force))

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """Return the current name of each file; an empty dictionary if the manifest is half written."""
        try:
            manifest: tuple[dict[str, str], str] = super().load_manifest()
        except ValueError:
            return {}, ""
        return manifest

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Name each file by its content; the original file stays beside it."""
        own = {
            name: (_MinifyingStorage(storage), path)
            for name, (storage, path) in paths.items()
            if _OWN_FILE.fullmatch(name)
        }
        return super().post_process(paths | own, *args, **options)  # type: ignore[no-any-return]

    def create_compressor(self, **options: Any) -> Compressor:
        return Compressor(**options, use_brotli=False)


class CollectedFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise that looks a file up when it is requested, even if collected after this process started."""

    directories: list[tuple[str, str]]

    def add_files(self, root: str, prefix: str) -> None:
        """Look files up when they are requested: scanning all of them took a fifteenth of the start time."""
        self.directories.insert(0, (f"{root}/", prefix))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        unknown = not self.autorefresh and path.startswith(self.static_prefix) and path not in self.files
        if unknown and (static_file := self.find_file(path)):
            self.files[path] = static_file
        answer: HttpResponse = super().__call__(request)
        return answer


def collect_static_if_changed() -> bool:
    """Collect the static files, unless the last collection is still current and complete; return whether it did."""
    root = Path(settings.STATIC_ROOT)
    mark = _static_files_fingerprint()
    if _is_collection_complete(root, mark):
        return False
    _remove_doubtful_files(root)
    (root / COLLECTED_MARK_FILE).unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    (root / COLLECTED_MARK_FILE).write_text(mark, encoding="ascii")
    return True


def _static_files_fingerprint() -> str:
    """Return a hash of names, sizes and times of all static files, and of the versions of what processes them."""
    digest = hashlib.sha256(f"{' '.join(map(version, _PROCESSORS))} {Path(__file__).stat().st_mtime_ns}".encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            about = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _remove_doubtful_files(root: Path) -> None:
    """Remove files that may be half written or from a newer version than the restored one; they are made again.

    Files in the manifest are still requested by older pages; they were complete, and stay.
    """
    names = GzippedManifestStorage(root).hashed_files
    for file in [path for path in root.rglob("*") if path.is_file()]:
        name = file.relative_to(root).as_posix().removesuffix(".gz")
        if name in names:
            os.utime(file, (0, 0))  # older than its source
        elif name not in names.values() and not (root / COLLECTED_MARK_FILE).exists():
            file.unlink()


def _is_collection_complete(root: Path, mark: str) -> bool:
    try:
        if (root / COLLECTED_MARK_FILE).read_text(encoding="ascii") != mark:
            return False
    except (OSError, ValueError):
        return False
    names = GzippedManifestStorage(root).hashed_files.values()
    return bool(names) and all((root / name).exists() for name in names)
