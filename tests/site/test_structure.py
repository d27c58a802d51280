"""The shape of the code: sizes of folders and files, names, circles, and the depth of imports."""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
import rustworkx as rx

from tests.packages import PACKAGES

ROOT = Path(__file__).resolve().parent.parent.parent
BESIDE_THE_PRODUCT = ("benchmarks", "clients", "tests")
MAX_FILES_IN_A_FOLDER = 30
MAX_LINES_IN_A_FILE = 500
MAX_LINES_IN_A_FUNCTION = 60
# Imports on the longest way down through one app.
MAX_IMPORT_CHAIN = {"decks": 14, "matches": 12}
MAX_IMPORT_CHAIN_ELSEWHERE = 16
_DEFINITION = re.compile(r"( *)(?:async def|def|class|@)\b")
# Meaningless words in a name: what to call the thing instead.
VAGUE_WORDS = {
    "said": "data, message, text, value",
    "told": "params, notified, or a noun",
    "asked": "query, requested, or a noun",
    "kept": "cached, stored, saved, remaining",
    "held": "cached, cards, or a noun",
    "shown": "visible, a view, or a noun",
    "deed": "action, permission, log entry",
    "deeds": "actions, permissions, log entries",
    "look": "view, check",
    "looks": "themes",
    "survey": "summary, check",
    "wish": "proposal, requirement",
    "wishes": "proposals, requirements",
    "sayable": "translatable",
}
# Names that have one all the same: columns, fields of forms, files and the API, terms of the rules and of statistics,
# and endings that say what of something is displayed or how long it stays.
NAMES_WITH_VAGUE_WORDS = re.compile(
    r"(?:DAYS|MAX(?:_[A-Z]+)*)_SHOWN|[A-Z_]+_KEPT_FOR|KEPT(?:_AT_A_PRICE|_AT_END|_SECONDS)?|SHOWN_EVERY|TIE_BREAKS_ASKED"
    r"|_HELD_OUT|held_out|(?:cards|columns|roles|decks)_shown|DecksShown|DeedSerializer|KeptAnswer|Wish(?:Said)?Serializer"
    r"|KEEP_HELD|keep_held|LOOK|TOLD|look_up|asked_(?:by|from)|day_asked|held|is_kept|kept(?:_at|_at_end)?|last_told"
    r"|said|told|told_apart|wishes"
)
# Folders of files that have no subject: one file a step of the database.
WITHOUT_SUBJECTS = ("migrations",)


def _files(folder: str, pattern: str) -> list[Path]:
    """Return paths below a folder, relative to the checkout; without git, which a machine may not have."""
    paths = (path.relative_to(ROOT) for path in (ROOT / folder).rglob(pattern) if path.is_file())
    return sorted(path for path in paths if path.parent.name not in WITHOUT_SUBJECTS)


def _product() -> list[Path]:
    return [file for app in PACKAGES for file in _files(app, "*.py")]


def _code() -> list[Path]:
    return [*_product(), *(file for folder in BESIDE_THE_PRODUCT for file in _files(folder, "*.py"))]


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def _edges(graph: grimp.ImportGraph) -> Iterator[tuple[str, str]]:
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            yield module, imported


def _digraph(graph: grimp.ImportGraph, under: str = "") -> rx.PyDiGraph:
    digraph: rx.PyDiGraph = rx.PyDiGraph()
    index = {module: digraph.add_node(module) for module in sorted(graph.modules) if module.startswith(under)}
    digraph.add_edges_from_no_data([(index[a], index[b]) for a, b in _edges(graph) if a in index and b in index])
    return digraph


def test_no_folder_holds_too_many_files() -> None:
    files = [*_code(), *_files("templates", "*"), *_files("static", "*")]
    sizes = Counter(file.parent.as_posix() for file in files if file.name != "__init__.py")
    assert {folder: size for folder, size in sizes.items() if size > MAX_FILES_IN_A_FOLDER} == {}


def test_no_file_is_too_long() -> None:
    lengths = {file.as_posix(): len((ROOT / file).read_text().splitlines()) for file in _code()}
    assert {file: length for file, length in lengths.items() if length > MAX_LINES_IN_A_FILE} == {}


def _may_hold_a_long_function(lines: list[str]) -> bool:
    """Whether this many lines follow a `def` before the next one at the same or a smaller indent; quicker than
    parsing."""
    starts = [(number, len(match[1])) for number, line in enumerate(lines) if (match := _DEFINITION.match(line))]
    ends = [
        next((other for other, indent in starts[at + 1 :] if indent <= starts[at][1]), len(lines))
        for at in range(len(starts))
    ]
    return any(end - start > MAX_LINES_IN_A_FUNCTION for (start, _indent), end in zip(starts, ends, strict=True))


def test_no_function_is_too_long() -> None:
    too_long = {}
    for file in _code():
        source = (ROOT / file).read_text()
        if not _may_hold_a_long_function(source.splitlines()):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > MAX_LINES_IN_A_FUNCTION:
                    too_long[f"{file.as_posix()}:{node.name}"] = length
    assert too_long == {}


def test_no_file_name_begins_with_the_name_of_its_folder() -> None:
    repeated = []
    for file in _product():
        subject = file.parent.name.removesuffix("s")
        if file.stem.startswith((f"{subject}_", f"{subject}s_")):
            repeated.append(file.as_posix())
    assert repeated == []


def test_no_modules_import_each_other_in_a_circle(graph: grimp.ImportGraph) -> None:
    digraph = _digraph(graph)
    circles = [sorted(digraph[node] for node in part) for part in rx.strongly_connected_components(digraph)]
    assert [circle for circle in circles if len(circle) > 1] == []


@pytest.mark.parametrize("app", PACKAGES)
def test_every_module_can_be_imported(app: str) -> None:
    """Annotations are evaluated where a module does not put that off, so a name that is only typed fails here."""
    for file in _files(app, "*.py"):
        importlib.import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))


@pytest.mark.parametrize("app", PACKAGES)
def test_imports_within_an_app_are_not_deep(graph: grimp.ImportGraph, app: str) -> None:
    digraph = _digraph(graph, f"{app}.")
    chain = [digraph[node] for node in rx.dag_longest_path(digraph)]
    assert len(chain) - 1 <= MAX_IMPORT_CHAIN.get(app, MAX_IMPORT_CHAIN_ELSEWHERE), " → ".join(chain)


def test_modules_and_names_that_docstrings_mention_exist() -> None:
    """A dotted name in backquotes, such as `drafts.table.clocks`, is of a module or of something in one."""
    mentioned = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)`")
    wrong = [
        f"{file.as_posix()}: {name}"
        for file in _product()
        for name in mentioned.findall((ROOT / file).read_text())
        if not _exists(name.split("."))
    ]
    assert wrong == []


def _exists(parts: list[str]) -> bool:
    for length in range(len(parts), 0, -1):
        folder = ROOT.joinpath(*parts[:length])
        module = next((path for path in (folder.with_suffix(".py"), folder / "__init__.py") if path.is_file()), None)
        if module is not None:
            defined = r"(?m)^(?:class|def|async def) {0}\b|^{0}\b *[:=]|^from .* import .*\b{0}\b|^    {0},$"
            return length == len(parts) or re.search(defined.format(parts[length]), module.read_text()) is not None
    return False


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def _bound(tree: ast.AST) -> Iterator[str]:
    """Yield every name that a module binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def test_names_are_nouns_of_the_field() -> None:
    vague = {
        f"{file}: {name}, rather: {'; '.join(VAGUE_WORDS[word] for word in sorted(_words(name) & VAGUE_WORDS.keys()))}"
        for file in _product()
        for name in _bound(ast.parse((ROOT / file).read_text(encoding="utf-8")))
        if _words(name) & VAGUE_WORDS.keys() and not NAMES_WITH_VAGUE_WORDS.fullmatch(name)
    }
    assert vague == set()


# Calls that write to the database: those of rows and query sets, and those that a dictionary has as well.
_ROW_WRITES = frozenset({"save", "delete", "asave", "adelete"})
_QUERYSET_WRITES = frozenset({"create", "get_or_create", "update_or_create", "bulk_create", "bulk_update"})
_QUERYSET = re.compile(r"\.objects\b|\.(?:all|filter|exclude|select_for_update)\(")


def _database_writes(tree: ast.AST) -> Iterator[str]:
    """Yield the calls of a module that write: of rows without positional arguments, and of query sets."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, name = ast.unparse(node.func.value), node.func.attr
        on_row = name in _ROW_WRITES and not node.args and owner not in ("super()", "request.session")
        on_rows = name in _QUERYSET_WRITES and not owner.endswith("services")
        if on_row or on_rows or (name in ("update", "delete") and _QUERYSET.search(owner)):
            yield f"{owner}.{name}()"


def test_views_and_api_leave_writing_to_the_services() -> None:
    edges = [file for file in _product() if re.search(r"(?:^|_)(?:views|api)$|^consumers?$", file.stem)]
    writes = {
        f"{file}: {call}"
        for file in edges
        for call in _database_writes(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    }
    assert writes == {
        # One row of the reader's own, with nothing else to do.
        "accounts/api.py: _token_of_request(request).delete()",
        "accounts/applications/views.py: application.delete()",
        "accounts/views.py: token.delete()",
        # Django's form of a model checks and saves in one.
        "accounts/views.py: form.save()",
    }


def test_writes_are_found_on_rows_and_on_query_sets() -> None:
    source = """
row.save(update_fields=["name"])
Deck.objects.filter(pk=1).update(name="")
person.decks.all().delete()
person.decks.create(name="")
Deck.objects.bulk_create(rows)
services.create(name="")
data.update(name="")
image.save(out)
"""
    assert len(list(_database_writes(ast.parse(source)))) == 5


def test_names_in_templates_are_nouns_of_the_field() -> None:
    vague = {
        f"{file}: {name}"
        for file in _files("templates", "*.html")
        for tag in re.findall(r"{[{%](.*?)[%}]}", (ROOT / file).read_text(encoding="utf-8"))
        for name in re.findall(r"[A-Za-z_]+", re.sub(r'"[^"]*"', "", tag))
        if _words(name) & VAGUE_WORDS.keys() and not NAMES_WITH_VAGUE_WORDS.fullmatch(name)
    }
    assert vague == {
        # Values of sentences, which translations name too; Django’s own name for a column.
        "templates/matches/companion/_power_result.html: against_shown",
        "templates/matches/play/_match.html: get_decks_shown_display",
        "templates/matches/play/decks.html: get_decks_shown_display",
        "templates/matches/seasons/detail.html: shown",
    }
