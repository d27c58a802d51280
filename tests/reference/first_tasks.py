"""First tasks: small work for whoever would like to begin, from the marks in code and documents."""

import re
from collections.abc import Iterator

from tenmoons.help_site.documents import PROJECT_ROOT
from tests.reference.markdown import code, page, table

KINDS = {".css", ".html", ".js", ".md", ".py", ".yml"}
ELSEWHERE = {"build", "htmlcov", "staticfiles", "var"}  # made here, not written
_MARK = re.compile(r"^\W*First task: (?P<text>.+?)(?: -->)?$", re.MULTILINE)
LEAD = """Each is small, can be done alone and is wanted. It stands where it has to be done: a comment whose line begins
with *First task*. Take the line out with the change that does it, and write this page again.
[The maintainer’s guide](../guides/maintainer.md) walks through six changes with their tests."""


def text() -> str:
    return page("First tasks", LEAD, table(("What", "Where"), marks()))


def marks() -> Iterator[tuple[str, str]]:
    for folder in sorted(PROJECT_ROOT.iterdir()):
        if not folder.is_dir() or folder.name.startswith(".") or folder.name in ELSEWHERE:
            continue
        for file in sorted(path for path in folder.rglob("*.*") if path.suffix in KINDS):
            for match in _MARK.finditer(file.read_text(encoding="utf-8")):
                yield match["text"][0].upper() + match["text"][1:], code(file.relative_to(PROJECT_ROOT).as_posix())
