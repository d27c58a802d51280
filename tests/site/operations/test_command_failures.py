"""A command that can’t do its work says why in one sentence and ends with a status; `--traceback` shows the rest."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from io import StringIO
from pathlib import Path
from smtplib import SMTPAuthenticationError, SMTPNotSupportedError, SMTPRecipientsRefused

import pytest
from django.core.management import CommandError, call_command
from django.db.utils import OperationalError, ProgrammingError

from tenmoons.serving.loading import exiting_with_error_message
from tenmoons.serving.local_network import listening_problem

ROOT = Path(__file__).resolve().parents[3]


def run_in(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Return a command with nothing set but the folder of its data."""
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder)} | variables
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=clean, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("no such table: x\nLINE 1"), "The database isn’t usable: no such table: x. Start it"),
        (ProgrammingError('relation "x" does not exist'), "The database isn’t usable: relation"),
        (PermissionError(13, "Permission denied", "/srv/x"), "/srv/x: Permission denied."),
        (OSError(28, "No space left on device"), "The system refused: No space left on device."),
        (SMTPAuthenticationError(535, b"5.7.8 Not you"), "The system refused: 535 5.7.8 Not you."),
        (SMTPRecipientsRefused({"a@b.example": (550, b"5.1.1 Unknown")}), "The system refused: 550 5.1.1 Unknown."),
        (SMTPNotSupportedError("No STARTTLS"), "The system refused: No STARTTLS."),
    ],
)
def test_what_the_machine_refuses_is_one_sentence(error: Exception, sentence: str) -> None:
    with pytest.raises(SystemExit) as ended, exiting_with_error_message():
        raise error
    assert str(ended.value.code).startswith(sentence)


def test_an_interrupted_command_ends_without_a_word() -> None:
    with pytest.raises(SystemExit) as ended, exiting_with_error_message():
        raise KeyboardInterrupt
    assert ended.value.code == 130


def test_a_mistake_of_the_site_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (ProgrammingError("syntax error"), KeyError("x")):
        with pytest.raises(type(error)), exiting_with_error_message():
            raise error
    monkeypatch.setattr(sys, "argv", ["manage.py", "tidy", "--traceback"])
    with pytest.raises(OSError), exiting_with_error_message():
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("words", [["tidy"], ["backup", "new.zip"]])
def test_a_database_without_tables_is_said(tmp_path: Path, words: list[str]) -> None:
    run = run_in(tmp_path, "manage.py", *(str(tmp_path / word) if word.endswith("zip") else word for word in words))
    assert run.returncode == 1
    assert "Traceback" not in run.stderr and "table" in run.stderr.splitlines()[-1]
    assert not list(tmp_path.glob("new.zip*"))


@pytest.mark.parametrize("command", [["tidy"], ["prepare"], ["reset_second_step", "Roland"], ["load_catalogue"]])
def test_a_database_that_is_away_is_said(tmp_path: Path, command: list[str]) -> None:
    run = run_in(tmp_path, "manage.py", *command, DATABASE_URL="postgres://tenmoons:secret@127.0.0.1:1/tenmoons")
    assert run.returncode == 1
    assert "Traceback" not in run.stderr and "The database isn’t usable" in run.stderr and "secret" not in run.stderr


@pytest.mark.django_db
def test_a_backup_on_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "site.zip.part").symlink_to("/dev/full")
    with pytest.raises(CommandError, match=r"Can’t write .*site\.zip: No space left on device\."):
        call_command("backup", tmp_path / "site.zip")
    assert not os.listdir(tmp_path)


def test_a_backup_that_fails_halfway_says_no_more_than_that(tmp_path: Path, ready: Path | None) -> None:
    if ready is not None:  # in a shell, as the limit would stay with this process
        shutil.copy(ready, tmp_path / "tenmoons.sqlite3")
        script = 'ulimit -f 150; exec "$0" manage.py backup "$1"'
        file = tmp_path / "site.zip"
        clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}
        command = ["sh", "-c", script, sys.executable, str(file)]
        run = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, timeout=60, check=False)
        said = [line for line in run.stderr.splitlines() if " WARNING " not in line]  # of a disk that is slow
        assert said == [f"CommandError: Can’t write {file}: File too large."]


@pytest.mark.parametrize(
    "words",
    [
        ["check_deck"],
        ["pair_round"],
        ["verify_draft"],
        ["replay_game"],
        ["import_season", "--group=x"],
        ["restore", "--check"],
        ["load_catalogue"],
    ],
)
def test_a_file_that_is_not_there_is_named_without_numbers(words: list[str], tmp_path: Path) -> None:
    out, problem = StringIO(), StringIO()
    with pytest.raises((SystemExit, CommandError)) as ended:
        call_command(words[0], str(tmp_path / "away"), *words[1:], stdout=out, stderr=problem)
    said = f"{out.getvalue()}{problem.getvalue()}{ended.value}"
    assert f"{tmp_path / 'away'}: No such file or directory." in said and "Errno" not in said


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "proof").write_bytes(b"\xff")
    problem = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_draft", str(tmp_path / "proof"), stderr=problem)
    assert problem.getvalue() == f"We couldn’t read {tmp_path / 'proof'}: it isn’t UTF-8 text. Save it as UTF-8.\n"


@pytest.mark.parametrize("port", ["80000", "-1", "0", "notaport"])
def test_a_port_that_does_not_exist_is_said(port: str) -> None:
    with pytest.raises(CommandError, match="--port"):
        call_command("serve", f"--port={port}")


def test_a_web_process_says_that_its_port_does_not_exist(tmp_path: Path) -> None:
    run = run_in(tmp_path, "-m", "tenmoons.web", "--port", "80000")
    assert run.returncode and "Traceback" not in run.stderr
    assert "--port" in run.stderr.splitlines()[-1]


def test_why_an_address_cannot_be_used_is_said() -> None:
    assert "192.0.2.7" in listening_problem("192.0.2.7", 8000) and "--host" in listening_problem("192.0.2.7", 8000)
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
        port = taken.getsockname()[1]
        assert f"Another program is using port {port}." in listening_problem("::1", port)


@pytest.mark.parametrize("url", ["nonsense", "http://127.0.0.1:notaport", "file:///etc/passwd", "http://[::1"])
def test_the_doctor_asks_for_an_address(url: str) -> None:
    with pytest.raises(CommandError, match="isn’t the address of a web process"):
        call_command("doctor", f"--url={url}")


def test_a_settings_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    (tmp_path / "site.env").write_bytes(b"SITE_URL=\xff")
    run = run_in(tmp_path, "deploy/ten_moons", "doctor", TEN_MOONS_SETTINGS=str(tmp_path / "site.env"))
    assert run.returncode == 1
    assert run.stderr == f"We couldn’t read the settings: {tmp_path / 'site.env'} (it isn’t UTF-8 text).\n"
