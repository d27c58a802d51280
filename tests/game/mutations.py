"""Mutations: rules broken on purpose, one at a time, to see whether the scenes notice.

`python -m tests.game.mutations`. Each is a place in the engine or in a declaration, and its replacement
(`mutations.txt`). The scenes, and `examples.txt`, are played in a copy of the program; a mutation is noticed when one
of them differs.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("boards", "cards", "common", "game")
PLAY = """
from pathlib import Path
from boards.core.scenes import parse_scenes
from cards.core.catalogue_csv import read_catalogue_file
from scene_checks import scene_faults
facts = read_catalogue_file(Path("fixtures/bluemoon/cards.csv"))
for path in (*sorted(Path("fixtures/bluemoon/scenes").glob("*.txt")), Path("tests/game/examples.txt")):
    for scene in parse_scenes(path.read_text(encoding="utf-8")):
        for fault in scene_faults(facts, scene):
            raise SystemExit(f"{fault.scene}: {fault.what}")
"""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A mutation: what it breaks, the file, the old text and the new."""

    breaks: str
    file: str
    before: str
    after: str


def read_mutations(text: str) -> list[Mutation]:
    """Return the mutations of a file: a title, the file, lines to find (-) and their replacement (+)."""
    found = []
    for block in text.split("\n\n"):
        title, *lines = block.strip("\n").split("\n")
        if not title.startswith("# "):
            continue
        before, after = ([line[2:] for line in lines[1:] if line[:1] == sign] for sign in "-+")
        found.append(Mutation(title[2:], lines[0], "\n".join(before), "\n".join(after)))
    return found


MUTATIONS = read_mutations((Path(__file__).with_suffix(".txt")).read_text(encoding="utf-8"))


def mutants(folder: Path) -> Iterator[tuple[Mutation, str]]:
    """Yield each mutation and what noticed it, empty for nothing."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "migrations"))
    shutil.copytree(ROOT / "fixtures" / "bluemoon", folder / "fixtures" / "bluemoon")
    shutil.copy(ROOT / "tests" / "boards" / "scene_checks.py", folder)
    (folder / "tests" / "game").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "game" / "examples.txt", folder / "tests" / "game")
    for mutation in MUTATIONS:
        path = folder / mutation.file
        text = path.read_text(encoding="utf-8")
        if mutation.before not in text:
            raise LookupError(f"{mutation.breaks}: {mutation.file} has no such place any more")
        path.write_text(text.replace(mutation.before, mutation.after), encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-B", "-c", PLAY], cwd=folder, capture_output=True, text=True, timeout=120, check=False
        )
        path.write_text(text, encoding="utf-8")
        yield mutation, (ran.stderr.strip().splitlines() or ["it ran"])[-1] if ran.returncode else ""


def main() -> None:
    """Print what noticed each, and the share."""
    with tempfile.TemporaryDirectory() as folder:
        found = list(mutants(Path(folder)))
    for mutation, noticed in found:
        sys.stdout.write(f"{'noticed' if noticed else 'UNNOTICED':10}{mutation.breaks}: {noticed[:90]}\n")
    sys.stdout.write(f"{sum(bool(noticed) for _, noticed in found)} of {len(found)} are noticed.\n")


if __name__ == "__main__":
    main()
