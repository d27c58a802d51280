"""No test may fail by chance: a short word can stand in a random key, a token or a nonce of the page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
# Six letters and more are in one page of hundreds of millions.
SHORT = re.compile(r"[A-Za-z0-9_-]{1,5}")
# Sources without such a comparison need not be parsed.
COMPARED = re.compile(rf"""(['"]){SHORT.pattern}\1 not in """)
TEXTS = re.compile(r"page|text|html|body|content|shown|answer|response")


def short_words(source: str) -> Iterator[str]:
    """Comparisons that fail when a random part of a page happens to hold a short word."""
    if not COMPARED.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.NotIn):
            continue
        word = node.left.value if isinstance(node.left, ast.Constant) else ""
        text = ast.unparse(node.comparators[0])
        whole_words = text.endswith(".split()") or text.startswith("re.findall(")
        if isinstance(word, bytes):
            word = word.decode()
        if SHORT.fullmatch(str(word)) and TEXTS.search(text) and not whole_words:
            yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("assert 'shy' not in page", 1),
        ("assert b'shy' not in client.get('/').content", 1),
        ("assert 'shy one' not in page", 0),
        ("assert '<b>' not in page", 0),
        ("assert 'shy' not in re.findall(r'\\w+', page)", 0),
        ("assert 'shy' not in catalogue()", 0),
    ],
)
def test_a_short_word_is_told_from_an_exact_one(source: str, count: int) -> None:
    assert len(list(short_words(source))) == count


def test_no_page_is_searched_for_a_word_that_chance_can_write() -> None:
    short = [
        f"{path.relative_to(TESTS)}, {word}"
        for path in sorted(TESTS.rglob("*.py"))
        for word in short_words(path.read_text(encoding="utf-8"))
    ]
    assert short == []
