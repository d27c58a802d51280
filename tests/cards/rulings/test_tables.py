"""Tables of rulings, errata and lists: rejected as a whole with every faulty line, idempotent, nothing lost."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from cards.catalogue.queries import catalogue
from cards.catalogue.services import load_card_table
from cards.core.rulings.csv_tables import COLUMNS_BY_TABLE
from cards.games.cthulhu.csv_table import TABLE_COLUMNS as COC_COLUMNS
from cards.models import CardList, Ruling
from cards.rulings.queries import current_rulings_book
from cards.rulings.services import delete_book_entry, load_rulings_table, save_book_entry
from common.errors import Invalid

pytestmark = pytest.mark.django_db
GOOD = {
    "id": "H-1",
    "topic": "stop",
    "question": "May I?",
    "answer": "No.",
    "edition": "both",
    "cards": "Cast Cataclysm; Aqua 23",
    "source": "Our club",
    "trust": "medium",
}


def write(path: Path, *rows: dict[str, str], kind: str = "rulings") -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS_BY_TABLE[kind])
        writer.writeheader()
        writer.writerows(rows)
    return path


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("load_catalogue", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_the_own_tables_twice_change_nothing() -> None:
    before = current_rulings_book()
    out = run()
    assert "rulings.csv: 0 added, 0 changed, 0 removed, 260 unchanged" in out
    assert "rulings.csv: 0 added, 0 changed, 0 removed, 181 unchanged" in out
    assert "errata.csv: 0 added, 0 changed, 0 removed, 94 unchanged" in out
    assert "cards.csv: 0 added, 0 changed, 0 removed, 1565 unchanged" in out
    assert current_rulings_book() is before


def test_the_own_tables_put_right_what_is_wrong() -> None:
    Ruling.objects.filter(key="R0-19").update(answer="Wrong.")
    Ruling.objects.filter(key="R0-18").delete()
    Ruling.objects.create(
        game="bluemoon", key="R9-99", topic="stop", question="?", answer="!", edition="both", trust="high"
    )
    out = run()
    assert "~ R0-19" in out
    assert "+ R0-18" in out
    assert "- R9-99" in out
    assert "afterwards both discard cards" in current_rulings_book().by_slug["r0-19"].answer


def test_a_file_adds_a_ruling_that_stays(tmp_path: Path) -> None:
    path = write(tmp_path / "club.csv", GOOD)
    assert "+ H-1" in run(path, "--dry-run")
    assert "h-1" not in current_rulings_book().by_slug
    version = current_rulings_book().version
    assert "1 added" in run(path)
    assert current_rulings_book().by_slug["h-1"].cards == ("Vulca 30", "Aqua 23")
    assert current_rulings_book().version == version + 1
    run()
    assert "h-1" in current_rulings_book().by_slug
    assert "1 unchanged" in run(path)


def test_a_list_of_another_version_stands_beside_the_present_one(tmp_path: Path) -> None:
    entries = COLUMNS_BY_TABLE["list_entries"]
    lists = {"list": "3.3", "kind": "restricted", "title": "List 3.3", "current": "no", "source": "FAQ 3.3"}
    run(write(tmp_path / "lists.csv", lists | {"issued": "2014-05-01"}, kind="lists"), "--game", "cthulhu")
    entry = dict.fromkeys(entries, "") | {"id": "L-1", "list": "3.3", "card": "Magah Bird", "printed": "Magah Bird"}
    run(write(tmp_path / "entries.csv", entry, kind="list_entries"), "--game", "cthulhu")
    now = current_rulings_book()
    assert [card_list.version for card_list in now.lists] == ["4.2", "4.2-banned", "3.3"]
    assert [entry.version for entry, _ in now.entries_of("cthulhu", "CoC Magah Bird")] == ["3.3"]
    # A list that is not in force marks no card.
    assert catalogue("cthulhu")["CoC Magah Bird"].attributes["marks"] == ["errata"]


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"topic": "stp"}, "topic"),
        ({"cards": "Cast Cataklysmo the Third"}, "cards"),
        ({"trust": "low"}, "note"),
        ({"trust": "some"}, "trust"),
        ({"icons": "HUG"}, "icons"),
        ({"types": "leder"}, "types"),
        ({"readings": "C-99"}, "readings"),
        ({"edition": "third"}, "edition"),
        ({"answer": ""}, "answer"),
        ({"answer": "x\x07y"}, "answer"),
        ({"id": "h 1"}, "id"),
    ],
)
def test_a_faulty_line_is_refused_with_its_column(tmp_path: Path, change: dict[str, str], column: str) -> None:
    with pytest.raises(Invalid) as caught:
        load_rulings_table(write(tmp_path / "x.csv", GOOD, GOOD | {"id": "H-2"} | change), game="bluemoon")
    assert {(detail.line, detail.field) for detail in caught.value.details} == {(3, column)}
    assert "h-1" not in current_rulings_book().by_slug


def test_every_faulty_line_is_named_and_nothing_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "x.csv", GOOD, GOOD | {"trust": "x"}, GOOD | {"id": "H-3", "cards": "Nobody at all"})
    with pytest.raises(SystemExit) as ended:
        call_command("load_catalogue", str(path))
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert "x.csv:3: id" in said
    assert "x.csv:3: trust" in said
    assert "x.csv:4: cards" in said
    assert "h-1" not in current_rulings_book().by_slug


def test_wrong_columns_latin_1_and_broken_csv_are_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("id,topic,nothing\n1,2,3\n", encoding="utf-8")
    latin = tmp_path / "latin.csv"
    latin.write_bytes(",".join(COLUMNS_BY_TABLE["rulings"]).encode() + "\nH-1,Läufer\n".encode("latin-1"))
    broken = write(tmp_path / "broken.csv", GOOD)
    broken.write_text(broken.read_text(encoding="utf-8") + 'H-2,"open\n', encoding="utf-8")
    for path in (wrong, latin, broken):
        with pytest.raises(Invalid):
            load_rulings_table(path, game="bluemoon")


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ({"faction": "Cats"}, "faction"),
        ({"number": "57"}, "number"),
        ({"set": "Nowhere"}, "set"),
        ({"unique": "maybe"}, "unique"),
        ({"code": "Pulled"}, "code"),
        ({"name": ""}, "name"),
    ],
)
def test_a_faulty_card_of_the_second_game_is_refused(tmp_path: Path, row: dict[str, str], column: str) -> None:
    path = tmp_path / "cards.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COC_COLUMNS)
        writer.writeheader()
        writer.writerow({"code": "CoC New Card", "name": "New Card"} | row)
    with pytest.raises(Invalid) as caught:
        load_card_table(path, game="cthulhu")
    assert column in {detail.field for detail in caught.value.details}


def test_a_card_of_the_second_game_can_be_completed_and_keeps_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(
        "code,name,title,faction,type,subtypes,unique,set,pack,number,aliases,notes,source\n"
        "CoC Pulled Under,Pulled Under,,Cthulhu,event,,,,,,,,\n",
        encoding="utf-8",
    )
    run(path, "--game", "cthulhu")
    run()
    card = catalogue("cthulhu")["CoC Pulled Under"]
    assert (card.people, card.type, card.number) == ("Cthulhu", "event", "F57")
    assert card.attributes["marks"] == ["errata"]


def test_what_is_edited_on_the_site_survives_the_own_table() -> None:
    row = Ruling.objects.get(key="R0-19")
    row.note = "Our club agrees."
    save_book_entry(row)
    assert current_rulings_book().by_slug["r0-19"].note == "Our club agrees."
    run()
    assert current_rulings_book().by_slug["r0-19"].note == "Our club agrees."
    delete_book_entry(row)
    assert "r0-19" not in current_rulings_book().by_slug


def test_only_one_list_of_a_kind_is_in_force() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        CardList.objects.create(game="cthulhu", key="9", kind="restricted", title="Nine", current=True, source="x")
