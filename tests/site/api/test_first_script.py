"""The code of *Your first script*, run as it stands there against a site in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from tests.browser.conftest import Site
from tests.browser.steps import meanwhile
from tests.drafts.test_bot_script import api_token

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guides" / "first-script.md"
TYPESCRIPT = Path(__file__).resolve().parents[3] / "clients" / "typescript"
GENERATE = Path(__file__).resolve().parents[3] / "clients" / "python" / "generate.py"
pytestmark = pytest.mark.xdist_group("crash")


def blocks(chapter: str, language: str) -> list[str]:
    """The code of a chapter."""
    match = re.search(rf"^## {re.escape(chapter)}\n(.*?)(?=^## |\Z)", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    assert match is not None, chapter
    return re.findall(rf"```{language}\n(.*?)```", match[1], re.S)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, ready: Path | None) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"), ready)
    running.wait()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def desk(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `moons.py`, as its reader has saved it."""
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "moons.py").write_text(blocks("A small client", "python")[0])
    (folder / "token").write_text(api_token(site))
    return folder


def run(site: Site, desk: Path, code: str, *words: str, shell: bool = False) -> str:
    program = ["bash", "-ec", code] if shell else [sys.executable, "-c", code, *words]
    environment = {
        **os.environ,
        "MOONS": site.url,
        "MOONS_TOKEN": (desk / "token").read_text(),
        "PYTHONPATH": str(desk),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(program, cwd=desk, env=environment, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_cards_are_found_with_curl(site: Site, desk: Path) -> None:
    assert '"results"' in run(site, desk, blocks("Search cards", "sh")[0], shell=True)


def test_a_script_makes_its_own_token(site: Site, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile(site, "from accounts.models import User; User.objects.create_user('Elinor', password='seven otters')")
    monkeypatch.setenv("MOONS_PASSWORD", "seven otters")
    token, _expires = run(site, desk, blocks("A token without a page", "python")[0], "Elinor").split()
    assert token.startswith("tm_")


def test_a_deck_is_judged_completed_kept_and_changed(site: Site, desk: Path) -> None:
    said = run(site, desk, blocks("Judge a deck and keep it", "python")[0]).splitlines()
    assert said[0].startswith("illegal [") and "leader" not in said[0]
    assert said[1].startswith("legal /decks/")
    assert said[2] == "2"
    assert said[3] == "invalid ['Flash the Incendiary']"


def test_a_draft_is_played_over_the_socket(site: Site, desk: Path) -> None:
    assert run(site, desk, blocks("Sit at a draft", "python")[0]) == "3 cards kept\n"


def test_an_event_is_run_and_its_notices_are_asked_for(site: Site, desk: Path) -> None:
    code = blocks("Run an event", "python")[0]
    said = run(site, desk, f"{code}\nprint(key)").splitlines()
    assert said[0].startswith("1 ")
    assert len(said) == 5
    hook = run(site, desk, blocks("Be told of results", "python")[0], said[-1], "https://moons.example/told")
    assert hook.startswith("whsec_")


@pytest.mark.thorough  # test_description holds the description; half a minute
def test_the_official_client_is_generated_and_used(site: Site, desk: Path, tmp_path: Path) -> None:
    pytest.importorskip("openapi_python_client")
    target = tmp_path / "tenmoons-client"
    subprocess.run([sys.executable, str(GENERATE), str(target)], check=True, timeout=180, capture_output=True)
    assert "site.every(" in (target / "README.md").read_text()
    (desk / "tenmoons_client").symlink_to(target / "tenmoons_client")
    said = run(site, desk, blocks("A whole client, typed", "python")[0]).splitlines()
    assert int(said[0]) > 20
    assert said[1] == "illegal" and said[2].startswith("400 invalid ['")
    readme = re.findall(r"```python\n(.*?)```", (target / "README.md").read_text(encoding="utf-8"), re.S)[0]
    assert "400 invalid" in run(site, desk, readme.replace("http://127.0.0.1:8000", site.url))


@pytest.mark.thorough  # compiling takes ten seconds
def test_a_client_in_typescript_compiles_and_plays_a_draft(site: Site, desk: Path, tmp_path: Path) -> None:
    compiler, node = os.environ.get("TSC") or which("tsc"), which("node")
    if compiler is None or node is None:
        pytest.skip("the TypeScript client needs node and tsc")
    generate = [sys.executable, str(TYPESCRIPT / "generate.py"), str(tmp_path)]
    subprocess.run(generate, check=True, timeout=180, capture_output=True)
    shutil.copy(TYPESCRIPT / "draft.ts", tmp_path)
    options = ["--strict", "--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom"]
    made = subprocess.run(
        [compiler, *options, "--outDir", str(tmp_path), str(tmp_path / "draft.ts")],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert made.returncode == 0, made.stdout
    said = run(site, desk, f"{node} {tmp_path / 'draft.js'}", shell=True).splitlines()
    assert said[0].endswith(" legal") and said[1] == "404 not_found Catusan"
