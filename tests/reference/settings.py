"""Settings reference: every environment variable the code reads, with its explanation from `docs/operations.md`."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tenmoons.help_site.documents import PROJECT_ROOT
from tests.reference.markdown import code, page, table

OPERATIONS = PROJECT_ROOT / "docs" / "operations.md"
# How a variable is read (`tenmoons.environment`), and what its value may be in words.
KINDS: Mapping[str, str] = {
    "env_text": "text",
    "env_flag": "`yes` or `no`",
    "env_number": "a whole number",
    "env_list": "values separated by commas",
    "env_choice": "one of a few words",
    "env_rate": "so many in a time, such as `30/min`",
}
_ROW = re.compile(r"^\| `(?P<name>[A-Z_]+)` \|(?P<default>[^|]*)\| (?P<meaning>.*) \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Setting:
    """A variable: its name, its possible values, its default, its meaning."""

    name: str
    kind: str
    default: str
    meaning: str


def found() -> list[Setting]:
    """Yield every variable that `docs/operations.md` explains, with what the source says of its values."""
    kinds = dict(_kinds())
    rows = _ROW.finditer(OPERATIONS.read_text(encoding="utf-8"))
    return [
        Setting(row["name"], kinds.get(row["name"], KINDS["env_text"]), row["default"].strip(), row["meaning"])
        for row in rows
    ]


def _kinds() -> Iterator[tuple[str, str]]:
    for path in sorted((PROJECT_ROOT / "tenmoons").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                reader = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                if reader in KINDS and str(node.args[0].value).isupper():
                    yield str(node.args[0].value), _description(reader, node)


def _description(reader: str, call: ast.Call) -> str:
    if reader == "env_choice" and isinstance(call.args[2], ast.Tuple):
        words = [str(element.value) for element in call.args[2].elts if isinstance(element, ast.Constant)]
        return ", ".join(code(word) for word in words)
    return KINDS[reader]


def text() -> str:
    lead = (
        "Variables of the environment. All have a default, so that none is needed on a laptop; a value that makes no"
        " sense stops the start with a sentence that names it. [Operations](../operations.md) says how they go"
        " together."
    )
    rows = [(code(setting.name), setting.kind, setting.default, setting.meaning) for setting in found()]
    return page("Settings", lead, table(("Variable", "Value", "Default", "Meaning"), rows))
