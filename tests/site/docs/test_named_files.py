"""Every module, function and import that a document for developers names exists, and its example runs."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from cards.core.facts import Catalogue
from game.engine.catalogue import People
from game.engine.state import State, game_result
from game.engine.table import Deck, published_codes
from tests.packages import PACKAGES

# In one process, which then parses all modules once.
pytestmark = pytest.mark.xdist_group("documents")
ROOT = Path(__file__).resolve().parent.parent.parent.parent
DOCUMENTS = ("docs/architecture.md", "docs/domain-model.md", "docs/game.md", "docs/performance.md", "CONTRIBUTING.md")
NAMED = re.compile(r"`([a-z_]+(?:/[\w.-]+)+\.(?:py|js|html|css|json|csv))`")
CALL = re.compile(r"`(\w+)\([\w, ]*\)`")
OURS = (*PACKAGES, "benchmarks", "tests")
IMPORT = re.compile(rf"^ *from ((?:{'|'.join(OURS)})[\w.]*) import ([\w, ]+)$", re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]\w*")
CODE_NAME = re.compile(r"`(?:[\w.]+\.)?([A-Za-z]+_\w+|[A-Z]?[a-z]+[A-Z]\w+)(?:\([^`]*\))?`")
INDENTED = re.compile(r"(?:^ {4}.*\n|^\n)+", re.MULTILINE)


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@cache
def modules() -> dict[str, ast.Module]:
    files = [file for package in OURS for file in (ROOT / package).rglob("*.py")]
    return {str(file.relative_to(ROOT)): ast.parse(file.read_bytes()) for file in files}


@cache
def defined_functions() -> set[str]:
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for module in modules().values() for node in ast.walk(module) if isinstance(node, functions)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_file_that_is_named_is_there(document: str) -> None:
    assert [name for name in NAMED.findall(text_of(document)) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_function_that_is_named_with_its_arguments_is_there(document: str) -> None:
    assert set(CALL.findall(text_of(document))) <= defined_functions()


@pytest.mark.parametrize("document", sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("docs/*.md")))
def test_an_import_that_is_shown_works(document: str) -> None:
    for module, names in IMPORT.findall(text_of(document)):
        assert [name for name in names.split(", ") if not hasattr(importlib.import_module(module), name)] == []


def test_a_name_in_a_docstring_stands_in_the_code() -> None:
    """Names with an underscore, or in capitals and small letters, which no other word has."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    nodes = [(file, node) for file, module in modules().items() for node in ast.walk(module)]
    texts = [(file, ast.get_docstring(node) or "") for file, node in nodes if isinstance(node, documented)]
    code = {Path(file).stem for file in modules()} | {name for _, node in nodes for name in names_in(node)}
    product = [(file, text) for file, text in texts if file.startswith(PACKAGES)]
    found = [(file, name) for file, text in product for name in CODE_NAME.findall(text)]
    assert [(file, name) for file, name in found if name not in code] == []


def names_in(node: ast.AST) -> list[str]:
    """Return the names of a node, and the words of its short texts, which hold the keys of files and tables."""
    fields = [getattr(node, field, None) for field in ("id", "attr", "name", "arg", "value", "asname", "module")]
    texts = [text for text in fields if isinstance(text, str) and "`" not in text]
    return [word for text in texts for word in WORD.findall(text)]


def test_the_example_of_the_engine_plays_a_game(facts: Catalogue) -> None:
    example = next(block for block in INDENTED.findall(text_of("docs/game.md")) if "new_game(" in block)
    decks = [Deck(published_codes(facts, people)) for people in (People.VULCA, People.HOAX)]
    names: dict[str, object] = {"catalogue": facts, "deck": decks[0], "other_deck": decks[1]}
    exec("import random\n" + re.sub(r"^ {4}", "", example, flags=re.MULTILINE), names)
    assert isinstance(names["state"], State)
    assert game_result(names["state"]) is not None
