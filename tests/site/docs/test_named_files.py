"""Every module that a document for developers names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent.parent
DOCUMENTS = ("docs/architecture.md", "docs/domain-model.md", "docs/performance.md", "CONTRIBUTING.md")
NAMED = re.compile(r"`([a-z_]+(?:/[\w.-]+)+\.(?:py|js|html|css|json|csv))`")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_file_that_is_named_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert [name for name in NAMED.findall(text) if not (ROOT / name).exists()] == []
