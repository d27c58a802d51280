"""`make docs`: the documents as static pages, whose links all lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenmoons.help_site import document_library
from tenmoons.help_site.static_site import write_static_site


@pytest.mark.django_db
def test_every_document_is_a_page_whose_links_and_files_are_there(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    count = write_static_site(folder)
    assert count == len(document_library().all_pages()) + 2
    assert 'id="DECK-03"' in (folder / "rules/index.html").read_text(encoding="utf-8")
    broken = []
    for page in folder.rglob("index.html"):
        for target in re.findall(r'\s(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
            path = target.partition("#")[0]
            if path and not path.startswith(("http://", "https://", "mailto:")) and not (page.parent / path).is_file():
                broken.append(f"{page.relative_to(folder)}: {target}")
    assert not broken


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="other files"):
        write_static_site(tmp_path)
    assert (tmp_path / "letter.txt").exists()
