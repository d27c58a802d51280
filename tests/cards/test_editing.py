"""Completing and correcting the catalogue on the site."""

from __future__ import annotations

import html
import re

import pytest
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.completeness import catalogue_completeness, missing_facts_csv
from cards.core.facts import Catalogue
from cards.core.import_plan import parse_partial_table
from cards.editing import services
from cards.editing.forms import CorrectCardForm
from cards.games import GAMES
from cards.models import Card, CatalogueChange
from cards.permissions import EDITORS_GROUP
from tests.cards.test_admin import form_of
from tests.html import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(elinor: User, elinor_client: Client) -> Client:
    """Make Elinor an editor of the catalogue and nothing else."""
    elinor.groups.add(Group.objects.get(name=EDITORS_GROUP))
    return elinor_client


def seen(page: str) -> str:
    """Return the mark of the card that a form started from."""
    return str(re.findall(r'name="seen" value="([^"]*)"', page)[0])


def correct(client: Client, which: str, /, **change: str) -> tuple[int, str]:
    """Open the form of a card, change fields, submit it."""
    row = Card.objects.get(code=which)
    page = client.get(f"/cards/{row.slug}/edit/").content.decode()
    sent = {"seen": seen(page)} | form_of(row, **change)
    answer = client.post(f"/cards/{row.slug}/edit/", sent)
    return answer.status_code, html.unescape(answer.content.decode())


def show(client: Client, text: str) -> tuple[int, str]:
    """Request the preview of a table."""
    answer = client.post("/cards/keeping/upload/", {"text": text})
    return answer.status_code, flat(answer.content)


def do(client: Client, page: str, **change: str) -> tuple[int, str]:
    """Apply a preview."""
    sent = {name: html.unescape(re.findall(rf'name="{name}" value="([^"]*)"', page)[0]) for name in ("seal", "text")}
    answer = client.post("/cards/keeping/apply/", sent | change)
    return answer.status_code, html.unescape(answer.content.decode())


def test_every_field_of_a_card_is_in_a_group_of_the_form() -> None:
    for game in GAMES:
        form = CorrectCardForm({}, instance=Card(game=game))
        for name in form.fields:  # fields with errors are shown whatever the type of the card
            form.add_error(name, "wrong")
        grouped = {field.name for _title, fields in form.groups for field in fields}
        assert grouped == form.fields.keys() - {"seen"}


def test_every_column_that_an_undo_may_write_is_set_as_what_it_is() -> None:
    kinds = {field.name: field.get_internal_type() for field in Card._meta.concrete_fields if field.editable}
    numbers = {name for name, kind in kinds.items() if "Integer" in kind}
    assert numbers == services._NUMBER_FIELDS
    assert {name for name, kind in kinds.items() if kind == "JSONField"} == services._LIST_FIELDS | {"attributes"}


# Permissions


@pytest.mark.parametrize("path", ["/cards/vulca-03/edit/", "/cards/keeping/upload/"])
def test_only_an_editor_sees_the_forms(client: Client, stranger_client: Client, editor: Client, path: str) -> None:
    assert client.get(path).status_code == 403
    assert stranger_client.get(path).status_code == 403
    assert editor.get(path).status_code == 200


def test_only_an_editor_changes_anything(client: Client, stranger_client: Client, editor: Client) -> None:
    correct(editor, "Inter 402", moons="2")
    change = CatalogueChange.objects.get()
    for visitor in (client, stranger_client):
        assert visitor.post("/cards/inter-402/edit/", {"moons": "3"}).status_code == 403
        assert visitor.post("/cards/keeping/apply/", {"text": "code\nx", "seal": "x"}).status_code == 403
        assert visitor.post(f"/cards/keeping/history/{change.pk}/revert/").status_code == 403
    assert CatalogueChange.objects.count() == 1


def test_an_editor_is_no_staff(editor: Client) -> None:
    assert editor.get("/admin/").status_code == 302


def test_wrong_methods_are_refused(editor: Client) -> None:
    assert editor.get("/cards/keeping/apply/").status_code == 405
    assert editor.post("/cards/keeping/").status_code == 405
    assert editor.put("/cards/vulca-03/edit/").status_code == 405


def test_a_card_that_is_not_there_is_missing(editor: Client) -> None:
    assert editor.get("/cards/vulca-99/edit/").status_code == 404
    assert editor.get("/cards/vulca-99/history/").status_code == 404
    assert editor.post("/cards/keeping/history/999999/revert/").status_code == 404


# The form


def test_an_editor_fills_a_gap(editor: Client, elinor: User) -> None:
    sent = {"code": "Tutu 801", "name": "Ferryman", "number": "801", "type": "character", "moons": "1"}
    assert correct(editor, "Tutu slot 1", **sent)[0] == 302
    assert catalogue()["Tutu 801"].complete
    change = CatalogueChange.objects.filter(field="code").get()
    assert (change.before, change.after, change.way, change.name) == ("Tutu slot 1", "Tutu 801", "form", "Elinor")
    page = flat(editor.get("/cards/tutu-801/history/").content)
    assert "Tutu slot 1" in page and "<title>Change history · Ferryman ·" in page


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"moons": "10"}, "moons"),
        ({"moons": "x"}, "whole number"),
        ({"icons": "HUG"}, "” isn’t an icon."),
        ({"deck": "Z"}, "isn’t one of"),
        ({"family": "a"}, "DECK-15"),
        ({"capacity": "2"}, "CARD-12"),
        ({"name": "x" * 81}, "80"),
        ({"people": ""}, "required"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(editor: Client, change: dict[str, str], said: str) -> None:
    status, page = correct(editor, "Vulca 03", summary="Typed by hand.", **change)
    assert status == 400
    assert said in page
    assert "Typed by hand." in page
    assert not CatalogueChange.objects.exists()


def test_the_code_of_a_known_card_stays(editor: Client) -> None:
    assert correct(editor, "Vulca 03", code="Vulca 99", notes="Seen.")[0] == 302
    assert "Vulca 99" not in catalogue()
    assert catalogue()["Vulca 03"].notes == "Seen."


def test_what_somebody_else_has_changed_is_not_overwritten_unseen(editor: Client) -> None:
    row = Card.objects.get(code="Inter 402")
    began = seen(editor.get("/cards/inter-402/edit/").content.decode())
    correct(editor, "Inter 402", moons="2")
    sent = form_of(row, moons="3", seen=began)
    answer = editor.post("/cards/inter-402/edit/", sent)
    assert answer.status_code == 409
    assert catalogue()["Inter 402"].moons == 2
    page = answer.content.decode()
    assert "The card as it is now" in page
    assert editor.post("/cards/inter-402/edit/", sent | {"seen": seen(page)}).status_code == 302
    assert catalogue()["Inter 402"].moons == 3


def test_a_card_of_the_other_game_can_be_corrected_too(editor: Client) -> None:
    row = Card.objects.filter(game="cthulhu").first()
    assert row is not None
    assert editor.get(f"/cards/{row.slug}/edit/").status_code == 200


def labels_of(client: Client, slug: str) -> set[str]:
    """Return the names of the fields in a card’s form."""
    page = client.get(f"/cards/{slug}/edit/").content.decode()
    return set(re.findall(r'<(?:input|select|textarea)[^>]*\bname="(\w+)"', page.partition("keep-form")[2]))


@pytest.mark.parametrize(
    ("slug", "asked", "not_asked"),
    [
        ("tutu-slot-1", {"fire", "earth", "icons", "moons", "emissary"}, {"family", "capacity", "extra_cards"}),
        ("hyla-slot-1", {"moons", "icons", "summary", "emissary"}, {"fire", "earth", "extra_moons", "capacity"}),
        ("inquisitor-slot-1", {"extra_cards", "extra_moons", "summary"}, {"fire", "moons", "icons", "emissary"}),
        ("emissary-slot-1", {"summary", "name"}, {"moons", "fire", "extra_cards", "emissary"}),
        ("buka-29", {"capacity", "family", "moons"}, {"fire", "extra_cards", "emissary"}),
        ("spirit-slot-1", {"fire", "moons", "extra_cards", "capacity"}, set()),
    ],
)
def test_a_form_asks_only_for_what_that_kind_of_card_has(
    editor: Client, slug: str, asked: set[str], not_asked: set[str]
) -> None:
    shown = labels_of(editor, slug)
    assert asked <= shown and not not_asked & shown


def test_the_form_of_a_cthulhu_card_asks_for_nothing_of_blue_moon(editor: Client) -> None:
    row = Card.objects.filter(game="cthulhu").first()
    assert row is not None
    shown = labels_of(editor, row.slug)
    assert {"name", "people", "type", "attributes"} <= shown
    assert not {"fire", "earth", "moons", "family", "capacity", "emissary"} & shown


def test_a_note_of_what_nobody_knew_ends_when_it_is_known(editor: Client) -> None:
    correct(editor, "Tutu slot 1", code="Tutu 801", name="Ferryman", number="801", moons="1")
    assert catalogue()["Tutu 801"].notes == ""
    correct(editor, "Mutant 108", name="Hundred and Eight")
    notes = catalogue()["Mutant 108"].notes
    assert "English name not known" not in notes and "which one is not known" in notes and "mark X2" in notes


def test_a_note_that_was_rewritten_stays(editor: Client) -> None:
    told = {"code": "Tutu 801", "name": "Ferryman", "notes": "Lent by Roland."}
    correct(editor, "Tutu slot 1", **told)
    assert catalogue()["Tutu 801"].notes == "Lent by Roland."


# Tables


def test_a_table_ends_the_note_of_the_gap_it_fills(editor: Client) -> None:
    _status, page = show(editor, "slot,code,name,number,moons\nTutu slot 1,Tutu 801,Ferryman,801,1\n")
    do(editor, page)
    assert catalogue()["Tutu 801"].notes == ""


def test_a_table_of_two_columns_is_shown_and_then_applied(editor: Client) -> None:
    status, page = show(editor, "code,moons\r\nInter 402,2\r\nVulca 01,3\r\n")
    assert status == 200
    assert "1 row changes nothing" in page
    assert catalogue()["Inter 402"].moons is None
    assert do(editor, page)[0] == 302
    assert catalogue()["Inter 402"].moons == 2
    assert [(change.field, change.way, change.name) for change in CatalogueChange.objects.all()] == [
        ("moons", "file", "Elinor")
    ]


def test_a_gap_is_filled_by_its_slot(editor: Client) -> None:
    _status, page = show(editor, "code,slot,name,number,moons,type\nTutu 801,Tutu slot 1,Ferryman,801,1,character\n")
    assert "fills a gap" in page
    assert do(editor, page)[0] == 302
    assert catalogue()["Tutu 801"].complete
    assert len(catalogue()) == 344


def test_an_uploaded_file_is_the_same_as_a_pasted_one(editor: Client) -> None:
    file = SimpleUploadedFile("more.csv", "\ufeffcode,moons\nInter 402,2\n".encode())
    answer = editor.post("/cards/keeping/upload/", {"file": file})
    assert answer.status_code == 200
    assert do(editor, answer.content.decode())[0] == 302


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("code,moons\nInter 402,x\n", 2, "moons"),
        ("code,moons\nInter 402,1\ninter 402,2\n", 3, "code"),
        ("code,text\nInter 402,x\n", 1, "text"),
        ("code,code\nInter 402,Inter 402\n", 1, "code"),
        ("name,moons\nx,1\n", 1, "code"),
        ("slot,moons\nTutu slot 99,1\n", 2, "slot"),
        ("code,slot,moons\n,,1\n", 2, "code"),
        ("code,name\nVulca 99,New\n", 2, "code"),
        ("code,moons\nVulca 00,1\n", 2, "moons"),
        ("code,moons\nVulca 03\n", 2, "code"),
        ('code,moons\n"Vulca 03\n', 2, "code"),
        ("code,moons\nVulca\x0703,1\n", 2, "code"),
    ],
)
def test_a_faulty_table_is_refused_whole_with_line_and_column(
    editor: Client, text: str, line: int, column: str
) -> None:
    status, page = show(editor, text)
    assert status == 400
    assert f'<td class="r">{line}</td><td><code>{column}</code></td>' in page
    assert "Apply these changes" not in page


def test_every_faulty_line_is_listed(editor: Client) -> None:
    page = show(editor, "code,moons,fire\nInter 402,x,99\nInter 404,y,1\n")[1]
    assert "3 errors found" in page


def test_a_latin_1_file_is_refused_whole(editor: Client) -> None:
    file = SimpleUploadedFile("more.csv", "code,name_de\nVulca 03,Mächtige\n".encode("latin-1"))
    answer = editor.post("/cards/keeping/upload/", {"file": file})
    assert answer.status_code == 400
    assert "UTF-8" in answer.content.decode()


@pytest.mark.parametrize("text", ["", "   ", "code,name\n" + "x" * 300_001], ids=["empty", "blank", "huge"])
def test_a_table_of_no_size_is_refused(editor: Client, text: str) -> None:
    assert show(editor, text)[0] == 400


def test_a_catalogue_that_has_changed_gives_a_new_preview(editor: Client) -> None:
    page = show(editor, "code,moons\nInter 402,2\n")[1]
    correct(editor, "Inter 402", moons="3")
    status, again = do(editor, page)
    assert status == 409
    assert "has changed since the preview" in again
    assert catalogue()["Inter 402"].moons == 3
    assert do(editor, again)[0] == 302
    assert catalogue()["Inter 402"].moons == 2


@pytest.mark.parametrize("change", [{"text": "code,moons\nInter 402,9\n"}, {"seal": "made up"}, {"seal": ""}])
def test_only_what_was_shown_is_applied(editor: Client, change: dict[str, str]) -> None:
    page = show(editor, "code,moons\nInter 402,2\n")[1]
    assert do(editor, page, **change)[0] == 400
    assert catalogue()["Inter 402"].moons is None


# History


def test_a_change_is_taken_back_once_and_both_are_kept(editor: Client) -> None:
    correct(editor, "Inter 402", moons="2", icons="PAIR")
    for change in CatalogueChange.objects.all():
        path = f"/cards/keeping/history/{change.pk}/revert/"
        assert editor.post(path).status_code == 302
        assert editor.post(path).status_code == 409
    card = catalogue()["Inter 402"]
    assert (card.moons, card.icons) == (None, ())
    assert CatalogueChange.objects.filter(undoes__isnull=False).count() == 2
    assert CatalogueChange.objects.count() == 4


def test_a_change_of_what_has_changed_again_is_not_taken_back(editor: Client) -> None:
    correct(editor, "Inter 402", moons="2")
    first = CatalogueChange.objects.get()
    correct(editor, "Inter 402", moons="3")
    assert editor.post(f"/cards/keeping/history/{first.pk}/revert/").status_code == 409
    assert catalogue()["Inter 402"].moons == 3


def test_an_added_card_is_not_taken_back_field_by_field(editor: Client) -> None:
    do(editor, show(editor, "code,people,name\nVulca 99,Vulca,New\n")[1])
    code = CatalogueChange.objects.get(field="code")
    assert editor.post(f"/cards/keeping/history/{code.pk}/revert/").status_code == 400
    assert "Vulca 99" in catalogue()


def test_everybody_reads_the_history(client: Client, editor: Client) -> None:
    correct(editor, "Inter 402", moons="2")
    for path in ("/cards/keeping/history/", "/cards/inter-402/history/", "/cards/keeping/history/?page=x"):
        page = client.get(path).content.decode()
        assert "Inter 402" in page
        assert "Elinor" in page
        assert ">Undo</button>" not in page


def test_the_history_costs_the_same_however_long_it_is(
    client: Client, editor: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    correct(editor, "Inter 402", moons="2", icons="PAIR", fire="1", earth="1", summary="x")
    with django_assert_max_num_queries(4):
        client.get("/cards/keeping/history/")


# Completeness


def test_everybody_sees_what_is_wanted(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(3):
        page = client.get("/cards/keeping/").content.decode()
    assert "Tutu slot 1" in page
    assert "313 of 344 cards have been seen" in page
    assert 'class="chart"' in page
    assert "Fill in" not in page


def test_the_figures_are_those_of_the_cards(facts: Catalogue) -> None:
    completeness = catalogue_completeness(facts)
    assert len(completeness.gaps) == 31
    assert sum(row.cards for row in completeness.by_people) == sum(row.cards for row in completeness.by_deck) == 344
    assert completeness.total.complete == 344 - len(completeness.gaps) - len(completeness.wanting)
    assert catalogue_completeness([]).total.percent == 100


def test_the_table_of_everything_wanted_changes_nothing_as_it_is(client: Client, editor: Client) -> None:
    text = client.get("/cards/keeping/wanted.csv").content.decode("utf-8-sig")
    assert text == missing_facts_csv(catalogue_completeness(catalogue()))
    reading = parse_partial_table(text, catalogue())
    assert not reading.faults
    assert all(card == catalogue()[card.code] for card in reading.cards)
    assert "Nothing to change: the catalogue already has all of this (" in show(editor, text)[1]
