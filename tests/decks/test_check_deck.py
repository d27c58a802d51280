"""`manage.py check_deck`, as an organiser's script uses it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cards.core.facts import Catalogue, People
from cards.models import Card
from decks.core.legality import DeckList, Format
from decks.core.text import format_deck
from tests.decks.example_decks import SET_OF_SEVEN, deck, own, published, sample_step_1, sample_step_2, with_extras

pytestmark = pytest.mark.django_db

T = People.TERRAH
COMMON = ["Vulca 03", "Flit 15", "Flit 16"]


def check(source: str, *flags: str) -> tuple[int, str, str]:
    """Return exit status, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_deck", source, *flags, stdout=out, stderr=err)
    return int(ended.value.code or 0), out.getvalue(), err.getvalue()


def check_json(source: str) -> tuple[int, dict[str, Any]]:
    status, out, _ = check(source, "--json")
    return status, json.loads(out)


def written(path: Path, judged: DeckList, facts: Catalogue, pool_file: str = "") -> str:
    file = path / "deck.txt"
    file.write_text(format_deck(judged, facts, pool_file=pool_file), encoding="utf-8")
    return str(file)


SAMPLES = [
    ("14", 0, 30, 4, set()),
    ("15", 0, 30, 10, set()),
    ("16", 1, 33, 10, {"DECK-02"}),
    ("16a", 1, 30, 12, {"DECK-03"}),
]


def sample(row: str, facts: Catalogue) -> list[str]:
    return {
        "14": sample_step_1(facts),
        "15": sample_step_2(facts),
        "16": sample_step_1(facts) + COMMON,
        "16a": [code for code in sample_step_2(facts) if code != "Terrah 06"] + ["Pillar 17"],
    }[row]


@pytest.mark.parametrize(
    ("row", "status", "size", "moons", "rules"), SAMPLES, ids=[f"2.3-{sample[0]}" for sample in SAMPLES]
)
def test_the_example_of_the_booklet(
    tmp_path: Path, facts: Catalogue, row: str, status: int, size: int, moons: int, rules: set[str]
) -> None:
    code, report = check_json(written(tmp_path, deck(T, sample(row, facts)), facts))
    assert code == status
    assert report["status"] == ["legal", "illegal"][status]
    assert report["size"] == {"have": size, "required": 30}
    assert (report["moons"]["have"], report["moons"]["allowed"]) == (moons, 10)
    assert sum(row["moons"] for row in report["moons"]["rows"]) == moons
    assert {finding["code"] for finding in report["findings"] if finding["severity"] == "error"} == rules


def test_an_unknown_verdict_is_exit_status_two(tmp_path: Path, facts: Catalogue) -> None:
    codes = with_extras(facts, T) + SET_OF_SEVEN
    judged = deck(T, codes, format=Format.EMISSARY, emissaries=("Emissary slot 1",))
    assert check_json(written(tmp_path, judged, facts))[0] == 2


def test_people_read_the_verdict_the_sum_and_the_rules(tmp_path: Path, facts: Catalogue) -> None:
    judged = deck(T, sample("16a", facts), name="Nights of Terrah")
    status, out, _ = check(written(tmp_path, judged, facts))
    assert status == 1
    assert out.startswith("Nights of Terrah: illegal\n")
    assert "Cards: 30 of 30" in out
    assert "Moons of other peoples: 12 of 10" in out
    assert "    2  Vulca 02 Flash the Incendiary" in out
    assert "DECK-03 error: Two moons over the limit" in out
    assert "DECK-04 info: The Terrah deck comes with" in out


def test_the_deck_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch, facts: Catalogue) -> None:
    text = format_deck(deck(T, published(facts, T)), facts)
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    status, report = check_json("-")
    assert (status, report["status"], report["size"]["have"]) == (0, "legal", 30)


def test_the_pool_is_a_file_beside_the_deck(tmp_path: Path, facts: Catalogue) -> None:
    picks = own(facts, T, 32)
    (tmp_path / "picks.txt").write_text("\n".join(picks))
    judged = deck(None, picks[:30], format=Format.DRAFT)
    assert check_json(written(tmp_path, judged, facts, "picks.txt"))[0] == 0
    (tmp_path / "picks.txt").write_text("\n".join(picks[1:]))
    status, report = check_json(written(tmp_path, judged, facts, "picks.txt"))
    assert status == 1
    assert report["findings"][0]["cards"] == ["Terrah 01"]


def test_a_pool_that_cannot_be_read_is_named(tmp_path: Path, facts: Catalogue) -> None:
    judged = deck(None, own(facts, T, 30), format=Format.DRAFT)
    status, answer = check_json(written(tmp_path, judged, facts, "nowhere.txt"))
    assert (status, answer["error"]["line"]) == (3, None)
    assert "nowhere.txt" in answer["error"]["message"]
    (tmp_path / "picks.txt").write_text("Terrah 01\nNobody\n")
    status, answer = check_json(written(tmp_path, judged, facts, "picks.txt"))
    assert (status, answer["error"]["line"]) == (3, 2)
    assert answer["error"]["message"].startswith("picks.txt: ")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (b"Leader: Terrah 00\nFlash the Incendary\n", 2, "Did you mean Flash the Incendiary"),
        (b"Leader: Terrah 00\n-2x Terrah 05\n", 2, "” isn’t a valid number of copies. Use 1 or more, or leave it out."),
        (b"Leader: Terrah 00\nTerrah 05\nLavar der M\xe4chtige\n", 3, "“Lavar der Mächtige”. Save the file as UTF-8"),
        (b"<3 this one\nLeader: Terrah 00\nTerrah 05\n", 1, "line 1, column 2"),
        (b"Terrah 05\n" * 1001, 1001, "at most 1000"),
        (b"x" * 200_001, None, "longer than 200000 bytes"),
        (b"Format: standard\n", 1, "one of preconstructed, custom, emissary, draft"),
    ],
)
def test_a_file_that_cannot_be_read_is_exit_status_three(tmp_path: Path, text: bytes, line: int, said: str) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes(text)
    status, answer = check_json(str(file))
    assert status == 3
    assert list(answer) == ["error"]
    assert answer["error"]["line"] == line
    assert said in answer["error"]["message"]


def test_every_bad_line_is_told_to_people(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("Nobody\nTerrah 05\nNothing\n")
    status, out, err = check(str(file))
    assert (status, out) == (3, "")
    assert err.startswith("Line 1: No card is called “Nobody”")
    assert "Line 3: " in err


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for name in (tmp_path / "no.txt", tmp_path):
        status, answer = check_json(str(name))
        assert (status, answer["error"]["line"]) == (3, None)
        assert str(name) in answer["error"]["message"]


def test_a_file_with_the_mark_of_utf_16_is_read(tmp_path: Path, facts: Catalogue) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes(format_deck(deck(T, published(facts, T)), facts).encode("utf-16"))
    assert check_json(str(file))[0] == 0


def test_it_works_before_a_catalogue_is_loaded(tmp_path: Path, facts: Catalogue) -> None:
    from cards.models import CatalogueVersion

    Card.objects.all().delete()
    CatalogueVersion.objects.all().delete()
    assert check_json(written(tmp_path, deck(T, published(facts, T)), facts))[0] == 0
