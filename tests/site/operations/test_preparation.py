"""An update in two steps, and one that was interrupted: by a kill between the steps, by a full disk."""

from __future__ import annotations

import errno
import os
import threading
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError

from cards.catalogue import services
from cards.models import Card, CatalogueVersion
from tenmoons.serving import preparation
from tenmoons.serving.static_storage import collect_static_if_changed

pytestmark = pytest.mark.django_db
STORAGE = "tenmoons.serving.static_storage.GzippedManifestStorage"


@pytest.fixture(autouse=True)
def _folder(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(preparation, "connections", Mock())


@pytest.fixture
def older() -> None:
    """Load the catalogue of the version before."""
    services.mark_tables_loaded("those of the version before")
    Card.objects.filter(code="Vulca 01").update(fire=9)


def fire() -> int:
    return int(Card.objects.get(code="Vulca 01").fire or 0)


@pytest.mark.usefixtures("older")
def test_beside_the_version_before_the_catalogue_waits_for_the_second_step() -> None:
    output = StringIO()
    call_command("prepare", beside=True, stdout=output)
    assert (
        fire() == 9
        and "To load the catalogue, run prepare again or start the worker once the old version has stopped."
        in output.getvalue()
    )
    call_command("prepare", stdout=output)
    assert fire() != 9 and not services.is_load_postponed(services.tables_fingerprint())


@pytest.mark.usefixtures("older")
def test_where_the_second_step_never_came_the_new_worker_makes_it() -> None:
    preparation.prepare_site(StringIO().write, beside=True)
    preparation._load_postponed()
    assert fire() != 9


@pytest.mark.usefixtures("older")
def test_a_worker_of_the_version_before_leaves_the_catalogue_alone() -> None:
    services.mark_tables_loaded("those of the version after", services.PUT_OFF)
    preparation._load_postponed()
    assert fire() == 9


def test_the_first_start_of_all_has_its_catalogue_at_once() -> None:
    Card.objects.all().delete()
    CatalogueVersion.objects.all().delete()
    preparation.prepare_site(StringIO().write, beside=True)
    assert Card.objects.exists()


def test_who_prepares_waits_for_who_prepares_already() -> None:
    order: list[str] = []
    with preparation._exclusive_preparation():
        other = threading.Thread(target=lambda: _enter(order))
        other.start()
        other.join(0.05)
        order.append("first")
    other.join(5)
    assert order == ["first", "second"]


def _enter(order: list[str]) -> None:
    with preparation._exclusive_preparation():
        order.append("second")


@pytest.mark.parametrize(
    ("failure", "output"),
    [
        (
            OperationalError("database or disk is full"),
            "database or disk is full. To continue from here, start the site or run prepare again.",
        ),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "static/a.css"), "static/a.css: No space left on device."),
    ],
)
def test_a_disk_that_fills_is_said_in_a_sentence(
    failure: Exception, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "call_command", Mock(side_effect=failure))
    with pytest.raises(CommandError) as caught:
        preparation.prepare_site(StringIO().write)
    assert output in str(caught.value)


@pytest.fixture
def files(settings: LazySettings, tmp_path: Path) -> Path:
    """Return a folder with three static files, collected into another one by the storage of a site."""
    source = tmp_path / "source"
    source.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (source / name).write_text(name * 1000)
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "static", [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": STORAGE}}
    return tmp_path / "static"


def test_after_going_back_the_files_are_those_of_the_older_version(files: Path) -> None:
    source = files.parent / "source" / "a.txt"
    old = source.stat().st_mtime_ns
    assert collect_static_if_changed()
    first = staticfiles_storage.url("a.txt")
    source.write_text("newer")
    assert collect_static_if_changed()
    assert (files / "a.txt").read_text() == "newer" and staticfiles_storage.url("a.txt") != first
    assert (files / first.rpartition("/")[2]).exists(), "pages of the version before ask for it"
    source.write_text("a.txt" * 1000)
    os.utime(source, ns=(old, old))
    assert collect_static_if_changed()
    assert (files / "a.txt").read_text() == "a.txt" * 1000 and staticfiles_storage.url("a.txt") == first


def test_files_that_were_collected_by_half_are_made_whole(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = StaticFilesStorage._save  # type: ignore[attr-defined]
    writes: list[str] = []

    def fills(self: StaticFilesStorage, name: str, content: object) -> str:
        writes.append(name)
        if len(writes) == 5:  # the files themselves, and then the first by its new name
            (files / name).write_text("half")
            raise OSError(errno.ENOSPC, "No space left on device", name)
        return str(save(self, name, content))

    monkeypatch.setattr(StaticFilesStorage, "_save", fills)
    with pytest.raises(OSError, match="No space"):
        collect_static_if_changed()
    (files / "a.txt").write_text("half")
    (files / "staticfiles.json").write_text("")
    assert collect_static_if_changed()
    assert len({staticfiles_storage.url(name) for name in ("a.txt", "b.txt", "c.txt")}) == 3
    made = [path for path in files.rglob("*.txt") if path.name != "collected.txt"]
    assert len(made) == 6 and {path.read_text() for path in made} == {"a.txt" * 1000, "b.txt" * 1000, "c.txt" * 1000}
    assert not collect_static_if_changed()
