"""A start repeats only what has changed: static files, catalogue."""

from __future__ import annotations

import gc
import tomllib
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings

from cards.catalogue import services
from cards.management.commands import load_catalogue
from cards.models import Card
from common.errors import Invalid
from tenmoons.backup.restore import check_backup
from tenmoons.serving import preparation, static_storage
from tenmoons.serving.loading import loading_modules

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.django_db
def test_the_same_tables_are_not_loaded_again() -> None:
    services.mark_tables_loaded(services.tables_fingerprint())
    Card.objects.filter(code="Vulca 01").update(fire=9)
    with CaptureQueriesContext(connection) as queries:
        call_command("load_catalogue", if_changed=True, verbosity=0)
    assert len(queries) == 1
    assert Card.objects.get(code="Vulca 01").fire == 9


@pytest.mark.django_db
def test_other_tables_are_loaded_and_noted() -> None:
    services.mark_tables_loaded("those of the version before")
    Card.objects.filter(code="Vulca 01").update(fire=9)
    call_command("load_catalogue", if_changed=True, verbosity=0)
    assert Card.objects.get(code="Vulca 01").fire != 9
    assert services.are_tables_loaded(services.tables_fingerprint())


@pytest.mark.django_db
@pytest.mark.parametrize("options", [{"dry_run": True}, {"game": "bluemoon"}])
def test_what_loads_less_is_not_noted_as_all(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_catalogue, "load_shipped_tables", lambda *_words, **_options: [])
    services.mark_tables_loaded("those of the version before")
    call_command("load_catalogue", verbosity=0, **options)
    assert services.are_tables_loaded("those of the version before")


@pytest.fixture
def collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of static files; collecting is counted instead of done."""
    names, root = tmp_path / "times", tmp_path / "static"
    names.touch()
    root.mkdir()

    def collect(*_words: object, **_options: object) -> None:
        names.write_text(names.read_text() + "x")
        (root / "staticfiles.json").write_text('{"version": "1.1", "paths": {"a.css": "a.123.css"}}')
        (root / "a.123.css").touch()

    monkeypatch.setattr(static_storage, "call_command", collect)
    return root


def test_static_files_are_collected_once(collected: Path) -> None:
    with override_settings(STATIC_ROOT=collected):
        assert static_storage.collect_static_if_changed()
        assert not static_storage.collect_static_if_changed()
    assert (collected.parent / "times").read_text() == "x"


def test_static_files_are_collected_again_where_one_is_gone(collected: Path) -> None:
    with override_settings(STATIC_ROOT=collected):
        static_storage.collect_static_if_changed()
        (collected / "a.123.css").unlink()
        assert static_storage.collect_static_if_changed()


def test_static_files_are_collected_again_where_one_has_changed(
    collected: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    source = tmp_path_factory.mktemp("source")
    (source / "b.css").write_text("a {}")
    with override_settings(STATIC_ROOT=collected, STATICFILES_DIRS=[source]):
        static_storage.collect_static_if_changed()
        (source / "b.css").write_text("a { color: red }")
        assert static_storage.collect_static_if_changed()


def test_an_image_holds_compiled_modules() -> None:
    apps = {path.parent.name for path in ROOT.glob("*/apps.py")}
    image = (ROOT / "deploy" / "Dockerfile").read_text()
    # The image is made of the wheel: pip compiles what it installs, and the second stage takes the whole environment.
    [installed] = [line for line in image.splitlines() if line.rstrip(" \\").endswith("/wheels/*.whl")]
    assert "/opt/ten-moons/bin/pip install" in installed and " --compile " in installed
    assert "--no-compile" not in image and "PYTHONDONTWRITEBYTECODE" not in image
    assert "COPY --from=build /opt/ten-moons /opt/ten-moons" in image.splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert apps <= set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"])
    # A checkout is compiled by `make` and by the installer.
    for name in ("Makefile", "deploy/install"):
        [compiled] = [line for line in (ROOT / name).read_text().splitlines() if "compileall" in line]
        assert set(compiled.partition("-q ")[2].rstrip('"').split()) - {"$(VENV)/lib"} == apps, name


def test_garbage_is_collected_again_when_the_site_is_loaded() -> None:
    with pytest.raises(RuntimeError), loading_modules():
        assert not gc.isenabled()
        raise RuntimeError
    assert gc.isenabled()
    assert gc.get_freeze_count()


@pytest.mark.django_db
def test_a_start_with_the_tables_of_this_version_does_not_migrate(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(preparation, "call_command", lambda name, **_options: called.append(name))
    monkeypatch.setattr(preparation, "connections", Mock())
    monkeypatch.setattr(preparation, "write_backup", lambda _path: called.append("backup"))
    for done in (False, True):
        monkeypatch.setattr(preparation, "are_migrations_applied", lambda done=done: done)
        preparation.prepare_site(StringIO().write)
    assert called == ["backup", "migrate", "load_catalogue", "load_catalogue"]


@pytest.mark.django_db
def test_an_update_keeps_the_backups_of_the_last_three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "call_command", lambda *_words, **_options: None)
    with override_settings(VAR_DIR=tmp_path):
        for _time in range(4):
            preparation.create_or_migrate_tables()
    files = list((tmp_path / "backups").iterdir())
    assert len(files) == 3
    for file in files:
        assert check_backup(file).row_count and file.stat().st_mode & 0o077 == 0


@pytest.mark.django_db
def test_without_its_backup_nothing_is_updated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "call_command", lambda *_words, **_options: pytest.fail("migrated"))
    refusal = Invalid("Can’t write %(path)s: %(why)s.", {"path": "x.zip", "why": "No space left on device"})
    monkeypatch.setattr(preparation, "write_backup", Mock(side_effect=refusal))
    with override_settings(VAR_DIR=tmp_path), pytest.raises(CommandError, match=r"backup first\. Can’t write x\.zip"):
        preparation.create_or_migrate_tables()


def test_help_is_told_before_anything_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tenmoons import __main__ as starter

    monkeypatch.setattr(starter, "INSTALLED_MARK", tmp_path / "nothing")
    monkeypatch.setattr(starter, "install_requirements", lambda: pytest.fail("installed"))
    monkeypatch.setattr("sys.argv", ["tenmoons", "--help"])
    assert starter.install_and_serve() == 0
