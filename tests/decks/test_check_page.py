"""Pasting a list: the verdict, one-tap fixes, and nothing typed is ever lost."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue, People
from decks.core.legality import DeckList
from decks.core.text import compare_decks, format_deck, text_with_corrected_line
from decks.models import Deck
from tests.decks.example_decks import deck, sample_step_2
from tests.decks.rows import drafted_pool, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db
URL = "/decks/check/"


def checked(client: Client, text: str, **more: str) -> str:
    return client.post(URL, {"text": text} | more).content.decode()


def test_the_empty_page_invites(client: Client) -> None:
    page = client.get(URL).content.decode()
    assert "The result will appear here" in page
    assert "Paste a list with one card per line" in page


def test_a_list_is_judged_and_nothing_is_kept(client: Client, facts: Catalogue) -> None:
    text = format_deck(deck(People.TERRAH, sample_step_2(facts)), facts)
    page = checked(client, text)
    assert "10 of 10 moons" in page
    assert "30 cards read" in page
    assert not Deck.objects.exists()
    assert not Person.objects.exists()
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_what_was_not_understood_stays_and_can_be_fixed_with_one_tap(client: Client) -> None:
    text = "Leader: Terrah 00\n2x Young Bore\nTerrah 05"
    page = checked(client, text)
    assert "1 line we couldn’t read" in page
    assert "2x Young Bore" in page
    assert 'value="2|Young Bear"' in page
    fixed = checked(client, text, fix="2|Young Bear")
    assert "2x Young Bear\nTerrah 05" in fixed
    assert "not understood" not in fixed


def test_a_cthulhu_list_is_known_by_its_names_and_the_switch_wins(client: Client) -> None:
    text = "Madness at Sea\n3x Panic (Core F77)\n2x Dynamite\n1x Nobody's Card, The First\n"
    page = checked(client, text)
    assert "Call of Cthulhu: 6 cards read so far." in page
    assert 'name="game"' in page and 'value="cthulhu"' in page
    assert "COC-01" in page and "Nobody&#x27;s Card, The First" in page
    assert "DECK-01" not in page
    chosen = checked(client, text, game="bluemoon")
    assert "CARD-04" in chosen and "COC-12" not in chosen


@pytest.mark.parametrize("fix", ["|", "x|y", "99|Sear", "-1|Sear", "2", "٣|Sear", "9" * 5000 + "|Sear"])
def test_a_strange_fix_changes_nothing(client: Client, fix: str) -> None:
    assert "Leader: Terrah 00" in checked(client, "Leader: Terrah 00", fix=fix)


def test_typing_is_judged_by_the_same_core(client: Client) -> None:
    answer = client.post(URL, {"text": "Leader: Terrah 00\nTerrah 05"}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert "Add 29 more cards." in page
    assert "<html" not in page


@pytest.mark.parametrize("text", ["x\n" * 1500, "é" * 150_000])
def test_a_list_too_long_is_refused_and_still_there(client: Client, text: str) -> None:
    answer = client.post(URL, {"text": text})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "notice error" in page
    assert text[:200] in page


def test_two_leaders_are_judged_but_not_kept_and_the_text_stays(client: Client) -> None:
    text = "Leader: Terrah 00\nLeader: Vulca 00\nTerrah 05"
    assert "has 2 leaders" in checked(client, text)
    answer = client.post(URL, {"text": text, "save": "1"})
    assert answer.status_code == 400
    assert "A deck can only be saved with one leader; this list has" in answer.content.decode()
    assert text in answer.content.decode()
    assert not Deck.objects.exists()


def test_saving_makes_a_deck_of_a_guest_and_keeps_lines_not_understood(client: Client) -> None:
    answer = client.post(URL, {"text": "Name: Mine\nLeader: Terrah 00\nTerrah 05\nNobody at all", "save": "1"})
    row = Deck.objects.get()
    assert answer["Location"] == row.get_absolute_url()
    assert (row.name, row.cards.count(), row.owner.is_guest) == ("Mine", 1, True)
    assert "Nobody at all" in row.notes
    assert "saved in the notes" in client.get(answer["Location"]).content.decode()


def test_a_draft_deck_is_checked_against_a_pool_of_mine(roland: User, roland_client: Client, facts: Catalogue) -> None:
    pool = drafted_pool(roland, facts)
    text = "Format: draft\nHoax 01\n" + "\n".join(pool.codes[:29])
    assert "Not among your picks: Hoax 01" in checked(roland_client, text, pool=pool.key)
    roland_client.post(URL, {"text": text, "pool": pool.key, "save": "1"})
    assert Deck.objects.get().pool == pool


def test_nobody_checks_against_the_pool_of_another(roland: User, client: Client, facts: Catalogue) -> None:
    pool = drafted_pool(roland, facts)
    assert "The pool is unknown, so we couldn’t check that every card is one of your picks." in checked(
        client, "Format: draft\nHoax 01", pool=pool.key
    )


@pytest.mark.parametrize(
    "text", ["\x00", "Name: \x00x\nTerrah 05", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")]
)
def test_no_character_breaks_the_page(client: Client, text: str) -> None:
    assert client.post(URL, {"text": text}).status_code in (200, 400)
    assert client.post(URL, {"text": text, "save": "1"}).status_code in (200, 302, 400)


def test_a_character_that_cannot_be_kept_is_named_and_the_text_stays(client: Client) -> None:
    answer = client.post(URL, {"text": "Terrah 05\x00"})
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()
    assert "Terrah 05" in answer.content.decode()


def test_the_check_is_posted_or_got(client: Client) -> None:
    assert client.put(URL).status_code == 405


def test_an_own_deck_is_rewritten_as_text(roland: User, roland_client: Client, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts, visibility="private")
    url = f"{row.get_absolute_url()}write/"
    page = roland_client.get(url).content.decode()
    assert "Flit 13 Mad Mike Magpie" in page
    answer = roland_client.post(url, {"text": "Name: Short\nTerrah 05", "version": "1", "save": "1"})
    assert answer["Location"] == row.get_absolute_url()
    row.refresh_from_db()
    assert (row.name, row.version, row.visibility, row.cards.count()) == ("Short", 2, "private", 1)


def test_text_saved_over_a_newer_version_shows_both(roland: User, roland_client: Client, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    url = f"{row.get_absolute_url()}write/"
    said = {"text": "Name: First\nLeader: Terrah 00\nTerrah 05", "version": "1", "save": "1"}
    roland_client.post(url, said)
    answer = roland_client.post(url, said | {"text": "Name: Second\nLeader: Terrah 00\nTerrah 05\nVulca 10"})
    page = answer.content.decode()
    assert answer.status_code == 409
    for shown in ("Name: Second", "1x Vulca 10 Sear", "Name: First", "Nothing is lost"):
        assert shown in page
    row.refresh_from_db()
    assert row.name == "First"
    kept = roland_client.post(url, said | {"text": "Name: Second\nTerrah 05", "version": "2"})
    assert kept.status_code == 302
    row.refresh_from_db()
    assert (row.name, row.version) == ("Second", 3)


def test_a_stranger_rewrites_nothing(roland: User, stranger_client: Client, facts: Catalogue) -> None:
    url = f"{terrah_deck(roland, facts).get_absolute_url()}write/"
    assert stranger_client.get(url).status_code == 403
    assert stranger_client.post(url, {"text": "x", "version": "1", "save": "1"}).status_code == 403


@pytest.mark.parametrize(
    ("line", "word", "becomes"),
    [
        ("Flash the Incendary", "Flash the Incendiary", "Flash the Incendiary"),
        ("3x Flash", "Vulca 02", "3x Vulca 02"),
        ("3 Flash", "Vulca 02", "3 Vulca 02"),
        ("Leader: Terah", "Terrah 00", "Leader: Terrah 00"),
        ("Leadr: Terrah 00", "Leader:", "Leader: Terrah 00"),
        ("Format: custum", "custom", "Format: custom"),
    ],
)
def test_a_line_is_mended_in_its_place(line: str, word: str, becomes: str) -> None:
    assert text_with_corrected_line(f"# first\r\n{line}\r\nlast", 2, word) == f"# first\r\n{becomes}\r\nlast"


def test_two_decks_are_told_apart_line_by_line(facts: Catalogue) -> None:
    here, there = deck(People.VULCA, ["Vulca 01", "Vulca 02"]), deck(People.VULCA, ["Vulca 02", "Vulca 03"])
    difference = compare_decks(here, there, facts)
    assert difference.only_here == ("1x Vulca 01 Flamebreath the Dazzling",)
    assert difference.only_there == ("1x Vulca 03 Scorch the Inflammable",)
    assert not compare_decks(DeckList(), DeckList(), facts)


def test_a_list_of_both_games_is_asked_about_and_one_tap_answers(client: Client) -> None:
    text = "Vulca 01\n3 Swift Byakhee"
    page = checked(client, text)
    assert "Which game is this list for?" in page and 'name="is"' in page
    assert "COC-01" not in page and "CARD-04" not in page
    assert "COC-01" in flat(checked(client, text, **{"is": "cthulhu"}))
    answer = client.post("/api/v1/decks/import/", {"text": text}, content_type="application/json")
    assert (
        answer.status_code == 400
        and "This list fits both games equally well. Add a line “Game: bluemoon” or “Game: cthulhu”."
        in answer.json()["error"]["message"]
    )
    sent = {"text": "My deck\n3x Swit Byakhee\n3x Panic"}
    (mark,) = client.post("/api/v1/decks/import/", sent, content_type="application/json").json()["marks"]
    assert (mark["line"], mark["suggestions"][0]) == (2, "Swift Byakhee")


def test_the_example_beside_the_box_is_legal_and_says_so_with_joy(client: Client) -> None:
    assert 'href="?example=yes#checked">Try an example</a>' in flat(client.get(URL).content)
    page = flat(client.get(f"{URL}?example=yes").content)
    assert "30 cards and a leader read, everything recognised." in page
    assert "Legal and ready to play. Have fun!" in page
    assert not Deck.objects.exists()


def test_the_answer_stands_before_the_box(client: Client) -> None:
    page = checked(client, "Leader: Terrah 00\nTerrah 05")
    assert page.index('id="checked"') < page.index('id="id_text"')
    empty = client.get(URL).content.decode()
    assert empty.index('id="id_text"') < empty.index('id="checked"')


def test_a_line_read_as_what_it_clearly_means_is_marked_and_an_unread_one_makes_no_fault_of_number(
    client: Client,
) -> None:
    page = flat(checked(client, "Leader Tecton Earthquaker\n1 Terah 05\nNobody at all\nCharacters (3)"))
    assert "Read as Terrah 05 Catusan." in page
    assert "these lines haven’t been read: 3." in page and "too few" not in page and "has no leader" not in page
    assert "Lines without a card" in page and "<code>Characters (3)</code>" in page


def test_an_unknown_title_is_mended_with_one_tap(client: Client) -> None:
    page = flat(checked(client, "My deck\n3x Swit Byakhee\n3x Panic"))
    assert "Can’t tell yet" in page or "COC-01" in page
    assert 'value="2|Swift Byakhee"' in page
    assert "3x Swift Byakhee" in checked(client, "My deck\n3x Swit Byakhee\n3x Panic", fix="2|Swift Byakhee")


def test_cards_below_sideboard_go_on_the_maybe_list(client: Client) -> None:
    text = "Leader: Vulca 00\nVulca 01\nSideboard\n2x Volca"
    page = flat(checked(client, text))
    assert "These cards aren’t in the deck." in page
    assert "1 card read" in page
    client.post(URL, {"text": text, "save": "1"})
    row = Deck.objects.get()
    assert (row.maybe, [card.code for card in row.cards.all()]) == (["Vulca 05"], ["Vulca 01"])


def test_the_leader_of_thirty_cards_is_one_tap_away(client: Client) -> None:
    text = "\n".join(f"Vulca {number:02}" for number in range(1, 31))
    assert 'value="0|Leader: Inferno"' in checked(client, text)
    page = checked(client, text, fix="0|Leader: Inferno")
    assert "Leader: Inferno\nVulca 01" in page.replace("\r\n", "\n")
    assert "Legal and ready to play" in page


def test_a_link_to_a_deck_here_is_read_as_that_deck(client: Client, facts: Catalogue, roland: User) -> None:
    row = terrah_deck(roland, facts)
    page = checked(client, f" http://testserver{row.get_absolute_url()} \n")
    assert "Leader: Terrah 00" in page
    assert "Legal and ready to play" in page
    row.visibility = "private"
    row.save()
    page = checked(client, f"http://testserver{row.get_absolute_url()}")
    assert "This is a link." in page
    assert row.name not in page


def test_the_api_waits_for_lines_it_did_not_understand_and_lists_what_is_aside(client: Client) -> None:
    thirty = [f"Vulca {number:02}" for number in range(1, 31)]
    sent = {"text": "\n".join(["Leader: Inferno", *thirty, "Zorgblat the Unknown", "Sideboard", "Volca"])}
    body = client.post("/api/v1/decks/import/", sent, content_type="application/json").json()
    assert (body["report"]["status"], len(body["problems"])) == ("unknown", 1)
    assert [(line["code"], line["line"]) for line in body["aside"]] == [("Vulca 05", 34)]
