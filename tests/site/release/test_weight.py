"""What an installed site weighs: the libraries of the locked file, with extras and without, as the guide says it."""

import platform
import re
import sys
from functools import cache
from importlib.metadata import distribution

import pytest
from packaging.utils import canonicalize_name

from tests.site.release.test_installation import ROOT, locked

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="compiled libraries weigh something else elsewhere",
)
_ROW = re.compile(r"^\| (\d+) \| ([\w, -]+) \|", re.MULTILINE)
_FIGURES = re.compile(r"The libraries (\d+) MB with all extras, (\d+) without `papers`, (\d+) without `postgres` too")
_PAPERS, _POSTGRES = {"typst"}, {"psycopg", "psycopg-binary"}


@cache
def weight(package: str) -> float:
    """Return the megabytes of a package by its own list of files, without what Python compiles of them."""
    return sum(file.size or 0 for file in distribution(package).files or ()) / 1e6


def guide() -> str:
    return (ROOT / "docs" / "operations.md").read_text()


def test_the_libraries_keep_their_weight_and_the_guide_says_it() -> None:
    packages = locked("requirements.txt").keys()
    whole, lean, least = (sum(map(weight, packages - less)) for less in (set(), _PAPERS, _PAPERS | _POSTGRES))
    assert whole < 280 and least < 200
    figures = _FIGURES.search(guide())
    assert figures is not None
    for number, found in zip(figures.groups(), (whole, lean, least), strict=True):
        assert abs(int(number) - found) < 5, f"the guide says {number} MB, it is {found:.0f}"


def test_the_guide_names_what_weighs_most() -> None:
    rows = {tuple(map(canonicalize_name, names.split(", "))): int(number) for number, names in _ROW.findall(guide())}
    for names, number in rows.items():
        assert abs(number - sum(map(weight, names))) < 2, names
    named = {name for names in rows for name in names}
    assert {name for name in locked("requirements.txt") if weight(name) > 6} <= named
