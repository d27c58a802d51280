"""Events that the engine causes: those who tell of them know every kind, or leave it out on purpose."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The modules that tell of events, and the kinds that each leaves out: another event of the same moment says as much.
LEFT_OUT = {
    "game/records/words.py": {"play", "shown", "use", "land", "interfere", "declined", "end", "end_turn"},
    "online/core/events.py": {"end", "end_turn"},
}


def _texts_in(node: ast.AST) -> set[str]:
    texts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
    return {text for text in texts if isinstance(text, str)}


def _caused_kinds() -> Iterator[str]:
    for path in (ROOT / "game" / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_event":
                yield from _texts_in(node.args[0])


@pytest.mark.parametrize("module", LEFT_OUT)
def test_every_kind_of_event_is_told_or_left_out_on_purpose(module: str) -> None:
    known = _texts_in(ast.parse((ROOT / module).read_text(encoding="utf-8")))
    kinds = set(_caused_kinds())
    assert {"play", "dragons"} <= kinds
    assert kinds - known <= LEFT_OUT[module]
    assert LEFT_OUT[module] <= kinds
