"""Card lists: saved, changed, shared by link, drafted with, and what was taken."""

from __future__ import annotations

import html
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from accounts.personal_data import DeletionOptions
from accounts.reports.services import decide_report
from cards.core.facts import Catalogue, People
from common.errors import Conflict, Invalid
from decks.models import Deck, Pool
from drafts.core.archive.card_counts import BLOCK_SIZE
from drafts.core.engine.setup import HouseDeal, Setup
from drafts.core.engine.sharing import Sharing
from drafts.counts.services import count_finished_drafts, count_settled_decks
from drafts.lists.services import create_card_list
from drafts.models import CardBlock, CardList, Draft, PaperSeat, PaperTable, Seat
from drafts.personal_data import delete_data, delete_unshared_data, deletion_effects, export_data
from drafts.table.loaded import Visitor
from drafts.table.rows import setup_of
from drafts.table.services import create_draft, join_draft, start_draft
from matches.models import Season
from tests.decks.example_decks import own
from tests.drafts.tables import person, play_to_the_end
from tests.html import flat
from tests.site.moving.sites import exported, imported

pytestmark = pytest.mark.django_db

CUSTOM = {"players": "2", "step8": "right", "seating": "random", "grace_seconds": "auto", "nickname": "Roland"}


@pytest.fixture
def codes(facts: Catalogue) -> tuple[str, ...]:
    return (*own(facts, People.VULCA, 30), *own(facts, People.HOAX, 30), *own(facts, People.MIMIX, 30))


@pytest.fixture
def cube(db_catalogue: Catalogue, roland: User, codes: tuple[str, ...]) -> CardList:
    return create_card_list(owner=person(roland), name="Thursday cube", codes=codes)


def text(response: Any) -> str:
    return html.unescape(flat(response.content))


def test_a_list_is_saved_changed_and_remembers_what_came_and_went(roland_client: Client, db_catalogue: object) -> None:
    sent = {"name": "Small", "cards": "Vulca 03\nVulca 04"}
    page = roland_client.post("/drafts/lists/", sent, follow=True)
    row = CardList.objects.get()
    assert "only you can see it" in text(page) and "That’s too few for a deck of 30." in text(page)
    changed = {"name": "Small", "cards": "Vulca 04\nHoax 03", "shared": "on"}
    page = roland_client.post(f"/drafts/lists/{row.key}/", changed, follow=True)
    row.refresh_from_db()
    assert row.shared and set(row.codes) == {"Vulca 04", "Hoax 03"}
    assert (row.history[0]["added"], row.history[0]["removed"]) == (["Hoax 03"], ["Vulca 03"])
    assert "Added:" in text(page) and "Removed:" in text(page)
    roland_client.post(f"/drafts/lists/{row.key}/", changed | {"name": "Renamed"})
    row.refresh_from_db()
    assert (row.name, len(row.history)) == ("Renamed", 1)
    assert roland_client.post(f"/drafts/lists/{row.key}/delete/").status_code == 302
    assert not CardList.objects.exists()


@pytest.mark.parametrize(
    ("cards", "problem"),
    [("", "required"), ("Vulca 00", "can’t be one of a deck’s thirty cards"), ("Nothing", "Line 1: ")],
)
def test_a_list_that_cannot_be_drafted_is_refused_and_nothing_typed_is_lost(
    roland_client: Client, db_catalogue: object, cards: str, problem: str
) -> None:
    refused = roland_client.post("/drafts/lists/", {"name": "Mine", "cards": cards})
    assert refused.status_code == 400
    assert problem in text(refused) and 'value="Mine"' in text(refused)
    assert not CardList.objects.exists()


def test_a_list_is_filled_in_from_another_page_or_says_why_not(roland_client: Client, cube: CardList) -> None:
    sent = {"name": "Copy", "fill_in": "1", "source_address": cube.get_absolute_url()}
    assert "Mimix" in text(roland_client.post("/drafts/lists/", sent)).partition("<textarea")[2]
    refused = roland_client.post("/drafts/lists/", sent | {"source_address": "/cards/?q=(("})
    assert refused.status_code == 400
    assert "This bracket is never closed." in text(refused)
    assert CardList.objects.count() == 1


def test_only_a_shared_list_is_seen_by_others_and_only_the_owner_changes_it(
    roland_client: Client, elinor_client: Client, cube: CardList
) -> None:
    address = f"/drafts/lists/{cube.key}/"
    assert elinor_client.get(address).status_code == 404
    assert elinor_client.get(f"/drafts/practice/?list={cube.key}").status_code == 404
    sent = CUSTOM | {"fill_in": "1", "source_address": address}
    assert "Mimix 03" not in text(elinor_client.post("/drafts/practice/", sent)).partition('name="cards"')[2]
    CardList.objects.update(shared=True)
    page = text(elinor_client.get(address))
    assert "by Roland" in page and "Enough for up to 3 players" in page and "Edit list" not in page
    assert elinor_client.post(address, {"name": "Stolen", "cards": "Vulca 03"}).status_code == 403
    assert elinor_client.post(f"{address}delete/").status_code == 403
    assert f'value="http://testserver{address}"' in text(roland_client.get(address))


@pytest.mark.parametrize(("players", "asked"), [("1", False), ("2", True)])
def test_a_drafter_alone_isnt_asked_how_to_share(players: str, asked: bool, client: Client) -> None:
    page = text(client.post("/drafts/practice/?figures=1", {"players": players}))
    assert ('<fieldset id="sharing" hidden>' not in page) == asked


@pytest.mark.parametrize("way", [Sharing.SAME_POOL, Sharing.ROTISSERIE, Sharing.WINCHESTER])
def test_a_draft_with_a_list_is_set_up_in_every_way(way: Sharing, roland_client: Client, cube: CardList) -> None:
    page = roland_client.get(f"/drafts/practice/?list={cube.key}").content.decode()
    assert "Mimix" in page.partition('name="cards"')[2].partition("</textarea>")[0]
    sent = CUSTOM | {"cards": "\n".join(cube.codes), "card_list": cube.key, "sharing": way.value, "action": "open"}
    figures = text(roland_client.post("/drafts/practice/?figures=1", sent))
    assert "A convention, not a rule of the booklet" in figures and 'id="sharing"' in figures
    assert "Cards by the higher of fire and earth" in figures
    assert roland_client.post("/drafts/practice/", sent).status_code == 302
    draft = Draft.objects.get()
    assert (draft.card_list, draft.sharing, set(setup_of(draft).house.cards)) == (cube, way, set(cube.codes))  # type: ignore[union-attr]
    again = roland_client.post(f"/drafts/{draft.key}/again/")
    assert again.status_code == 302
    assert Draft.objects.exclude(pk=draft.pk).get().card_list == cube
    form = text(roland_client.get(f"/drafts/practice/?again={draft.key}"))
    assert f'name="card_list" value="{cube.key}"' in form and "Vulca 03 Scorch" in form, "codes with names"


def test_a_list_too_short_for_the_players_says_how_many_cards_are_missing(
    roland_client: Client, cube: CardList
) -> None:
    sent = CUSTOM | {"cards": "\n".join(cube.codes[:52]), "sharing": "rotisserie", "action": "open"}
    for address in ("/drafts/practice/", "/drafts/practice/?figures=1"):
        page = text(roland_client.post(address, sent))
        assert "A pool of 52 gives everyone 26 cards, but a deck needs 30. Add at least 8." in page
    assert not Draft.objects.exists()


def test_other_cards_than_those_of_the_list_are_no_draft_of_it(roland_client: Client, cube: CardList) -> None:
    sent = CUSTOM | {"cards": "\n".join(cube.codes[:80]), "card_list": cube.key, "sharing": "rotisserie"}
    roland_client.post("/drafts/practice/", sent | {"action": "open"})
    assert Draft.objects.get().card_list is None


def test_figures_of_a_list_begin_with_five_drafts_whose_picks_are_open(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, cube: CardList
) -> None:
    host = person(roland)
    setup = Setup(2, (), sharing=Sharing.ROTISSERIE, house=HouseDeal(0, 0, 0, tuple(cube.codes)))
    for number in range(BLOCK_SIZE):
        other = person(User.objects.create_user(f"Player {number}")) if number else person(elinor)
        seated = create_draft(host=host, setup=setup, name="D", list_key=cube.key, log_rule=Draft.LogRule.NEVER)
        join_draft(seated.key, visitor=Visitor(other.pk), person=other)
        start_draft(seated.key, visitor=Visitor(host.pk))
        play_to_the_end(seated.key, host, other)
    assert count_finished_drafts() == 0
    Draft.objects.update(log_rule=Draft.LogRule.END)
    assert "Figures from drafts of fewer than 5 people could tell who picked what." in text(
        roland_client.get(cube.get_absolute_url())
    )
    assert count_finished_drafts() == 5
    assert "5 finished drafts" in text(roland_client.get(cube.get_absolute_url()))
    address = f"/drafts/statistics/cards/?list={cube.key}&sharing=rotisserie"
    page = text(roland_client.get(address))
    assert "Thursday cube" in page and "5 of 5" in page
    assert f"/drafts/statistics/cards.csv?list={cube.key}" in page
    figures = roland_client.get(f"/api/v1{address}").json()
    assert (figures["drafts"], figures["picks"], len(figures["cards"])) == (5, 390, len(cube.codes))
    assert roland_client.get("/api/v1/drafts/statistics/cards/?sharing=rotisserie").json()["drafts"] == 0
    assert elinor_client.get(address).status_code == elinor_client.get(f"/api/v1{address}").status_code == 404


def test_figures_of_a_deleted_list_are_forgotten(cube: CardList) -> None:
    for key in ("", cube.key, "gone"):
        CardBlock.objects.create(list_key=key, month="2026-11", sharing="packets", drafts=5)
    count_settled_decks(timezone.now())
    assert set(CardBlock.objects.values_list("list_key", flat=True)) == {"", cube.key}


def test_a_program_saves_a_list_and_drafts_with_it(
    roland_client: Client, elinor_client: Client, cube: CardList
) -> None:
    path = f"/api/v1/drafts/lists/{cube.key}/"
    read = roland_client.get(path)
    assert (read.status_code, read.json()["name"], elinor_client.get(path).status_code) == (200, "Thursday cube", 404)
    body = {"name": "Other", "cards": ["Vulca 03"], "shared": True}
    stale = roland_client.put(path, json.dumps(body), content_type="application/json", headers={"If-Match": '"old"'})
    assert stale.status_code == 412
    refused = roland_client.put(
        path, json.dumps(body | {"cards": ["Vulca 00", "Nope"]}), content_type="application/json"
    )
    assert refused.status_code == 400 and len(refused.json()["error"]["details"]) == 2
    house = {"house": {"card_list": cube.key}, "players": 2, "peoples": [], "sharing": "rotisserie"}
    figures = roland_client.post("/api/v1/drafts/preflight/", json.dumps(house), content_type="application/json").json()
    assert (figures["figures"]["pool"], figures["figures"]["kept"]) == (90, 39)
    made = roland_client.post("/api/v1/drafts/", json.dumps(house), content_type="application/json")
    assert made.status_code == 201
    assert Draft.objects.get().card_list == cube and Seat.objects.count() == 1
    assert roland_client.put(path, json.dumps(body), content_type="application/json").json()["cards"] == ["Vulca 03"]
    assert [row["name"] for row in roland_client.get("/api/v1/drafts/lists/").json()["results"]] == ["Other"]
    assert elinor_client.get(path).json()["owner"] == "Roland"
    assert elinor_client.delete(path).status_code == 403
    assert roland_client.delete(path).status_code == 204


def test_lists_move_to_another_site_once_and_are_private_there(roland: User, elinor: User, cube: CardList) -> None:
    CardList.objects.update(shared=True)
    text_of_file = exported("person", "me", person(roland))
    assert imported(text_of_file, person(elinor)).new["list"] == 1
    moved = CardList.objects.get(owner=person(elinor))
    assert (moved.name, moved.codes, moved.shared) == (cube.name, cube.codes, False)
    with pytest.raises(Conflict):
        imported(text_of_file, person(elinor))
    with pytest.raises(Invalid) as refused:
        imported(text_of_file.replace(f'"{cube.codes[0]}"', '"Vulca 00"'), person(elinor))
    assert [detail.field for detail in refused.value.details] == ["person.lists[0].codes"]


def test_my_data_includes_lists_and_they_go_with_their_owner(roland: User, cube: CardList) -> None:
    assert export_data(person(roland))["card_lists"][0]["name"] == "Thursday cube"
    assert "Card lists that will be deleted: %(count)d" in str(
        [effect.template for effect in deletion_effects(person(roland))]
    )
    create_card_list(owner=person(roland), name="Shared", codes=cube.codes, shared=True)
    assert delete_unshared_data([person(roland).pk]) == 1
    delete_data(person(roland), DeletionOptions())
    assert not CardList.objects.exists()


def test_a_shared_list_is_reported_and_once_hidden_only_its_owner_sees_it_and_why(
    roland_client: Client, elinor_client: Client, cube: CardList
) -> None:
    report, address = f"/reports/list/{cube.key}/", cube.get_absolute_url()
    assert elinor_client.post(report, {"reason": "abuse"}).status_code == 404
    CardList.objects.update(shared=True)
    assert report in text(elinor_client.get(address)) and report not in text(roland_client.get(address))
    assert elinor_client.post(report, {"reason": "abuse"}).headers["Location"] == address
    staff = person(User.objects.create_user("staff", is_staff=True))
    decide_report(kind="list", target=cube.key, by=staff, do="hide", reason="hate")
    assert elinor_client.get(address).status_code == 404
    assert elinor_client.get(f"/api/v1{address}").status_code == 404
    assert elinor_client.get(f"/drafts/practice/?list={cube.key}").status_code == 404
    assert "The moderators have hidden this." in text(roland_client.get(address))
    decide_report(kind="list", target=cube.key, by=staff, do="show")
    assert elinor_client.get(address).status_code == 200


@pytest.mark.parametrize("model", [CardList, Deck, Pool, PaperTable, Season])
def test_what_a_thing_is_called_is_not_the_name_of_a_person_in_russian(model: Any) -> None:
    with override("ru"):
        assert str(model._meta.get_field("name").verbose_name) == "Название"
        assert str(PaperSeat._meta.get_field("name").verbose_name) == "Имя"
