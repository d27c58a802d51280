"""Pages of decks and pools: works, anonymous, stranger, wrong method, bad input."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from cards.core.facts import Catalogue
from decks.core.legality import DeckList, Entry
from decks.core.text import parse_deck
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck, DeckEditor
from tests.decks.rows import draft_deck, drafted_pool, person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db


def test_an_empty_page_offers_the_nine_peoples(client: Client) -> None:
    page = flat(client.get("/decks/").content)
    assert page.count('class="face" href="/decks/new/') == 9
    assert "Strong in fire" in page and 'class="btn primary" href="/decks/new/"' in page
    assert client.get("/decks/new/nobody/").status_code == 404 and not Deck.objects.exists()


def test_my_decks_stand_with_their_verdict_and_public_ones_below(
    roland: User, roland_client: Client, elinor: User, facts: Catalogue
) -> None:
    terrah_deck(roland, facts)
    terrah_deck(elinor, facts, visibility="public", name="Elinor's public one")
    terrah_deck(elinor, facts, visibility="link", name="Elinor's shy one")
    page = flat(roland_client.get("/decks/").content)
    assert "Nights of Terrah" in page
    assert ">Legal<" not in page and "Custom deck" not in page
    assert "Elinor&#x27;s public one" in page
    assert "shy one" not in page


@pytest.mark.parametrize("url", ["/decks/", "/mine/", "/api/v1/decks/"])
def test_further_decks_of_another_game_cost_no_further_statements(
    url: str, roland: User, roland_client: Client, facts: Catalogue
) -> None:
    def statements() -> int:
        roland_client.get(url)
        with CaptureQueriesContext(connection) as asked:
            assert roland_client.get(url).status_code == 200
        return len(asked)

    for count in (1, 4):
        for game in ("bluemoon", "cthulhu"):
            deck = DeckList(name=f"{game} {count}", game=game, entries=())
            for _deck in range(count):
                create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck))
        if count == 1:
            few = statements()
    assert statements() == few


def test_a_tag_picks_the_decks_that_carry_it(
    roland: User, roland_client: Client, elinor: User, facts: Catalogue, client: Client
) -> None:
    for user, name, visibility, tags in (
        (roland, "Tagged", "private", ["öl & fire", "fast"]),
        (roland, "Plain", "private", []),
        (elinor, "Public one", "public", ["fast"]),
        (elinor, "Shy one", "link", ["fast", "secret"]),
    ):
        row = terrah_deck(user, facts, visibility=visibility, name=name)
        Deck.objects.filter(pk=row.pk).update(tags=tags)
    page = flat(roland_client.get("/decks/", {"tag": "FAST"}).content)
    assert [name in page for name in ("Tagged", "Plain", "Public one", "Shy one", "secret")] == [True, False] * 2 + [0]
    assert 'href="/decks/?tag=fast" aria-current="true"' in page
    assert 'href="/decks/?tag=%C3%B6l%20%26%20fire"' in page
    assert "Public one" not in flat(roland_client.get("/decks/", {"tag": "öl & fire"}).content)
    assert "öl &amp; fire" not in flat(client.get("/decks/").content)


def test_a_tag_nobody_uses_is_said(client: Client, roland: User, facts: Catalogue) -> None:
    terrah_deck(roland, facts, visibility="public")
    page = client.get("/decks/", {"tag": "<none>\x00"})
    assert page.status_code == 200
    assert "No deck has this tag" in flat(page.content)
    assert "<none>" not in flat(page.content)


def test_a_deck_shows_its_sum_its_cards_and_its_rules(client: Client, roland: User, facts: Catalogue) -> None:
    page = flat(client.get(terrah_deck(roland, facts).get_absolute_url()).content)
    for said in ("6 of 10 moons", "30 of 30 cards", "Mad Mike Magpie", "/help/rules/#DECK-04", "by Roland"):
        assert said in page
    assert "/edit/" not in page


def test_a_deck_is_read_from_its_verdict_to_its_cards_and_its_text(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    page = flat(roland_client.get(terrah_deck(roland, facts).get_absolute_url()).content)
    order = [page.index(part) for part in ("</h1>", 'id="verdict-word"', 'id="shape"', "Cards</h2>", 'id="on-shelf"')]
    assert order == sorted(order)


def filled(page: str) -> list[str]:
    """Return the labels of a page’s filled buttons."""
    return [part.partition(">")[2].partition("<")[0].strip() for part in page.split('class="btn primary"')[1:]]


def test_a_deck_without_an_emissary_has_one_problem_and_what_follows_from_it(
    roland: User, facts: Catalogue, client: Client
) -> None:
    row = terrah_deck(roland, facts)
    Deck.objects.update(format="emissary")
    page = flat(client.get(row.get_absolute_url()).content)
    assert "2 problems<" in page  # its three extra cards are missing, too
    told, folded = page.split("What follows from this")
    assert "The deck has no emissary." in told and "An emissary brings a set of 7 cards" not in told
    assert "An emissary brings a set of 7 cards" in folded and "DECK-23" in folded


def test_each_reader_of_a_deck_has_one_filled_button(
    roland: User, roland_client: Client, elinor: User, facts: Catalogue, client: Client
) -> None:
    row = terrah_deck(roland, facts, visibility="public")
    address = row.get_absolute_url()
    assert filled(flat(roland_client.get(address).content)) == ["Play"]
    assert filled(flat(client.get(address).content)) == ["Copy deck"]
    DeckEditor.objects.create(deck=row, person=person_of_user(elinor))
    editor = Client()
    editor.force_login(elinor)
    assert filled(flat(editor.get(address).content)) == ["Edit"]
    row.cards.earliest("pk").delete()
    assert filled(flat(roland_client.get(address).content)) == ["Fill to 30"]
    assert filled(flat(client.get(address).content)) == ["Copy deck"]


def test_the_sheet_of_exports_has_three_groups_for_everybody(roland: User, facts: Catalogue, client: Client) -> None:
    page = flat(client.get(terrah_deck(roland, facts).get_absolute_url()).content)
    sheet = page[page.index('id="share"') :]
    order = [sheet.index(f">{group}<") for group in ("On paper", "As text", "For another program")]
    assert order == sorted(order)
    assert 'popovertarget="share"' in page and "proxies.pdf" in sheet and "registration.pdf" in sheet


def test_the_owner_may_edit_and_delete(roland: User, roland_client: Client, facts: Catalogue) -> None:
    page = flat(roland_client.get(terrah_deck(roland, facts).get_absolute_url()).content)
    assert "/edit/" in page
    assert "/delete/" in page


def test_a_deck_page_needs_few_queries(
    roland: User, roland_client: Client, facts: Catalogue, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    row = draft_deck(roland, drafted_pool(roland, facts), 30)
    with django_assert_max_num_queries(8):
        assert roland_client.get(row.get_absolute_url()).status_code == 200
    with django_assert_max_num_queries(8):
        assert roland_client.get("/decks/").status_code == 200


def test_a_private_deck_is_not_there_for_others(
    roland: User, roland_client: Client, stranger_client: Client, client: Client, facts: Catalogue
) -> None:
    url = terrah_deck(roland, facts, visibility="private").get_absolute_url()
    assert roland_client.get(url).status_code == 200
    for page in (url, f"{url}text/", f"{url}edit/", f"{url}delete/"):
        assert stranger_client.get(page).status_code == 404
        assert client.get(page).status_code == 404


def test_a_deck_that_is_not_there_is_404(client: Client) -> None:
    assert client.get("/decks/nothing/").status_code == 404


def test_the_text_reads_back_the_same(client: Client, roland: User, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    answer = client.get(f"{row.get_absolute_url()}text/")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert 'filename="nights-of-terrah.txt"' in answer["Content-Disposition"]
    reading = parse_deck(answer.content.decode(), facts)
    assert (reading.problems, reading.deck.size) == ((), 30)


def test_a_new_deck_begins_with_the_box_of_its_people(client: Client) -> None:
    answer = client.post("/decks/new/", {"people": "Aqua", "start": "box", "format": "custom", "name": ""})
    row = Deck.objects.get()
    assert answer["Location"] == f"/decks/{row.key}/edit/"
    assert (row.name, row.leader, row.cards.count()) == ("Aqua deck", "Aqua 00", 30)
    assert client.get(answer["Location"]).status_code == 200


def test_a_new_deck_may_begin_with_the_leader_alone(client: Client) -> None:
    client.post("/decks/new/", {"people": "Buka", "start": "leader", "format": "preconstructed", "name": "Sails"})
    row = Deck.objects.get()
    assert (row.name, row.cards.count(), row.format) == ("Sails", 0, "preconstructed")


@pytest.mark.parametrize("people", ["", "Cthulhu"])
def test_a_new_deck_needs_a_people(client: Client, people: str) -> None:
    answer = client.post("/decks/new/", {"people": people, "start": "box", "format": "custom", "name": "Kept"})
    assert answer.status_code == 400
    assert 'value="Kept"' in flat(answer.content)
    assert not Deck.objects.exists()
    assert not Person.objects.exists()


def test_the_people_may_be_chosen_by_the_link(client: Client) -> None:
    assert 'value="Terrah" required checked' in flat(client.get("/decks/new/?people=terrah").content)


def test_a_copy_belongs_to_whoever_made_it(client: Client, roland: User, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    answer = client.post(f"{row.get_absolute_url()}copy/")
    copy = Deck.objects.exclude(pk=row.pk).get()
    assert answer["Location"] == f"/decks/{copy.key}/edit/"
    assert copy.owner.user is None
    assert client.get(answer["Location"]).status_code == 200


def test_what_a_guest_made_is_kept_when_he_signs_up(client: Client) -> None:
    client.post("/decks/new/", {"people": "Aqua", "start": "box", "format": "custom"})
    secret = "a long password for Roland"
    client.post("/accounts/signup/", {"username": "Roland", "password1": secret, "password2": secret})
    assert Deck.objects.get().owner.user == User.objects.get(username="Roland")
    assert "Aqua deck" in flat(client.get("/decks/").content)


def test_deleting_asks_first(roland: User, roland_client: Client, facts: Catalogue) -> None:
    url = f"{terrah_deck(roland, facts).get_absolute_url()}delete/"
    assert "Delete “Nights of Terrah”?" in flat(roland_client.get(url).content)
    assert Deck.objects.exists()
    assert roland_client.post(url)["Location"] == "/decks/"
    assert not Deck.objects.exists()


def test_a_stranger_deletes_nothing(roland: User, stranger_client: Client, facts: Catalogue) -> None:
    url = f"{terrah_deck(roland, facts).get_absolute_url()}delete/"
    assert "Only the owner" in flat(stranger_client.get(url).content)
    assert stranger_client.post(url).status_code == 403
    assert Deck.objects.exists()


def test_a_pool_is_shown_to_its_owner_alone(
    roland: User, roland_client: Client, stranger_client: Client, client: Client, facts: Catalogue
) -> None:
    pool = drafted_pool(roland, facts)
    page = flat(roland_client.get(pool.get_absolute_url()).content)
    assert "36 cards you picked" in page
    assert "Flamebreath the Dazzling" in page
    for other in (stranger_client, client):
        assert other.get(pool.get_absolute_url()).status_code == 404
        assert other.post(f"{pool.get_absolute_url()}deck/").status_code == 404


def test_the_pool_of_a_shared_deck_stays_secret(roland: User, client: Client, facts: Catalogue) -> None:
    row = draft_deck(roland, drafted_pool(roland, facts), 30)
    page = flat(client.get(row.get_absolute_url()).content)
    assert "Legal" in page
    unused = (set(row.pool.codes) if row.pool else set()) - {card.code for card in row.cards.all()}
    assert unused
    assert not any(facts[code].label in page for code in unused)


def test_a_pool_becomes_a_legal_deck_with_one_tap(roland: User, roland_client: Client, facts: Catalogue) -> None:
    pool = drafted_pool(roland, facts)
    answer = roland_client.post(f"{pool.get_absolute_url()}deck/", {"fill": "1"})
    row = Deck.objects.get()
    assert (row.pool, row.format, row.cards.count()) == (pool, "draft", 30)
    assert "Legal" in flat(roland_client.get(answer["Location"]).content)


@pytest.mark.parametrize("page", ["copy", "cards", "fill"])
def test_what_changes_something_is_only_posted(
    roland: User, roland_client: Client, facts: Catalogue, page: str
) -> None:
    assert roland_client.get(f"{terrah_deck(roland, facts).get_absolute_url()}{page}/").status_code == 405


def test_the_admin_lists_and_hides_decks(roland: User, judge_client: Client, facts: Catalogue) -> None:
    row, pool = terrah_deck(roland, facts, visibility="public"), drafted_pool(roland, facts)
    for page in ("deck/", f"deck/{row.pk}/change/", "pool/", f"pool/{pool.pk}/change/"):
        assert judge_client.get(f"/admin/decks/{page}").status_code == 200
    judge_client.post("/admin/decks/deck/", {"action": "make_private", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert row.visibility == "private"


def test_every_card_a_finding_names_leads_to_its_page(roland: User, roland_client: Client, facts: Catalogue) -> None:
    entries = (Entry("Vulca 03", 4), *(Entry(f"Vulca {number:02}") for number in range(4, 9)))
    deck = DeckList(name="Fire", leaders=("Vulca 00",), entries=entries)
    row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck))
    page = flat(roland_client.get(f"/decks/{row.key}/").content)
    name = facts["Vulca 03"].name
    assert f'Vulca 03 <a class="card-name" href="/cards/vulca-03/">{name}</a>; you can have only one' in page


def test_my_decks_lead_on_and_an_empty_one_says_how_many_cards_it_needs(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts)
    roland_client.post("/decks/new/", {"people": "Vulca", "start": "leader", "format": "custom", "name": "Empty"})
    page = flat(roland_client.get("/decks/").content)
    assert f'href="/play/new/?deck={row.key}"' in page or f"?deck={row.key}" in page
    assert "0 of 30 cards" in page and "Not legal" not in page
    assert f'href="/decks/{Deck.objects.get(name="Empty").key}/edit/"' in page


def test_a_people_shows_its_deck_and_one_button_opens_the_builder_with_it(client: Client) -> None:
    page = flat(client.get("/decks/new/vulca/").content)
    assert page.count("btn primary") == 1 and "Start from this deck" in page and "Cast Cataclysm" in page
    assert "Legal" in page and not Deck.objects.exists()
    answer = client.post("/decks/new/", {"people": "Vulca", "start": "box", "format": "custom"})
    row = Deck.objects.get()
    assert answer["Location"] == f"/decks/{row.key}/edit/"
    assert (row.name, row.leader, row.cards.count()) == ("Vulca deck", "Vulca 00", 30)
