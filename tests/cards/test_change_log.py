"""Every change of the catalogue is logged, however it was made."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from cards.catalogue.services import delete_card, load_card_table, save_card
from cards.models import Card, CatalogueChange, Ruling
from cards.permissions import EDITORS_GROUP
from common.errors import Invalid
from tests.accounts.staff import with_second_factor
from tests.cards.test_admin import send

pytestmark = pytest.mark.django_db


def kept() -> list[tuple[str, str, str, str, str]]:
    """Return the log, oldest first: code, field, before, after, way."""
    return list(CatalogueChange.objects.order_by("pk").values_list("code", "field", "before", "after", "way"))


def test_the_first_load_is_no_change() -> None:
    assert kept() == []


def test_the_admin_keeps_who_and_what(judge_client: Client, judge: User) -> None:
    send(judge_client, "Inter 402", moons="2", icons="PAIR")
    assert kept() == [("Inter 402", "icons", "", "PAIR", "admin"), ("Inter 402", "moons", "", "2", "admin")]
    change = CatalogueChange.objects.first()
    assert change is not None
    assert change.person is not None
    assert (change.person.user, change.name) == (judge, "Judge")
    assert change.version > 0


def test_a_file_of_the_command_keeps_what_it_changes_and_nothing_when_tried_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "more.csv"
    path.write_text("code,moons\nInter 402,2\n")
    load_card_table(path, dry_run=True)
    assert kept() == []
    load_card_table(path)
    load_card_table(path)
    assert kept() == [("Inter 402", "moons", "", "2", "command")]
    path.write_text("code,moons\nInter 402,3\nInter 404,x\n")
    with pytest.raises(Invalid):
        load_card_table(path)
    assert len(kept()) == 1


def test_the_project_own_table_keeps_its_corrections() -> None:
    Card.objects.filter(code="Vulca 03").update(name="Wrong")
    load_card_table()
    assert kept() == [("Vulca 03", "name", "Wrong", "Scorch the Inflammable", "command")]


def test_a_filled_gap_keeps_its_history_under_its_new_code() -> None:
    row = Card.objects.get(code="Tutu slot 1")
    row.code, row.name = "Tutu 801", "Ferryman"
    save_card(row)
    assert ("Tutu 801", "code", "Tutu slot 1", "Tutu 801", "command") in kept()
    assert set(CatalogueChange.objects.values_list("card", flat=True)) == {row.pk}


def test_a_card_that_is_removed_leaves_everything_that_was_known(db: None) -> None:
    delete_card(Card.objects.get(code="Vulca 31"))
    fields = {field: (before, after) for _code, field, before, after, _way in kept()}
    assert fields["code"] == ("Vulca 31", "")
    assert fields["name_de"][0]


def test_what_is_refused_is_not_kept() -> None:
    row = Card.objects.get(code="Vulca 03")
    row.deck = "Z"
    with pytest.raises(Invalid):
        save_card(row)
    assert kept() == []


def test_a_ruling_that_an_editor_corrects_is_kept(judge_client: Client) -> None:
    from cards.rulings.services import save_book_entry

    row = Ruling.objects.filter(game="bluemoon").first()
    assert row is not None
    row.note = "Said again by the author."
    save_book_entry(row)
    assert [change[:2] + change[3:4] for change in kept()] == [(row.key, "note", "Said again by the author.")]


def test_the_history_cannot_be_changed_in_the_admin(judge_client: Client) -> None:
    send(judge_client, "Inter 402", moons="2")
    change = CatalogueChange.objects.get()
    assert judge_client.get("/admin/cards/cataloguechange/").status_code == 200
    assert judge_client.get("/admin/cards/cataloguechange/add/").status_code == 403
    assert judge_client.post(f"/admin/cards/cataloguechange/{change.pk}/delete/", {"post": "yes"}).status_code == 403
    assert judge_client.post(f"/admin/cards/cataloguechange/{change.pk}/change/", {"after": "9"}).status_code == 403


def test_an_editor_on_the_staff_may_add_rulings_in_the_admin_and_give_nobody_rights(
    elinor: User, elinor_client: Client
) -> None:
    elinor.groups.add(Group.objects.get(name=EDITORS_GROUP))
    elinor.is_staff = True
    elinor.save()
    with_second_factor(elinor)
    for model in ("card", "ruling", "erratum"):
        assert elinor_client.get(f"/admin/cards/{model}/add/").status_code == 200
    assert elinor_client.get("/admin/auth/group/").status_code == 403
    assert elinor_client.get("/admin/accounts/user/").status_code == 403
