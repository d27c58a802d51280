"""Formatters and linters of Python, templates, style sheets and scripts, in one place for the gate and `make format`.

`python -m tests.tidy format` and `… lint` report what is wrong; `… fix` formats every file.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
TEMPLATES, STATIC = ["templates"], ["static/css", "static/js"]

# What is run for each word; all of it comes from PyPI, so that neither Node nor npm is needed.
COMMANDS: dict[str, list[list[str]]] = {
    "format": [
        ["ruff", "format", "--check", "."],
        ["djangofmt", "--check", *TEMPLATES],
        ["oxfmt", "--check", *STATIC],
    ],
    "lint": [
        ["ruff", "check", "."],
        ["djangofmt", "check", *TEMPLATES],
        ["oxlint", "--deny-warnings", *STATIC],
    ],
    "fix": [
        ["ruff", "check", "--fix", "."],
        ["ruff", "format", "."],
        ["djangofmt", "--quiet", *TEMPLATES],
        ["oxfmt", *STATIC],
    ],
}


def main(word: str) -> int:
    """Run every command of a word, even after one has failed; return 0 when all passed."""
    codes = [
        subprocess.run([str(BIN / name), *arguments], cwd=ROOT, check=False).returncode
        for name, *arguments in COMMANDS[word]
    ]
    return int(any(codes))


if __name__ == "__main__":
    if sys.argv[1:] not in [[word] for word in COMMANDS]:
        sys.exit(f"usage: python -m tests.tidy {'|'.join(COMMANDS)}")
    sys.exit(main(sys.argv[1]))
