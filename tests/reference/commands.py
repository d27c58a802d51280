"""Command reference: `manage.py` commands from their parsers, `make` targets from the Makefile."""

import argparse
import re
from collections.abc import Iterator
from typing import Any

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandParser

from tenmoons.help_site.documents import PROJECT_ROOT
from tests.packages import PACKAGES
from tests.reference.markdown import code, page, table

_TARGET = re.compile(r"^(?P<name>[a-z-]+):.*?## (?P<about>.+)$", re.MULTILINE)


def text() -> str:
    lead = "All commands of `manage.py` (`.venv/bin/python manage.py …`) and `make`, with their arguments."
    ours = sorted((name, app) for name, app in get_commands().items() if app in PACKAGES and app != "common")
    parts = [_command(name, load_command_class(app, name)) for name, app in ours]
    makefile = (PROJECT_ROOT / "Makefile").read_text(encoding="utf-8")
    rows = [(code(f"make {match['name']}"), match["about"].replace("…", "...")) for match in _TARGET.finditer(makefile)]
    return page("Commands", lead, "## Make", table(("Command", "What it does"), rows), *parts)


class _Arguments(CommandParser):
    """A parser that lists the arguments it is given."""

    def __init__(self) -> None:
        super().__init__(add_help=False)
        self.listed: list[argparse.Action] = []

    def add_argument(self, *args: Any, **kwargs: Any) -> argparse.Action:
        self.listed.append(super().add_argument(*args, **kwargs))
        return self.listed[-1]


def _command(name: str, command: BaseCommand) -> str:
    own = _Arguments()
    command.add_arguments(own)
    parts = [f"## {name}", " ".join(str(command.help).split())]
    if own.listed:
        parts.append(table(("Argument", "Default", "Meaning"), _rows(own.listed)))
    return "\n\n".join(part for part in parts if part)


def _rows(actions: list[argparse.Action]) -> Iterator[tuple[str, str, str]]:
    for action in actions:
        words = [str(choice) for choice in action.choices] if action.choices is not None else []
        taken = "" if action.nargs == 0 else str(action.metavar or "|".join(words) or action.dest.upper())
        if action.option_strings:
            usage = f"{', '.join(action.option_strings)} {taken}".strip()
        else:
            usage = f"[{action.dest}]" if action.nargs == "?" else action.dest
        plain = action.default is not None and action.nargs != 0 and action.default != []
        default = code(str(action.default)) if plain else "required" if action.required else ""
        yield code(usage), default, " ".join(str(action.help or "").split())
