"""`manage.py load_catalogue`: all or nothing, idempotent, and never losing what was entered here."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries

from cards.catalogue.queries import catalogue, facts_from_row
from cards.catalogue.services import delete_card, load_card_table, save_card
from cards.core.catalogue_csv import CARD_TABLE_COLUMNS
from cards.core.facts import Catalogue
from cards.models import Card
from common.errors import Invalid

pytestmark = pytest.mark.django_db
TUTU = {"code": "Tutu 801", "slot": "Tutu slot 1", "name": "Ferryman", "people": "Tutu", "number": "801", "moons": "1"}
TUTU |= {"type": "character", "fire": "2", "earth": "2"}


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a table of cards and return its path."""

    def _write(*rows: dict[str, str]) -> Path:
        path = tmp_path / "more.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, CARD_TABLE_COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
        return path

    return _write


def run(*arguments: object) -> str:
    """Return what the command prints."""
    out = io.StringIO()
    call_command("load_catalogue", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_the_database_says_what_the_table_says(facts: Catalogue, db_catalogue: Catalogue) -> None:
    assert db_catalogue.cards == facts.cards
    assert db_catalogue.version > 0


def test_loading_again_changes_nothing() -> None:
    before = catalogue()
    assert "0 added, 0 changed, 0 removed, 344 unchanged" in run()
    assert catalogue() is before


def test_a_file_completes_a_card_and_empties_nothing(write: Write) -> None:
    before = catalogue()
    path = write({"code": "Inter 402", "people": "Interference", "moons": "2"})
    out = run(path)
    assert "~ Inter 402 moons: “” → “2”" in out
    card = catalogue()["Inter 402"]
    assert (card.moons, card.name, card.complete) == (2, "Shame on you!", True)
    assert len(catalogue()) == 344
    assert catalogue().version == before.version + 1
    assert "0 changed" in run(path)


def test_trying_out_says_what_would_change_and_changes_nothing(write: Write) -> None:
    path = write(TUTU)
    before = catalogue().version
    out = run(path, "--dry-run")
    assert "Tutu 801" in out
    assert "nothing was changed" in out
    assert "Tutu 801" not in catalogue()
    assert catalogue().version == before


def test_a_card_takes_the_place_of_its_gap(write: Write) -> None:
    key = Card.objects.get(code="Tutu slot 1").pk
    run(write(TUTU))
    now = catalogue()
    assert len(now) == 344
    assert now["Tutu 801"].slot == "Tutu slot 1"
    assert "Tutu slot 1" not in now
    assert Card.objects.get(code="Tutu 801").pk == key


def test_the_own_table_leaves_alone_what_was_filled_in_here(write: Write) -> None:
    run(write(TUTU, {"code": "Zeta 1", "people": "Spirit", "name": "Extra", "number": "1"}))
    out = run()
    assert "0 added, 0 changed, 0 removed" in out
    assert catalogue()["Tutu 801"].moons == 1
    assert catalogue()["Zeta 1"].name == "Extra"


def test_the_own_table_corrects_every_other_fact(write: Write) -> None:
    run(write({"code": "Inter 402", "people": "Interference", "moons": "2"}))
    Card.objects.filter(code="Inter 402").update(name="Wrong", title="Wrong")
    Card.objects.filter(code="Vulca 03").delete()
    Card.objects.filter(code="Vulca 04").update(code="Vulca 99", slug="vulca-99")
    out = run()
    assert "~ Inter 402 name: “Wrong” → “Shame on you!”" in out
    assert "2 added, 1 changed, 1 removed" in out
    assert catalogue()["Inter 402"].moons == 2


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ({"slot": "Tutu slot 9"}, "slot"),
        ({"people": "Hyla"}, "people"),
        ({"code": "Vulca 03"}, "slot"),
        ({"code": "TUTU SLOT 2", "slot": ""}, "code"),
        ({"moons": "x"}, "moons"),
    ],
)
def test_a_file_that_contradicts_the_catalogue_is_refused_whole(
    write: Write, change: dict[str, str], column: str
) -> None:
    path = write({"code": "Inter 402", "people": "Interference", "moons": "2"}, TUTU | change)
    with pytest.raises(Invalid) as caught:
        load_card_table(path)
    assert {(detail.line, detail.field) for detail in caught.value.details} == {(3, column)}
    assert catalogue()["Inter 402"].moons is None


def test_two_cards_cannot_fill_one_gap(write: Write) -> None:
    with pytest.raises(Invalid):
        load_card_table(write(TUTU, TUTU | {"code": "Tutu 802"}))
    run(write(TUTU))
    with pytest.raises(Invalid):
        load_card_table(write(TUTU | {"code": "Tutu 802"}))


def test_a_completed_card_must_make_sense_as_a_whole(write: Write) -> None:
    with pytest.raises(Invalid) as caught:
        load_card_table(write({"code": "Vulca 00", "people": "Vulca", "moons": "1"}))
    assert caught.value.details[0].field == "moons"


def test_the_command_names_every_faulty_line_and_ends_with_1(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(TUTU | {"moons": "x"}, {"code": "Vulca 03", "people": "Vulcan"}, {"code": "Vulca 03"})
    with pytest.raises(SystemExit) as ended:
        call_command("load_catalogue", str(path))
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert "more.csv:2: moons" in said
    assert "more.csv:3: people" in said
    assert "more.csv:4: code" in said


def test_a_file_without_cards_is_refused(write: Write) -> None:
    with pytest.raises(Invalid, match="no cards"):
        load_card_table(write())


def test_saving_a_card_raises_the_version_and_survives_the_own_table(db_catalogue: Catalogue) -> None:
    row = Card.objects.get(code="Inter 404")
    row.moons = 3
    save_card(row)
    assert catalogue().version == db_catalogue.version + 1
    assert catalogue()["Inter 404"].moons == 3
    assert Card.objects.get(code="Inter 404").here == ["moons"]
    run()
    assert catalogue()["Inter 404"].moons == 3


def test_saving_a_card_without_a_change_keeps_the_version(db_catalogue: Catalogue) -> None:
    save_card(Card.objects.get(code="Inter 404"))
    assert catalogue() is db_catalogue


def test_a_card_that_cannot_be_so_is_not_saved() -> None:
    row = Card.objects.get(code="Vulca 00")
    row.moons, row.deck = 2, "Z"
    with pytest.raises(Invalid) as caught:
        save_card(row)
    assert {detail.field for detail in caught.value.details} == {"moons", "deck"}
    assert Card.objects.get(code="Vulca 00").moons is None


def test_a_removed_card_is_gone_from_the_catalogue(db_catalogue: Catalogue) -> None:
    delete_card(Card.objects.get(code="Vulca 31"))
    assert "Vulca 31" not in catalogue()
    assert catalogue().version == db_catalogue.version + 1


def test_rows_keep_what_is_derived_from_their_facts() -> None:
    for row in Card.objects.all():
        facts = facts_from_row(row)
        assert (row.slug, row.known, row.complete) == (facts.slug, facts.known, facts.complete)
    assert list(Card.objects.filter(game="bluemoon").values_list("position", flat=True)) == list(range(344))


def test_the_catalogue_is_one_query_and_then_kept(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    catalogue()
    with django_assert_num_queries(1):
        catalogue()
