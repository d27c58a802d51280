"""The maintainer's guide is followed to the letter: its steps on a copy of the project, then the tests it names.

`make test` follows all examples in one copy, one after the other, so one database and one run of pytest are enough;
`make thorough` follows each alone, and runs the whole folder of tests that it adds to.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.effort import THOROUGH
from tests.packages import PACKAGES

# One copy of the project after the other, in one process.
pytestmark = pytest.mark.xdist_group("guide")
ROOT = Path(__file__).resolve().parent.parent.parent.parent
GUIDE = ROOT / "docs" / "guides" / "maintainer.md"
# What of the project the examples need.
FOLDERS = (*PACKAGES, "docs", "fixtures", "locale", "static", "templates", "tests")
FILES = ("manage.py", "Makefile", "pyproject.toml", "CHANGELOG.md", "CONTRIBUTING.md")
_CHAPTER = re.compile(r"^## (Add .+)$", re.MULTILINE)
_BLOCK = re.compile(
    r"(?P<before>[^\n]*(?:\n[^\n`][^\n]*)*)\n+```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_FILE = re.compile(r"`([\w/]+\.(?:py|html|csv))`")
# What a chapter runs in the end: files of tests, or a whole folder of them.
_RUN = re.compile(r"`\.venv/bin/pytest ([\w/. ]+) -q`")


@dataclass(frozen=True, slots=True)
class Step:
    """A block of the guide: its kind and, where the sentence before it names one, its file."""

    kind: str
    file: str
    text: str


def steps(chapter: str) -> list[Step]:
    """Return the blocks of a chapter in their order."""
    return [
        Step(match["kind"], (_FILE.findall(match["before"].rpartition("\n\n")[2]) or [""])[0], match["text"])
        for match in _BLOCK.finditer(chapter)
    ]


def chapters() -> dict[str, str]:
    """Return the examples of the guide by their headings."""
    parts = _CHAPTER.split(GUIDE.read_text(encoding="utf-8"))
    ends = re.compile(r"^## ", re.MULTILINE)
    return {title: ends.split(text)[0] for title, text in zip(parts[1::2], parts[2::2], strict=True)}


def change(diff: str, project: Path) -> None:
    """Apply the changes of a diff, each at the one place where all its lines are; not every machine has `patch`."""
    _nothing, *files = re.split(r"^--- a/\S+\n\+\+\+ b/(\S+)\n", diff, flags=re.MULTILINE)
    for file, changes in zip(files[::2], files[1::2], strict=True):
        text = (project / file).read_text(encoding="utf-8")
        for hunk in re.split(r"^@@.*\n", changes, flags=re.MULTILINE)[1:]:
            text = _changed(text, [line or " " for line in hunk.splitlines()], file)
        (project / file).write_text(text, encoding="utf-8")


def _changed(text: str, lines: list[str], file: str) -> str:
    before, after = ("".join(f"{line[1:]}\n" for line in lines if line[0] != gone) for gone in "+-")
    assert text.count(before) == 1, f"{file} has no one place for these lines:\n" + "\n".join(lines)
    return text.replace(before, after)


def follow(step: Step, project: Path) -> None:
    """Carry out a step."""
    if step.kind == "diff":
        change(step.text, project)
    elif step.file:
        path = project / step.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text, encoding="utf-8")
    elif step.kind == "sh":
        subprocess.run([sys.executable, *step.text.split()[1:]], cwd=project, check=True, timeout=600)
    elif step.kind == "python":
        subprocess.run([sys.executable, "-c", step.text], cwd=project, check=True, timeout=600)


def together() -> list[tuple[str, ...]]:
    """Return the headings of the examples that are followed in one copy of the project."""
    return [(title,) for title in chapters()] if THOROUGH else [tuple(chapters())]


@pytest.fixture(scope="module")
def passed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[list[Step], int, str]]:
    """Yield the steps of examples, and the result and output of pytest in a copy of the project where they were
    followed."""
    project = tmp_path_factory.mktemp("guide")
    for folder in FOLDERS:
        # With the compiled modules, which stay valid for files that are copied with their times.
        left_out = ("pictures", "browser") if folder in ("docs", "tests") else ()
        shutil.copytree(ROOT / folder, project / folder, ignore=shutil.ignore_patterns(*left_out, "*.pyc.*"))
    (project / "docs" / "pictures").mkdir()
    for file in FILES:
        shutil.copy(ROOT / file, project / file)
    example = [step for title in request.param for step in steps(chapters()[title])]
    for step in example:
        follow(step, project)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV_", "TEST_STATEMENTS"))
    }
    environment |= {"VAR_DIR": str(project / "var"), "DATABASE_URL": "", "REDIS_URL": "", "TEST_DATABASE_FILE": ""}
    environment |= {"PYTHONPATH": str(project), "COVERAGE_FILE": str(project / "coverage")}
    own = [step.file for step in example if step.file.startswith("tests/")]
    named = [path for title in request.param for paths in _RUN.findall(chapters()[title]) for path in paths.split()]
    # Of tests/site the language tests would ask for translations, which the guide leaves to the reader.
    whole = ["/".join(path.split("/")[:2]) for path in own if THOROUGH and not path.startswith("tests/site/")]
    asked = dict.fromkeys([*own, *named, *whole])
    tests = [path for path in asked if not any(path.startswith(f"{one}/") for one in [*named, *whole])]
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "--no-header", *tests]
    command += ["-n", "2", "--dist", "loadgroup"] if whole else []
    done = subprocess.run(
        command, cwd=project, env=environment, text=True, capture_output=True, timeout=3600, check=False
    )
    yield example, done.returncode, done.stdout + done.stderr
    shutil.rmtree(project, ignore_errors=True)


def test_the_guide_has_its_six_examples() -> None:
    assert list(chapters()) == [
        "Add a house format",
        "Add a search key",
        "Add a tie-break",
        "Add a setting to events",
        "Add a language",
        "Add a game",
    ]


@pytest.mark.parametrize("passed", together(), indirect=True, ids=" and ".join)
def test_the_examples_do_what_the_guide_promises(passed: tuple[list[Step], int, str]) -> None:
    example, code, output = passed
    tests = [
        f"PASSED {step.file}::{name}"
        for step in example
        if step.file.startswith("tests/")
        for name in re.findall(r"^def (test_\w+)", step.text, re.MULTILINE)
    ]
    assert tests
    assert [test for test in tests if test not in output] == [], output
    assert code == 0, output


def test_a_change_finds_its_place_by_all_its_lines() -> None:
    hunk = [" first = 1", "+second = 2", " third = 3"]
    assert _changed("first = 1\nthird = 3\n", hunk, "x.py") == "first = 1\nsecond = 2\nthird = 3\n"
    for other in ("fourth = 4\n", "first = 1\nnew = 0\nthird = 3\n", "first = 1\nthird = 3\n" * 2):
        with pytest.raises(AssertionError, match="has no one place"):
            _changed(other, hunk, "x.py")


def test_the_changes_name_files_of_the_project() -> None:
    for chapter in chapters().values():
        for step in steps(chapter):
            for file in re.findall(r"^--- a/(\S+)$", step.text, re.MULTILINE):
                assert (ROOT / file).is_file(), file
