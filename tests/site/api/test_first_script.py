"""The code of two guides, *Your first script* and *A bot for your chat*, run as printed there against a site."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest

from tests.browser.conftest import Site
from tests.browser.steps import run_on_site
from tests.drafts.test_bot_script import api_token

GUIDES = Path(__file__).resolve().parents[3] / "docs" / "guides"
TYPESCRIPT = Path(__file__).resolve().parents[3] / "clients" / "typescript"
GENERATE = Path(__file__).resolve().parents[3] / "clients" / "python" / "generate.py"
pytestmark = pytest.mark.xdist_group("crash")


def blocks(chapter: str, language: str, guide: str = "first-script") -> list[str]:
    """Return the code of a chapter."""
    text = (GUIDES / f"{guide}.md").read_text(encoding="utf-8")
    match = re.search(rf"^## {re.escape(chapter)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
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
    """Return a folder with `moons.py`, as its reader has saved it."""
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
    assert '"results"' in run(site, desk, blocks("Search for cards", "sh")[0], shell=True)


def test_a_script_makes_its_own_token(site: Site, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_on_site(site, "from accounts.models import User; User.objects.create_user('Elinor', password='seven otters')")
    monkeypatch.setenv("MOONS_PASSWORD", "seven otters")
    token, _expires = run(site, desk, blocks("Create a token from a script", "python")[0], "Elinor").split()
    assert token.startswith("tm_")


def test_a_deck_is_judged_completed_kept_and_changed(site: Site, desk: Path) -> None:
    output = run(site, desk, blocks("Check and save a deck", "python")[0]).splitlines()
    assert output[0].startswith("illegal [") and "leader" not in output[0]
    assert output[1].startswith("legal /decks/")
    assert output[2] == "2"
    assert output[3] == "invalid ['Flash the Incendiary']"


def test_a_draft_is_played_over_the_socket(site: Site, desk: Path) -> None:
    assert run(site, desk, blocks("Join a draft", "python")[0]) == "3 cards kept\n"


def test_an_event_is_run_and_its_notices_are_asked_for(site: Site, desk: Path) -> None:
    code = blocks("Run an event", "python")[0]
    output = run(site, desk, f"{code}\nprint(key)").splitlines()
    assert output[0].startswith("1 ")
    assert len(output) == 5
    hook = run(site, desk, blocks("Receive results", "python")[0], output[-1], "https://moons.example/told")
    assert hook.startswith("whsec_")


# What else happens while the bot listens: somebody sits down, and an event goes on.
BESIDE_THE_BOT = """
import threading, time, urllib.request
import bot
from moons import call

said, bot.EVERY_SECONDS = [], 0.1
threading.Thread(target=bot.tell, args=[said.append], daemon=True).start()

def heard(words):
    deadline = time.monotonic() + 30
    while not any(words in one for one in said):
        assert time.monotonic() < deadline, said
        time.sleep(0.05)

key = bot.answer("draft 2 Vulca Hoax Mimix").strip("/").rpartition("/")[2]
guest = urllib.request.Request(f"{bot.MOONS}/api/v1/drafts/{key}/join/", b'{"nickname": "Elinor"}')
guest.add_header("Content-Type", "application/json")
urllib.request.urlopen(guest).close()
heard("Elinor runs the table")
print(call("GET", f"drafts/{key}/")["host"])

cup = call("POST", "events/", {"name": "Cup", "rounds_planned": 2})["key"]
print(bot.answer(f"event {cup}"))
call("POST", f"events/{cup}/players/", {"names": ["Roland", "Elinor", "Mira"]})
for number in (1, 2):
    event = call("POST", f"events/{cup}/rounds/", {"number": number})
    heard(f"Cup, round {number}\\n")
    for table in event["rounds"][-1]["pairings"]:
        if table["b"]:
            call("PUT", f"events/{cup}/pairings/{table['id']}/result/", {"crystals": [5, 2]})
call("POST", f"events/{cup}/stage/", {"to": "finished"})
heard("Cup is over")
print(said[-1], said[-1].count(" has won."), len(bot.WATCHED))
"""


def test_a_bot_finds_cards_judges_lists_opens_drafts_and_tells_of_rounds(site: Site, desk: Path) -> None:
    (desk / "bot.py").write_text(blocks("The bot", "python", "chat-bot")[0])
    assert len((desk / "bot.py").read_text().splitlines()) < 110
    typed = run(site, desk, blocks("Try it in a terminal", "sh", "chat-bot")[0], shell=True)
    name, picture, nearest, verdict, *_findings, table = typed.splitlines()
    assert name.startswith("Flash the Incendiary (Vulca ") and picture.endswith(".png")
    with urllib.request.urlopen(picture) as answer:
        assert answer.headers["Content-Type"] == "image/png"
    assert nearest == "No card is called “Catussan”. Did you mean Catusan?"
    assert verdict == "illegal" and table.startswith(f"A table for 2: {site.url}/drafts/")
    host, quiet, over = run(site, desk, BESIDE_THE_BOT).splitlines()
    assert (host, quiet) == ("Elinor", "No rounds yet.") and over.endswith("1 0")


def test_a_bot_plays_a_whole_game_by_the_names_of_its_offers(site: Site, desk: Path) -> None:
    (desk / "player.py").write_text(blocks("A bot that plays", "python", "chat-bot")[0])
    said = run(site, desk, f"cd {desk}\n{blocks('A bot that plays', 'sh', 'chat-bot')[0]}", shell=True)
    assert re.search(rf"Crystals: \d\. {site.url}/play/\w+/replay/$", said.strip())


# Every file of an event, read by the Python client.
FILES = """
import os
from tenmoons_client.api.events import event_files_list, event_files_read, events_create
from tenmoons_client.site import Site

site = Site(os.environ["MOONS"], token=os.environ["MOONS_TOKEN"])
key = site.call(events_create, body={"name": "Cup"}).key
for file in site.every(event_files_list, key):
    print(file.name, site.call(event_files_read, key, file.name).payload.read()[:4])
"""


@pytest.fixture(scope="module")
def package(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python client, generated from the description that the site serves."""
    pytest.importorskip("openapi_python_client")
    target = tmp_path_factory.mktemp("client") / "tenmoons-client"
    done(sys.executable, GENERATE, target, site.url)
    done(sys.executable, "-m", "compileall", "-q", target)
    return target


def done(*command: str | Path, cwd: Path | None = None) -> str:
    """Return what a command prints; fail with its output when it fails."""
    ran = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False, cwd=cwd)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_official_client_is_generated_and_used(site: Site, desk: Path, package: Path) -> None:
    assert "site.every(" in (package / "README.md").read_text()
    (desk / "tenmoons_client").symlink_to(package / "tenmoons_client")
    output = run(site, desk, blocks("A typed client", "python")[0]).splitlines()
    assert int(output[0]) > 20
    assert output[1] == "illegal" and output[2].startswith("400 invalid ['")
    readme = re.findall(r"```python\n(.*?)```", (package / "README.md").read_text(encoding="utf-8"), re.S)[0]
    assert "400 invalid" in run(site, desk, readme.replace("http://127.0.0.1:8000", site.url))
    assert played(run(site, desk, (GENERATE.parent / "draft.py").read_text(encoding="utf-8")))
    assert "standings.pdf b'%PDF'" in run(site, desk, FILES)


def played(output: str) -> bool:
    """Whether a client has played a draft to a legal deck, and read why it was refused."""
    return re.fullmatch(r"\d\d legal\n404 not_found Catusan\n", output) is not None


STRICT = ["--strict", "--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom"]


def program(name: str) -> str:
    """Return a program of another language, or of another generator; the test is skipped without it."""
    found = os.environ.get(name.upper().replace("-", "_")) or which(name)
    if found is None:
        pytest.skip(f"this client needs {name}")
    return found


def test_a_client_in_typescript_compiles_and_plays_a_draft(site: Site, desk: Path, tmp_path: Path) -> None:
    compiler, node = program("tsc"), program("node")
    done(sys.executable, TYPESCRIPT / "generate.py", tmp_path, site.url)
    shutil.copy(TYPESCRIPT / "draft.ts", tmp_path)
    done(compiler, *STRICT, "--outDir", tmp_path, tmp_path / "draft.ts")
    assert played(run(site, desk, f"{node} {tmp_path / 'draft.js'}", shell=True))


# With the types of openapi-typescript: fields with a default may be left out.
TYPED = """
import type { components } from "./schema";
type Body<Name extends keyof components["schemas"]> = components["schemas"][Name];
export const draft: Body<"NewDraftRequest"> = { players: 2, peoples: ["Vulca", "Hoax", "Mimix"] };
export const deck: Body<"ContentsRequest"> = { cards: [{ card: "Vulca 01" }] };
export const result: Body<"ResultRequest"> = { crystals: [5, 2], outcome: null };
"""


@pytest.mark.thorough  # another generator reads the same description
def test_the_types_of_openapi_typescript_compile(site: Site, tmp_path: Path) -> None:
    compiler, generator = program("tsc"), program("openapi-typescript")
    done(generator, f"{site.url}/api/schema/?format=json", "-o", tmp_path / "schema.ts")
    (tmp_path / "typed.ts").write_text(TYPED)
    done(compiler, *STRICT, "--noEmit", tmp_path / "typed.ts")


@pytest.mark.thorough  # another generator reads the same description, in ten seconds
def test_the_python_client_of_openapi_generator_is_generated_and_compiles(site: Site, tmp_path: Path) -> None:
    generator, target = program("openapi-generator-cli"), tmp_path / "client"
    program("java")
    done(generator, "generate", "-i", f"{site.url}/api/schema/?format=json", "-g", "python", "-o", target)
    done(sys.executable, "-m", "compileall", "-q", target)
