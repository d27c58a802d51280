"""The wheel: one package, whose command does what the checkout does, from a folder that isn't the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
import venv
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest

from cards.core.facts import Catalogue, People
from decks.core.text import format_deck
from deploy import release
from tests.decks.example_decks import deck, sample_step_1
from tests.effort import first_in_gate
from tests.servers.binaries import free_port

pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed")
ROOT = Path(__file__).resolve().parents[3]
_WHOSE = re.compile(rb"(?i)copyright (\(c\) |\xc2\xa9 )?\d{4}|@license|SPDX-License|all rights reserved")


def built(folder: Path) -> Path:
    """Return the wheel of this checkout."""
    words = ["-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


class Installed:
    """An environment with only the wheel, beside the libraries that it requires, and a folder somewhere else."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        venv.create(folder / "env", with_pip=False)
        (packages,) = (folder / "env").glob("lib/python*/site-packages")
        ZipFile(wheel).extractall(packages)
        (packages / "libraries.pth").write_text("\n".join(path for path in sys.path if "site-packages" in path))
        self.command = [str(folder / "env" / "bin" / "python"), "-m", "ten_moons"]
        passed_on = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self.environment = passed_on | {"HOME": str(self.home)}
        self.data = self.home / ".local" / "share" / "ten-moons"

    def says(self, *words: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, *words],
            cwd=self.home,
            env=self.environment | settings,
            input=given,
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheel, tmp_path_factory.mktemp("installed"))


def test_the_wheel_is_one_package_with_everything_inside(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"ten_moons"}
    inside = {name.removeprefix("ten_moons/site/") for name in names}
    for needed in (
        "locale/de/LC_MESSAGES/django.mo",
        "static/fonts/OFL.txt",
        "fixtures/bluemoon/cards.csv",
        "manage.py",
    ):
        assert needed in inside
    listing = ["git", "ls-files", "templates", "static", "docs", "tenmoons", "cards", "fixtures"]
    tracked = subprocess.run(listing, cwd=ROOT, text=True, capture_output=True, check=False).stdout.split()
    assert set(tracked) <= inside
    assert not [name for name in inside if name.startswith(("tests/", "var/")) or name.endswith((".po", ".pyc"))]


def test_the_bill_of_materials_names_what_is_inside_and_what_is_locked() -> None:
    named = {part["name"]: part for part in release.components()}
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert set(named) == {*locked, *release.FONTS}
    assert all(part["licenses"][0]["license"] for part in named.values())
    assert all(part["properties"] for name, part in named.items() if name not in release.FONTS)
    readme = (ROOT / "static/fonts/README.md").read_text()
    assert all(name.split()[0] in readme and version in readme for name, version in release.FONTS.items())


def test_every_work_of_others_in_the_wheel_is_named_with_its_licence(wheel: Path) -> None:
    """A font, or a file that says whose it is, is in the list; a picture is painted by the site's own programs."""
    fonts = Path("static/fonts")
    listed, own = (ROOT / fonts / "README.md").read_text(), ("LICENSE", f"{fonts}/OFL.txt", f"{fonts}/README.md")
    with ZipFile(wheel) as files:
        for path in sorted(name for name in files.namelist() if ".dist-info/" not in name):
            place, kind = Path(path.removeprefix("ten_moons/site/")), Path(path).suffix
            if kind in (".ttf", ".otf", ".woff", ".woff2"):
                assert place.parent == fonts and f"`{place.stem}" in listed, f"{place} stands in no list"
            elif kind not in (".png", ".webp", ".jpg", ".mo"):
                match = _WHOSE.search(files.read(path))
                assert match is None or str(place) in own, f"{place} says {match!r} and stands in no list"


def test_the_command_judges_a_deck_and_drafts_from_another_folder(installed: Installed, facts: Catalogue) -> None:
    written = format_deck(deck(People.TERRAH, sample_step_1(facts)), facts)
    judged = installed.says("check-deck", "-", given=written)
    assert judged.returncode == 0, judged.stdout + judged.stderr
    draft = installed.says("run-draft", "--players", "2", "--peoples", "hoax,vulca,flit", "--seed", "1")
    assert draft.returncode == 0, draft.stderr
    assert (installed.data / "secret_key").is_file()


def test_settings_of_a_file_may_have_blanks_and_quotes(installed: Installed, tmp_path: Path) -> None:
    file = tmp_path / "site.env"
    file.write_text('# a remark\nLOG_LEVEL="LOUD"\nDEFAULT_FROM_EMAIL=Ten Moons <moons@moons.example>\n\n')
    match = installed.says("manage", "check", TEN_MOONS_SETTINGS=str(file))
    assert "LOG_LEVEL is 'LOUD'" in match.stderr and "Traceback" not in match.stderr
    file.write_text("LOG_LEVEL=INFO\nthis is none\n")
    match = installed.says("manage", "check", TEN_MOONS_SETTINGS=str(file))
    assert "line 2: this isn’t a setting" in match.stderr
    match = installed.says("manage", "check", TEN_MOONS_SETTINGS=str(tmp_path / "away"))
    assert "We couldn’t read the settings" in match.stderr and "Traceback" not in match.stderr


@pytest.mark.parametrize("process", first_in_gate(["web", "worker"]))
def test_in_a_checkout_of_another_version_the_installed_one_runs(process: str, installed: Installed) -> None:
    for name in ("tenmoons", "common", "cards"):
        (installed.home / name).mkdir(exist_ok=True)
        (installed.home / name / "__init__.py").write_text("raise SystemExit('the checkout')")
    match = installed.says(process, LOG_LEVEL="LOUD")
    assert "the checkout" not in match.stderr and "LOG_LEVEL is 'LOUD'" in match.stderr
    assert process == "worker" or "Traceback" not in match.stderr


def test_the_same_checkout_makes_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    assert built(tmp_path).read_bytes() == wheel.read_bytes()


def test_the_installed_site_serves_and_a_draft_is_begun(installed: Installed, ready: Path | None) -> None:
    assert ready is not None
    installed.data.mkdir(parents=True, exist_ok=True)
    shutil.copy(ready, installed.data / "tenmoons.sqlite3")
    port = free_port()
    command, address = [*installed.command, "serve", "--port", str(port)], f"http://127.0.0.1:{port}"
    process = subprocess.Popen(command, cwd=installed.home, env=installed.environment, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"{address}/readyz", process)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        for path in ("/", "/cards/", "/help/rules/", "/api/v1/cards/"):
            with browser.open(address + path, timeout=30) as answer:
                assert answer.status == 200 and answer.read()
        page = browser.open(f"{address}/drafts/new/", timeout=30).read().decode()
        form = [("csrfmiddlewaretoken", re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0])]
        form += [("nickname", "Roland"), ("players", "4"), ("action", "bots"), ("grace_seconds", "auto")]
        form += [("peoples", name) for name in ("Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah")]
        form += [("seating", "random"), ("step8", "right")]
        first = r'<select name="(flow|review_seconds|company|log_rule)".*?<option value="(\w*)"'
        form += re.findall(first, page, re.DOTALL)
        request = urllib.request.Request(f"{address}/drafts/new/", urlencode(form).encode(), {"Origin": address})
        with browser.open(request, timeout=60) as answer:
            assert re.fullmatch(rf"{address}/drafts/[a-z0-9]{{12}}/", answer.url), answer.url
    finally:
        process.terminate()
        assert process.wait(20) is not None


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until it answers, the process has ended, or two minutes are over."""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except (URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"{address} does not answer")
