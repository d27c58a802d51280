"""Font files for painting: in the folder of the site's data, each written once and whole."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from common.typesetting import font_folder


def test_a_start_leaves_no_fonts_behind(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR_DIR, elsewhere = tmp_path / "var", tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    folder = Path(font_folder())
    assert folder.parent == settings.VAR_DIR
    assert sorted(file.suffix for file in folder.iterdir()) == [".ttf", ".ttf"]
    assert not list(elsewhere.iterdir())


def test_a_file_that_was_cut_short_is_written_again(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "figo.ttf").write_bytes(b"half")
    assert len((Path(font_folder()) / "figo.ttf").read_bytes()) > 100_000
