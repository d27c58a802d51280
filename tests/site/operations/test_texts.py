"""Translations are compiled at a start, and only those that have changed."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

import pytest

from tenmoons.apps import compile_translations

TEXT = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "moon"\nmsgstr "%s"\n'


def translation(folder: Path) -> str:
    with (folder / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext("moon")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "de" / "LC_MESSAGES"
    made.mkdir(parents=True)
    (made / "django.po").write_text(TEXT % "Mond")
    return made


def test_a_text_is_compiled_when_it_is_newer(folder: Path, tmp_path: Path) -> None:
    compile_translations(tmp_path)
    assert translation(folder) == "Mond" and [file.name for file in sorted(folder.iterdir())] == [
        "django.mo",
        "django.po",
    ]
    (folder / "django.po").write_text(TEXT % "Trabant")
    os.utime(folder / "django.mo", (0, 0))
    compile_translations(tmp_path)
    assert translation(folder) == "Trabant"


def test_what_has_not_changed_is_left_alone(folder: Path, tmp_path: Path) -> None:
    (folder / "django.mo").write_bytes(b"as it was")
    compile_translations(tmp_path)
    assert (folder / "django.mo").read_bytes() == b"as it was"


def test_where_nothing_may_be_written_a_start_goes_on(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_about: object, **_options: object) -> None:
        raise PermissionError

    monkeypatch.setattr("tempfile.mkstemp", refused)
    compile_translations(tmp_path)
    assert not (folder / "django.mo").exists()
