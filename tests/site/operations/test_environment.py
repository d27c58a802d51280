"""Settings come from the environment, have defaults, and a senseless value stops the start."""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Barrier

import pytest
from django.core.exceptions import ImproperlyConfigured

from tenmoons import environment as env

ROOT = Path(__file__).resolve().parent.parent.parent.parent


@pytest.mark.parametrize(("raw", "value"), [("yes", True), ("1", True), ("OFF", False), ("false", False)])
def test_a_flag_is_a_yes_or_a_no(monkeypatch: pytest.MonkeyPatch, raw: str, value: bool) -> None:
    monkeypatch.setenv("SOME_FLAG", raw)
    assert env.env_flag("SOME_FLAG", not value) is value


def test_a_flag_that_is_neither_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="SOME_FLAG"):
        env.env_flag("SOME_FLAG", True)


@pytest.mark.parametrize("raw", ["-1", "ten", "1.5", "²"])
def test_a_number_that_is_none_stops_the_start(monkeypatch: pytest.MonkeyPatch, raw: str) -> None:
    monkeypatch.setenv("SOME_NUMBER", raw)
    with pytest.raises(ImproperlyConfigured, match="SOME_NUMBER"):
        env.env_number("SOME_NUMBER", 1)


def test_a_word_outside_the_choice_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_WORD", "loud")
    with pytest.raises(ImproperlyConfigured, match="quiet, normal"):
        env.env_choice("SOME_WORD", "normal", ("quiet", "normal"))


def test_the_secret_key_is_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = env.get_or_create_secret_key(tmp_path, debug=True)
    assert len(first) >= 50
    assert env.get_or_create_secret_key(tmp_path, debug=True) == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_of_two_first_starts_at_once_both_have_the_key_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    link = os.link

    def overtaken(part: Path, file: Path) -> None:
        file.write_text("the key of the other")
        link(part, file)

    monkeypatch.setattr(os, "link", overtaken)
    assert env.get_or_create_secret_key(tmp_path, debug=True) == "the key of the other"
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def begin_in_each(folders: list[Path], line: Barrier, pipe: Connection) -> None:
    """Write what a process reads as its key in each folder, which another process starts in at the same moment."""
    keys = []
    for folder in folders:
        line.wait(20)
        keys.append(env.get_or_create_secret_key(folder, debug=True))
    pipe.send(keys)


def test_two_processes_that_begin_together_have_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    folders = [tmp_path / str(number) for number in range(20)]
    for folder in folders:
        folder.mkdir()
    forking = get_context("fork")
    line, ends = forking.Barrier(2), [forking.Pipe(duplex=False) for _ in range(2)]
    starts = [forking.Process(target=begin_in_each, args=(folders, line, pipe)) for _read, pipe in ends]
    for start in starts:
        start.start()
    first, second = [read.recv() if read.poll(20) else None for read, _pipe in ends]
    for start in starts:
        start.join(20)
    assert first == second
    assert first == [(folder / "secret_key").read_text() for folder in folders] and len(set(first)) == len(folders)
    assert all(os.listdir(folder) == ["secret_key"] for folder in folders)  # nothing is half done


def test_a_secret_key_of_ones_own_is_long_where_others_use_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "short")
    with pytest.raises(ImproperlyConfigured, match="50 characters"):
        env.get_or_create_secret_key(tmp_path, debug=False)
    assert env.get_or_create_secret_key(tmp_path, debug=True) == "short"


def start_with(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py check` in a process that has only these settings."""
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder)} | variables
    command = [sys.executable, "manage.py", "check"]
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)


def test_the_site_starts_with_nothing_set(tmp_path: Path) -> None:
    assert start_with(tmp_path).returncode == 0


def test_a_site_that_nobody_named_is_for_this_machine_and_shows_no_errors(tmp_path: Path) -> None:
    script = "from tenmoons import settings as s; print(s.DEBUG, s.HTTPS, s.ALLOWED_HOSTS, bool(s.SECRET_KEY))"
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "-c", script]
    output = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=True).stdout
    assert output.strip() == "False False ['localhost', '127.0.0.1', '[::1]'] True"
    output = subprocess.run(
        command, cwd=ROOT, env=clean | {"ALLOWED_HOSTS": "moons.example"}, capture_output=True, text=True, check=True
    ).stdout
    assert output.startswith("False True ['moons.example']")
