"""Help, history, statistics and the collection on pages: works, others, wrong input, races, budgets."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import ApiToken, User
from cards.core.facts import CardType, Catalogue, IconKind, People
from decks.assist import services as assist_services
from decks.assist.jobs import requirements_from_data
from decks.core.building import Requirements, SearchGoal
from decks.deck import services
from decks.history import services as history_services
from decks.models import Deck, DeckChange, SearchJob, Shelf, ShelfMember
from decks.tasks import search
from tests.decks.example_decks import deck, own, sample_step_2
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def row(roland: User, facts: Catalogue) -> Deck:
    return terrah_deck(roland, facts)


def url(row: Deck, page: str) -> str:
    return f"/decks/{row.key}/{page}/"


def broken(row: Deck) -> Deck:
    for code in ("Vulca 01", "Vulca 04", "Vulca 03"):
        services.put_card(key=row.key, who=row.owner, code=code, present=True)
    row.refresh_from_db()
    return row


# Help


def test_the_help_shows_swaps_and_takes_them(row: Deck, roland_client: Client) -> None:
    broken(row)
    page = roland_client.get(url(row, "help"))
    assert "No other way takes fewer." not in page.content.decode()
    help_ = page.context["repair"].help
    said = {"version": row.version, "codes": ",".join(help_.deck.codes), "leaders": "Terrah 00"}
    assert roland_client.post(url(row, "help/take"), said)["Location"] == f"/decks/{row.key}/?applied={row.version + 1}"
    row.refresh_from_db()
    assert sorted(card.code for card in row.cards.all()) == sorted(help_.deck.codes)
    last = row.changes.first()
    assert last is not None and last.kind == "helped"
    page_of_deck = f"/decks/{row.key}/"
    told = flat(roland_client.get(page_of_deck, {"applied": row.version}).content)
    assert re.search(r'role="status">\d+ cards? (removed|swapped)\. The deck is legal\.</span>', told)
    assert roland_client.post(url(row, "step/undo"), {"deck": "1"})["Location"] == page_of_deck
    assert "The deck is legal." not in flat(roland_client.get(page_of_deck, {"applied": row.version}).content)


def test_a_proposal_for_an_older_version_is_a_choice(row: Deck, roland_client: Client) -> None:
    broken(row)
    answer = roland_client.post(url(row, "help/take"), {"version": 1, "codes": "Terrah 01", "leaders": "Terrah 00"})
    assert answer.status_code == 409
    assert row.cards.count() == 33
    again = roland_client.post(url(row, "help/take"), {"version": "x"}, follow=True)
    assert "This suggestion has expired. Ask for new suggestions." in again.content.decode()


def test_a_deck_is_completed_on_the_page(row: Deck, roland_client: Client) -> None:
    said = {"goal": "fire", "may_replace": "on", "keep": "Vulca 03\ncatusan", "never": "Terrah 01", "most_moons": "6"}
    page = roland_client.get(url(row, "help"), said)
    completed = page.context["completed"].help
    assert {"Vulca 03", "Terrah 05"} <= set(completed.deck.codes)
    assert "Terrah 01" not in completed.deck.codes


def test_contradicting_wishes_are_named(row: Deck, roland_client: Client) -> None:
    said = {"goal": "strong", "keep": "Terrah 05", "most_moons": "0"}
    page = roland_client.get(url(row, "help"), said).content.decode()
    assert "No deck fits these requirements" in page
    assert "Keep everything in the deck" in page


@pytest.mark.parametrize(
    "wrong", [{"goal": "luck"}, {"goal": "fire", "keep": "Catussan"}, {"goal": "fire", "most_moons": "-1"}]
)
def test_wrong_wishes_are_shown_again(row: Deck, roland_client: Client, wrong: dict[str, str]) -> None:
    answer = roland_client.get(url(row, "help"), {"never": "Terrah 01"} | wrong)
    assert answer.status_code == 400
    assert "Terrah 01" in answer.content.decode()


def test_only_owned_cards_are_offered_once_there_is_a_shelf(row: Deck, roland_client: Client, facts: Catalogue) -> None:
    assert "only_owned" not in roland_client.get(url(row, "help")).content.decode()
    roland_client.post("/decks/shelf/", {"set-T": "1", "set-V": "1"})
    page = roland_client.get(url(row, "help"), {"goal": "fire", "may_replace": "on", "only_owned": "on"})
    codes = page.context["completed"].help.deck.codes
    assert {facts[code].deck for code in codes} <= {"T", "V"}


def test_a_long_search_runs_as_a_task_and_can_be_stopped(
    row: Deck,
    roland_client: Client,
    stranger_client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    monkeypatch.setattr(assist_services, "search_within_request", lambda *args: None)
    begun: list[str] = []
    monkeypatch.setattr("decks.tasks.search.delay", begun.append)
    with django_capture_on_commit_callbacks(execute=True):
        answer = roland_client.get(url(row, "help"), {"goal": "fire", "may_replace": "on"})
    job = SearchJob.objects.get()
    assert begun == [job.key]
    page = f"/decks/searches/{job.key}/"
    assert answer["Location"] == page
    assert "progress" in roland_client.get(page).content.decode()
    assert stranger_client.get(page).status_code == 404
    assert stranger_client.post(f"{page}stop/").status_code == 404
    search(job.key)
    job.refresh_from_db()
    assert job.result is not None
    assert (job.state, job.percent, job.result["proven"]) == ("done", 100, True)
    assert "Apply" in roland_client.get(page, headers={"HX-Target": "search"}).content.decode()
    search(job.key)  # idempotent


def test_a_search_stopped_before_it_began_never_begins(row: Deck) -> None:
    job = assist_services.start_search(deck=row, person=row.owner, requirements=Requirements())
    assert assist_services.cancel_search(key=job.key, person=row.owner).state == "stopped"
    search(job.key)
    job.refresh_from_db()
    assert (job.state, job.result) == ("stopped", None)


def test_a_second_search_stops_the_first(row: Deck) -> None:
    first = assist_services.start_search(deck=row, person=row.owner, requirements=Requirements())
    assist_services.start_search(deck=row, person=row.owner, requirements=Requirements(goal=SearchGoal.FIRE))
    first.refresh_from_db()
    assert first.cancelled


def test_wishes_survive_being_kept() -> None:
    requirements = Requirements(
        goal=SearchGoal.PAIR,
        keep_held=False,
        keep=("Vulca 01",),
        never=("Vulca 02",),
        only={"Vulca 01": 2},
        most_moons=3,
        least_fire=4,
        least_earth=5,
        at_least={IconKind.PAIR: 2},
        types={CardType.SUPPORT: 1},
    )
    assert requirements_from_data(json.loads(json.dumps(asdict(requirements)))) == requirements


# History


def test_the_history_tells_who_changed_what(row: Deck, roland_client: Client) -> None:
    broken(row)
    page = roland_client.get(url(row, "history")).content.decode()
    assert "Scorch the Inflammable" in page
    assert "Version 4" in page
    assert "Roland" in page


def test_a_version_is_restored_and_named(row: Deck, roland_client: Client) -> None:
    broken(row)
    roland_client.post(url(row, "history/1/name"), {"name": "  The  box "})
    roland_client.post(url(row, "history/1/restore"))
    row.refresh_from_db()
    assert (row.cards.count(), row.version) == (30, 5)
    assert "The box" in roland_client.get(url(row, "history")).content.decode()
    named = f"/api/v1/decks/{row.key}/history/1/"
    assert roland_client.patch(named, {"name": "Club night"}, "application/json").status_code == 204
    assert row.version_names.get().name == "Club night"
    roland_client.post(url(row, "history/1/name"), {"name": ""})
    assert not row.version_names.exists()
    roland_client.post(url(row, "step/undo"))
    assert row.cards.count() == 33


def test_bad_versions_and_names_are_refused(row: Deck, roland_client: Client) -> None:
    assert roland_client.post(url(row, "history/99/restore")).status_code == 404
    page = roland_client.post(url(row, "history/1/name"), {"name": "x" * 61}, follow=True).content.decode()
    assert "at most 60" in page


def test_restoring_never_publishes_a_deck(row: Deck) -> None:
    Deck.objects.filter(pk=row.pk).update(visibility="private")
    broken(row)
    history_services.restore_version(key=row.key, person=row.owner, version=1)
    row.refresh_from_db()
    assert row.visibility == "private"


def test_a_copy_says_where_it_is_from(row: Deck, elinor_client: Client, roland_client: Client) -> None:
    made = elinor_client.post(url(row, "copy"))
    copy = Deck.objects.get(key=made["Location"].split("/")[2])
    assert copy.forked_from == row
    assert copy.changes.get().kind == "copied"
    page = f"/decks/{copy.key}/"
    assert row.get_absolute_url() in elinor_client.get(page).content.decode()
    Deck.objects.filter(pk=row.pk).update(visibility="private")
    assert row.get_absolute_url() not in elinor_client.get(page).content.decode()


@pytest.mark.parametrize("page", ["help", "history", "edit"])
def test_others_neither_help_nor_look_back(row: Deck, stranger_client: Client, client: Client, page: str) -> None:
    for other in (stranger_client, client):
        assert other.get(url(row, page)).status_code == 403


@pytest.mark.parametrize("page", ["help/take", "history/1/restore", "history/1/name", "maybe", "step/undo", "built"])
def test_others_change_nothing(row: Deck, stranger_client: Client, client: Client, page: str) -> None:
    said = {"tap": "1 Vulca 01", "version": "1", "codes": "", "built": "1", "name": "x"}
    for other in (stranger_client, client):
        assert other.post(url(row, page), said).status_code == 403
        assert other.get(url(row, page)).status_code == 405
    row.refresh_from_db()
    assert (row.version, row.built) == (1, False)


# Statistics of a deck


def test_anybody_with_the_link_knows_the_deck(row: Deck, client: Client) -> None:
    page = client.get(url(row, "know"), {"seed": "7", "played": "3"}).content.decode()
    for shown in ("At least one character", "It fights with", "seed=8", "DECK-21", 'aria-label="Fire: '):
        assert shown in page
    assert "Opening hand" in page.partition('id="hand-head">')[2].partition("</h2>")[0]
    same = client.get(url(row, "know"), {"seed": "7"}).context["hand"]
    assert same == client.get(url(row, "know"), {"seed": "7"}).context["hand"]
    assert client.get(url(row, "know"), {"seed": "9" * 5000, "played": "9" * 5000}).status_code == 200
    after = client.get(url(row, "know"), {"seed": "7", "back": ["0", "9", "x"]})
    assert after.context["returned"] == same[:1]


@pytest.mark.parametrize(
    "said", [{"seed": "x"}, {"seed": "9" * 5000}, {"played": "9" * 5000}, {"played": "0"}, {"played": "-1"}]
)
def test_a_wrong_seed_deals_all_the_same(row: Deck, client: Client, said: dict[str, str]) -> None:
    assert client.get(url(row, "know"), said).status_code == 200


def test_a_page_without_a_seed_shows_the_best_hand_and_stays_so(row: Deck, client: Client) -> None:
    first, second = (client.get(url(row, "know")).context for _ in range(2))
    assert first["hand"] == second["hand"]
    assert first["seed"] == first["best_hands"][0][1]


def test_an_empty_deck_has_nothing_to_know(row: Deck, client: Client) -> None:
    row.cards.all().delete()
    assert "No cards yet" in client.get(url(row, "know")).content.decode()


def test_decks_like_this_one_are_public_ones(row: Deck, elinor: User, facts: Catalogue, client: Client) -> None:
    terrah_deck(elinor, facts, visibility="public", name="Rocks")
    terrah_deck(elinor, facts, visibility="link", name="Hidden rocks")
    page = client.get(url(row, "know")).content.decode()
    assert "Rocks" in page
    assert "100% shared" in page
    assert "Hidden rocks" not in page


def test_knowing_needs_few_queries(
    row: Deck, elinor: User, facts: Catalogue, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(4):
        terrah_deck(elinor, facts, visibility="public", name=f"Rocks {number}")
    with django_assert_max_num_queries(8):
        client.get(url(row, "know"))


def test_two_decks_are_compared(row: Deck, elinor: User, facts: Catalogue, client: Client) -> None:
    other = terrah_deck(elinor, facts, name="Rocks")
    services.put_card(key=other.key, who=other.owner, code="Vulca 03", present=True)
    address = f"http://testserver/decks/{other.key}/"
    page = client.get("/decks/compare/", {"a": row.key, "b": address}).content.decode()
    assert "Only in Rocks" in page
    assert "Scorch the Inflammable" in page
    assert client.get("/decks/compare/", {"a": row.key, "b": "nothing"}).status_code == 404
    assert client.get("/decks/compare/").status_code == 200
    assert "Only in Vulca deck" in client.get("/decks/compare/", {"a": row.key, "b": "vulca"}).content.decode()


def test_a_deck_compared_with_itself_has_nothing_of_its_own(row: Deck, client: Client) -> None:
    page = client.get("/decks/compare/", {"a": row.key, "b": row.key}).content.decode()
    assert "Both have the same cards." in page
    assert "Only in" not in page


def test_the_larger_of_two_figures_stands_out_where_more_is_better(client: Client) -> None:
    page = flat(client.get("/decks/compare/", {"a": "vulca", "b": "terrah"}).content)
    assert '<td><b>2.3</b></td><th scope="row">Fire per card</th>' in page
    assert re.search(r'<td>(<b>)?\d+(</b>)?</td><th scope="row">Wins in 100 games</th>', page)
    assert re.search(r'<td>\d+</td><th scope="row">Moons used</th><td>\d+</td>', page)


def test_compared_decks_tell_how_they_play_and_show_their_strongest_cards_first(client: Client) -> None:
    page = flat(client.get("/decks/compare/", {"a": "vulca", "b": "hoax"}).content)
    assert "How Hoax deck plays" in page and "How Vulca deck plays" not in page  # it has nothing but strong cards
    assert "Strongest cards: " in page and "characters, with" not in page
    only = page.partition("Only in Vulca deck")[2].partition("<details>")
    assert only[0].count('class="row') == 5 and "Flamebreath the Dazzling" in only[0]
    assert only[2].startswith("<summary>25 more cards</summary>")


def test_a_saved_deck_plays_another_whichever_was_chosen_first(row: Deck, client: Client) -> None:
    for first, second in ((row.key, "vulca"), ("vulca", row.key)):
        page = flat(client.get("/decks/compare/", {"a": first, "b": second}).content)
        assert f'action="/decks/{row.key}/strength/begin/"' in page and 'name="other" value="Vulca"' in page
    for first, second in (("vulca", "terrah"), (row.key, row.key)):
        assert b"strength/begin" not in client.get("/decks/compare/", {"a": first, "b": second}).content


@pytest.mark.parametrize(
    "typed", ["{}", "/decks/{}/", "testserver/decks/{}", "http://testserver/decks/{}/know/?played=1"]
)
def test_a_key_and_a_link_to_this_site_are_understood(row: Deck, client: Client, typed: str) -> None:
    answer = client.get("/decks/compare/", {"a": typed.format(row.key)})
    assert answer.status_code == 200 and "Compare Nights of Terrah with …" in flat(answer.content)


@pytest.mark.parametrize("typed", ["http://example.org/decks/{}/", "Storm over Terrah", "https://testserver/cards/"])
def test_what_is_no_deck_is_refused_and_stays_in_its_field(row: Deck, client: Client, typed: str) -> None:
    typed = typed.format(row.key)
    for answer in (
        client.get("/decks/compare/", {"a": row.key, "b": typed}),
        client.get("/decks/compare/", {"a": typed}),
        client.post("/decks/new/", {"copy": typed}),
    ):
        page = flat(answer.content)
        assert answer.status_code == 400 and f'value="{typed}"' in page and "That isn’t a link to a deck" in page


def test_a_deck_to_compare_is_chosen_from_mine_the_public_ones_and_the_peoples(
    row: Deck, roland: User, roland_client: Client, elinor: User, facts: Catalogue
) -> None:
    mine = terrah_deck(roland, facts, name="Second", visibility="private")
    public = terrah_deck(elinor, facts, name="Rocks", visibility="public")
    shy = terrah_deck(elinor, facts, name="Shy", visibility="link")
    for address in (f"/decks/compare/?a={row.key}", f"/decks/{row.key}/strength/", "/decks/new/"):
        page = flat(roland_client.get(address).content)
        assert all(f'value="{value}"' in page for value in (mine.key, public.key, "Vulca")), address
        assert shy.key not in page and (f'<button class="btn" name="b" value="{row.key}"' not in page)


def test_a_deck_of_a_people_or_by_its_link_is_copied(row: Deck, roland_client: Client) -> None:
    for typed, name in ((f"http://testserver/decks/{row.key}/", "Nights of Terrah (copy)"), ("Aqua", "Aqua deck")):
        answer = roland_client.post("/decks/new/", {"copy": typed})
        copied = Deck.objects.exclude(pk=row.pk).latest("pk")
        assert answer["Location"] == f"/decks/{copied.key}/edit/"
        assert (copied.name, copied.cards.count()) == (name, 30)


# The collection


def test_two_who_share_boxes_see_what_both_want(
    row: Deck, elinor: User, facts: Catalogue, roland_client: Client, elinor_client: Client
) -> None:
    roland_client.post("/decks/shelf/", {"legends": "1"})
    other = terrah_deck(elinor, facts, name="Rocks")
    Deck.objects.filter(pk=other.pk).update(visibility="private")
    shelf = Shelf.objects.get()
    assert "Share Roland’s collection" in elinor_client.get(f"/decks/shelf/{shelf.key}/").content.decode()
    elinor_client.post(f"/decks/shelf/{shelf.key}/")
    roland_client.post(url(row, "built"), {"built": "1", "next": "shelf"})
    assert "Every built deck has all its cards." in roland_client.get("/decks/shelf/").content.decode()
    elinor_client.post(url(other, "built"), {"built": "1"})
    page = roland_client.get("/decks/shelf/").content.decode()
    assert "2 needed, 1 owned" in page
    assert "Rocks" in page
    assert other.key not in page
    assert "2 needed, 1 owned" in roland_client.get(row.get_absolute_url()).content.decode()
    elinor_client.post("/decks/shelf/leave/")
    assert "Every built deck has all its cards." in roland_client.get("/decks/shelf/").content.decode()


@pytest.mark.parametrize("count", ["-1", "x", "21", "1e3", "9999"])
def test_a_wrong_number_of_boxes_is_refused_and_kept_on_the_page(roland_client: Client, count: str) -> None:
    answer = roland_client.post("/decks/shelf/", {"set-T": count, "set-V": "3"})
    assert answer.status_code == 400
    assert f'value="{count}"' in answer.content.decode()


def test_shelves_are_not_shared_in_circles(roland: User, elinor: User, client: Client) -> None:
    from common.errors import Conflict
    from decks.collection.services import get_or_create_shelf, join_shelf

    mine, theirs = (get_or_create_shelf(person_of_user(user)) for user in (roland, elinor))
    join_shelf(person=mine.owner, key=theirs.key)
    for person, key in ((theirs.owner, mine.key), (mine.owner, mine.key)):
        with pytest.raises(Conflict):
            join_shelf(person=person, key=key)
    assert ShelfMember.objects.count() == 1
    assert client.get("/decks/shelf/nothing/").status_code == 404
    assert client.get("/decks/shelf/").status_code == 200


# The API


def sent(client: Client, address: str, body: object, method: str = "post", **headers: str) -> tuple[int, Any]:
    answer = getattr(client, method)(address, json.dumps(body), content_type=JSON, headers=headers)
    return answer.status_code, answer.json()


@pytest.fixture
def token(roland: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiToken.issue(user=roland, name='bot')[1]}"}


def test_the_api_repairs_and_completes(client: Client, facts: Catalogue) -> None:
    cards = [{"card": code} for code in (*sample_step_2(facts), "Pillar 17")]
    body = {"leader": "Terrah 00", "cards": cards, "alternatives": 1}
    status, answer = sent(client, "/api/v1/decks/repair/", body)
    assert (status, len(answer["proposals"])) == (200, 2)
    assert answer["proposals"][0]["report"]["status"] == "legal"
    assert answer["proposals"][0]["changes"] == 1
    wishes = {"leader": "Terrah 00", "goal": "shield", "keep": ["catusan"], "icons": {"FREE": 1}, "types": {"ship": 1}}
    status, answer = sent(client, "/api/v1/decks/complete/", wishes)
    assert (status, answer["proposal"]["proven"], answer["contradiction"]) == (200, True, [])
    status, answer = sent(client, "/api/v1/decks/complete/", wishes | {"never": ["catusan"]})
    assert (answer["proposal"], len(answer["contradiction"])) == (None, 2)


@pytest.mark.parametrize("wrong", [{"icons": {"WINGS": 1}}, {"types": {"dragon": 1}}, {"goal": "x"}, {"keep": ["zzz"]}])
def test_the_api_refuses_wishes_it_does_not_know(client: Client, wrong: dict[str, object]) -> None:
    status, answer = sent(client, "/api/v1/decks/complete/", {"leader": "Terrah 00"} | wrong)
    assert status in (400, 404)
    assert answer["error"]["message"]


def test_the_api_reckons_odds(client: Client, facts: Catalogue) -> None:
    cards = [{"card": code} for code in sample_step_2(facts)]
    status, answer = sent(client, "/api/v1/decks/odds/", {"leader": "Terrah 00", "cards": cards, "turns": 3})
    assert status == 200
    assert answer["odds"][0]["hope"] == "At least one character"
    assert len(answer["odds"][0]["by_turn"]) == 3


def test_the_api_keeps_history_and_collection(row: Deck, client: Client, token: dict[str, str]) -> None:
    broken(row)
    history = client.get(f"/api/v1/decks/{row.key}/history/", headers=token).json()["results"]
    assert history[0]["added"] == [{"card": "Vulca 03", "copies": 1}]
    status, deck = sent(client, f"/api/v1/decks/{row.key}/history/1/restore/", {}, **token)
    assert (status, deck["version"], len(deck["cards"])) == (200, 5, 30)
    assert client.get(f"/api/v1/decks/{row.key}/history/").status_code == 401
    status, shelf = sent(client, "/api/v1/collection/", {"boxes": {"T": 1}}, "patch", **token)
    assert (status, shelf["boxes"]["T"], shelf["clashes"]) == (200, 1, [])
    assert sent(client, "/api/v1/collection/", {"boxes": {"Q": 1}}, "patch", **token)[0] == 400
    assert client.get("/api/v1/collection/").status_code == 401


def test_every_version_is_kept_once(row: Deck) -> None:
    broken(row)
    assert list(DeckChange.objects.filter(deck=row).values_list("version", flat=True)) == [4, 3, 2, 1]


def test_making_it_legal_keeps_what_was_put_in_last_and_says_what_keeping_costs(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    for code in ("Vulca 10", "Khind 15", "Hoax 26"):
        services.put_card(key=row.key, who=row.owner, code=code, present=True)
    page = flat(roland_client.get(f"/decks/{row.key}/help/").content)
    first = page[page.index('id="repair"') : page.index('class="btn primary"')]
    assert not any(f'<span class="muted small">{code}' in first for code in ("Vulca 10", "Khind 15", "Hoax 26"))
    assert "takes one more change" not in page
    full = [card.code for card in facts if card.people is People.AQUA and card.moons == 1][:10]
    contents = services.DeckContents(deck=deck(People.VULCA, [*own(facts, People.VULCA, 20), *full]))
    row = services.create_deck(owner=row.owner, contents=contents)
    for code in [card.code for card in facts if card.people is People.HOAX and card.moons == 3][:2]:
        services.put_card(key=row.key, who=row.owner, code=code, present=True)
    page = flat(roland_client.get(f"/decks/{row.key}/help/").content)
    kept, nearest = page[page.index('id="repair"') :].split("With the fewest changes")
    assert re.search(r"<h3> ?Keeping [^<]+ takes \d+ more changes ?</h3>", kept)
    assert kept.count("Apply") == 1 and '<span class="visually-hidden">out</span>' in nearest
    assert 'href="/cards/hoax-' not in kept and 'href="/cards/hoax-' in nearest[: nearest.index("</form>")]
