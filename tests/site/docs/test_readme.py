"""The README: what it tells a newcomer to run works as printed."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command

from cards.core.facts import Catalogue

README = Path("README.md").read_text(encoding="utf-8")
DECK = Path("docs/first-terrah.txt")


def test_the_deck_of_the_readme_is_legal(db_catalogue: Catalogue, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        call_command("check_deck", str(DECK), "--json")
    assert json.loads(capsys.readouterr().out)["status"] == "legal"
    begins = re.search(r"^(?:    .*\n)+", README[README.index("    Name: A first") :], re.M)
    assert begins is not None
    assert DECK.read_text(encoding="utf-8").startswith(re.sub(r"^    ", "", begins[0], flags=re.M))


def test_every_target_of_make_that_it_names_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", Path("Makefile").read_text(encoding="utf-8"), re.M))
    assert {"demo", "run", "share", "test"} <= set(re.findall(r"(?:    |`)make ([a-z]+)", README)) <= targets
