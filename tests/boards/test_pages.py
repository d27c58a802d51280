"""Pages of positions: the board drawn, played on, edited by hand, and errors that lose nothing."""

from __future__ import annotations

import random
import re
from html import unescape
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.conf import settings
from django.test import Client

from boards.core.picture import board_picture
from boards.core.played_line import (
    MAX_LINES,
    MAX_STEPS_IN_LINE,
    carry_out_step,
    legal_steps,
    lines_after_branch,
    parse_line_steps,
    play_line,
)
from boards.core.read import ParsedPosition, parse_position
from boards.core.sums import IGNORED_CAUSE, RAISED_CAUSE, REDUCED_CAUSE, power_sum_of
from boards.core.write import view_as_text
from boards.pages.addresses import MAX_LINK_CHARACTERS, board_url, deck_url
from boards.pages.scenes import scene_boards, shipped_scenes
from boards.shipped_lessons import insert_names, people_guides_in
from cards.core.facts import PEOPLES, Catalogue
from common.errors import Invalid
from tests.html import flat

BOARD = "TM1 ph=engage el=fire dr=2 h0=V05.V12.V23 d0=V01.V02.V03 c0=V09.V18- h1=H01.H06 c1=H02 s1=H21*"
pytestmark = pytest.mark.django_db


def get(client: Client, path: str, status: int = 200, **query: str | int) -> str:
    answer = client.get(path, {name: str(value) for name, value in query.items()})
    assert answer.status_code == status, answer.content[:300]
    return flat(unescape(answer.content.decode())) if status != 302 else answer["Location"]


def query_of(url: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(url).query)


def test_a_board_has_headings_values_and_what_may_be_done(client: Client, db_catalogue: Catalogue) -> None:
    page = get(client, "/board/", p=BOARD)
    for heading in ("Roland", "Elinor", "Hand", "Combat area", "Support area"):
        assert heading in page
    assert "Dragons: 2 of 3" in page and "covered" in page and "face down, a bluff" in page
    assert ">Fight on<" in page and ">Retreat<" in page


def test_a_power_says_how_it_comes_about(facts: Catalogue) -> None:
    raised = parse_position(facts, "TM1 ph=char el=fire c0=V05 s0=V21 c1=H02 h0=V12 h1=H01 aim=0V21@0V05")
    (part, support) = power_sum_of(raised.state.copy_board(), 0, 1).parts
    assert (part.printed, part.counts) == (5, 10) and [cause.how for cause in part.causes] == [RAISED_CAUSE]
    assert part.causes[0].card.code == "Vulca 21" and part.causes[0].rule == "GAME-14"
    assert support.causes == ()


@pytest.mark.parametrize(
    ("position", "card", "how", "by"),
    [
        ("TM1 ph=char el=fire c0=V05 c1=K01 h0=V12 h1=H01", "Vulca 05", REDUCED_CAUSE, "Khind 01"),
        ("TM1 ph=char el=fire c0=V05 s0=V23 c1=F08 h0=V12 h1=H01", "Vulca 23", IGNORED_CAUSE, "Flit 08"),
    ],
)
def test_what_lowers_a_value_is_named(facts: Catalogue, position: str, card: str, how: str, by: str) -> None:
    board = parse_position(facts, position).state.copy_board()
    (part,) = [part for part in power_sum_of(board, 0, 1).parts if part.facts and part.facts.code == card]
    assert part.printed > part.counts == 0
    assert [(cause.how, cause.card.code) for cause in part.causes] == [(how, by)]


def test_a_seat_sees_no_hidden_card(facts: Catalogue) -> None:
    state = parse_position(facts, BOARD).state
    drawn = board_picture(state, seat=0)
    theirs = drawn.sides[0].zones
    assert all(card.facts is None and card.id == -1 for card in (*theirs["hand"], *theirs["support"]))
    assert [card.facts.code for card in drawn.sides[1].zones["hand"] if card.facts] == [
        "Vulca 05",
        "Vulca 12",
        "Vulca 23",
    ]


def test_what_moved_is_marked(facts: Catalogue) -> None:
    line = play_line(parse_position(facts, BOARD), ["continue", "play-V05"])
    drawn = board_picture(line.present_state, before=line.state_before)
    moved = [
        card.facts.code
        for cards in drawn.sides[1].zones.values()
        for card in cards
        if card.facts and "moved" in card.marks
    ]
    assert "Vulca 05" in moved and "Vulca 18" not in moved
    assert (drawn.sides[1].grew, drawn.sides[0].grew) == ({"hand": -1, "combat": 1}, {})
    assert board_picture(line.start).sides[1].grew == {}


def test_a_step_goes_into_the_link_and_another_branches(client: Client, db_catalogue: Catalogue) -> None:
    link = get(client, "/board/", 302, p=BOARD, do="continue")
    assert query_of(link)["l"] == ["continue"]
    link = get(client, "/board/", 302, p=BOARD, l="continue", do="play-V05")
    assert query_of(link)["l"] == ["continue~play-V05"]
    link = get(client, "/board/", 302, p=BOARD, l="continue~play-V05", at=1, do="play-V12")
    assert query_of(link)["l"] == ["continue~play-V12", "continue~play-V05"]
    page = client.get(link).content.decode()
    assert "Other lines you tried" in page and "Undo" in page
    assert "Redo" in get(client, "/board/", p=BOARD, l="continue~play-V05", at=1)


def test_going_on_along_a_line_adds_none_and_old_ones_go() -> None:
    assert lines_after_branch(["a~b~c"], ("a", "b", "c"), 1, "b") == ["a~b", "a~b~c"]
    assert lines_after_branch(["a"], ("a",), 1, "b") == ["a~b"]
    many = [f"x{number}" for number in range(20)]
    assert len(lines_after_branch(many, ("x0",), 0, "y")) == MAX_LINES


def test_the_next_card_is_the_one_that_was_chosen(client: Client, db_catalogue: Catalogue) -> None:
    board = "TM1 ph=engage el=fire h0=V05 d0=V01.V02.V04.V06.V07.V08.V03 c0=V09 h1=H01 c1=H09"
    link = get(client, "/board/", 302, p=board, l="continue", do="play-V05", draw="V03")
    assert query_of(link)["l"] == ["continue~play-V05!V03"]
    drawn = play_line(parse_position(db_catalogue, board), ["continue", "play-V05!V03"]).present_state
    assert "Vulca 03" in {drawn.table.code(card) for card in drawn.hand_of(0)}


def test_a_ruling_and_its_cards_show_their_scenes(client: Client, db_catalogue: Catalogue) -> None:
    page = get(client, "/cards/rulings/r0-36/")
    assert "On the board" in page and "Oath of Khindship" in page and "Play on from this board" in page
    # The texts of its cards, the drawn cards, and how many more there are than before.
    for said in ("<dt>Oath of Khindship</dt>", "End of turn: At the end", "Roland draws: 2", ">+2<"):
        assert said in page
    assert "On the board" in get(client, "/cards/hoax-15/")
    # It is played in scenes about caterpillars and the like.
    assert "On the board" not in get(client, "/cards/vulca-01/")
    assert "On the board" not in get(client, "/cards/rulings/cr-075/")


def test_a_scene_says_what_its_symbols_mean_how_a_fight_ended_and_what_stayed(
    client: Client, db_catalogue: Catalogue
) -> None:
    page = get(client, "/cards/rulings/r1-053/")
    for said in (
        "<dt>bluff</dt>",
        "Cannoneer Tara Ko counts 2.",
        "is ignored.",
        "Elinor calls the bluff. It is false, and that brings a dragon",
        "Elinor wins the fight and attracts dragons: 1",
        "Dragons: Elinor: 2.",
    ):
        assert said in page, said
    assert "has six or more cards in this fight: one extra dragon" in get(client, "/cards/rulings/r4-22/")
    assert "Ravenous Razorjaw: support area (as before)." in get(client, "/cards/rulings/r0-18/")
    # The chosen target is marked, and the asking card comes after the answer.
    page = get(client, "/cards/rulings/r0-31/")
    assert "target of Crysalus Frendus" in page and "(Crysalus Frendus)" in page


def test_the_title_of_a_scene_is_in_the_language_of_who_reads(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/cards/rulings/r0-34/", headers={"accept-language": "de"}).content.decode()
    assert "Lass&#x27; die Fäuste tanzen braucht keinen Charakter und nennt das Element" in page
    scene = next(scene for scene in shipped_scenes() if scene.title == "Power can be zero")
    tried = client.get("/board/", {"p": scene.position}, headers={"accept-language": "ru"}).content.decode()
    assert "Сила может быть нулевой" in tried


@pytest.mark.thorough
def test_every_scene_can_be_drawn(db_catalogue: Catalogue) -> None:
    for scene in shipped_scenes():
        assert list(scene_boards(db_catalogue, scene)), scene.title


def test_why_not_names_card_and_rule(client: Client, db_catalogue: Catalogue) -> None:
    banned = "TM1 ph=plays el=fire h0=V18.V23 c0=V05 d0=V01 played=1 chars=1 h1=H01 c1=H09 s1=M28"
    page = get(client, "/board/", p=banned, do="play-V18")
    assert "Not now." in page and "GAME-12" in page and "Mimix 28" not in page.split("<textarea")[0]
    assert "An opposing text forbids this:" in page


def test_trying_a_card_opens_the_boards_that_name_it(client: Client, db_catalogue: Catalogue) -> None:
    assert 'href="/board/cards/vulca-24/"' in get(client, "/cards/vulca-24/")
    page = get(client, "/board/cards/vulca-24/")
    assert "Flickering Fires: on the board" in page and page.count("<h2") > 1
    assert 'href="/board/edit/?card=Vulca%2024&to=h0"' in page
    get(client, "/board/cards/nobody/", 404)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"p": "TM9 h0=V05"}, "this site reads version 1"),
        ({"p": "chess"}, "a position begins with TM1"),
        ({"p": BOARD, "l": "continue~play-V77"}, "isn’t possible"),
        ({"p": BOARD, "l": "~".join(["pass"] * 400)}, "This line has 400 steps"),
        ({"p": "TM1 " + "x" * 9000}, "too long"),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(
    client: Client, db_catalogue: Catalogue, query: dict[str, str], said: str
) -> None:
    page = get(client, "/board/", 400, **query)
    assert said in page and query["p"][:30] in page


def test_an_action_that_is_none_leaves_the_board(client: Client, db_catalogue: Catalogue) -> None:
    page = get(client, "/board/", p=BOARD, do="dance")
    assert "” isn’t an action. An action starts with one of" in page and "Combat area" in page


def test_hidden_hands_stay_hidden(client: Client, db_catalogue: Catalogue) -> None:
    seen = view_as_text(parse_position(db_catalogue, BOARD).state, 0)
    page = get(client, "/board/", p=seen)
    assert "Wogarathos" not in page and "A hidden card" in page
    assert "Some cards in this position are hidden, so we can’t say what happens next." in get(
        client, "/board/", p=seen, do="continue"
    )


def test_a_page_two_steps_behind_begins_a_line_and_loses_none(client: Client, db_catalogue: Catalogue) -> None:
    played_on = "continue~play-V05~play-V23"
    link = get(client, "/board/", 302, p=BOARD, l=played_on, at=1, do="play-V12")
    assert query_of(link)["l"] == ["continue~play-V12", played_on]
    # An action that is no longer possible is rejected in a sentence, and all lines stay.
    page = client.get("/board/", {"p": BOARD, "l": played_on, "do": "retreat"})
    assert page.status_code == 200 and page.context["refusal"].rule and page.context["lines"] == [played_on]


def test_ten_thousand_branches_are_a_sentence(client: Client, db_catalogue: Catalogue) -> None:
    branches = [f"continue~play-V{number}" for number in range(10_000)]
    page = client.get("/board/", {"p": BOARD, "l": branches})
    assert page.status_code == 413 and "<h1>" in page.content.decode()
    # The maximum number for a URL: a new step drops the oldest.
    link = client.get("/board/", {"p": BOARD, "l": ["continue", *branches[:100]], "do": "play-V05"})["Location"]
    assert len(query_of(link)["l"]) == MAX_LINES


def test_more_lines_than_are_promised_are_refused_in_a_sentence(client: Client, db_catalogue: Catalogue) -> None:
    """Every link of the page repeats all lines, so 52 kB of URL were 32 MB of page."""
    shown = client.get("/board/", {"p": BOARD, "l": ["continue", *(f"line-{n}" for n in range(MAX_LINES - 1))]})
    assert shown.status_code == 200
    for lines, said in (
        (["continue"] * (MAX_LINES + 1), "This link has 9 lines, and one has at most 8."),
        (["continue", "a~" * 301], "This line has 301 steps"),
        (
            ["continue", *("x" * 1_100 for _ in range(MAX_LINES - 1))],
            "The link is getting too long. Start again from this position below.",
        ),
    ):
        answer = client.get("/board/", {"p": BOARD, "l": lines})
        assert answer.status_code == 400
        assert said in flat(answer.content)
        assert len(answer.content) < 100_000


def test_the_largest_page_of_a_board_is_bounded(client: Client, db_catalogue: Catalogue) -> None:
    """A full line of steps, the other lines as long as the link allows: each step has a link with all of them."""
    begun = get(client, "/board/start/", 302, people0="Vulca", people1="Hoax", seed=7)
    start, lots, steps = query_of(begun)["p"][0], random.Random(7), list[str]()
    position = parse_position(db_catalogue, start)
    while len(steps) < MAX_STEPS_IN_LINE and (acts := legal_steps(position.state)):
        steps.append(lots.choice(acts)[0])
        position = ParsedPosition(carry_out_step(position, steps[-1]).state, None, ())
    long = "~".join(steps)
    while len(board_url(start, [long])) > MAX_LINK_CHARACTERS:
        long = long.rpartition("~")[0]
    rest = MAX_LINK_CHARACTERS - len(board_url(start, [long]))
    lines = [long, *("x" * (rest // 7 - 3) for _ in range(7))]
    answer = client.get("/board/", {"p": start, "l": lines})
    assert answer.status_code == 200
    assert len(answer.context["history"]) > 50
    assert len(answer.content) < 2_500_000


def test_a_card_without_a_name_is_taken_from_nowhere(client: Client, db_catalogue: Catalogue) -> None:
    """Pasted text need not consist of fields, and a name may be missing."""
    for text in ("card,count\n=1+1,2", "TM1 =x", "TM1 h0", "TM1 h2=V05"):
        answer = client.get("/board/edit/", {"p": text, "take": "0Vulca 05"})
        assert answer.status_code in (200, 400)


def test_an_older_text_says_what_is_judged_differently(client: Client, db_catalogue: Catalogue) -> None:
    assert "Do what a text allows completely or not at all." in get(client, "/board/", p=BOARD + " r=1")


def test_cards_are_laid_down_moved_and_taken_away(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/board/edit/", {"p": BOARD, "card": "Vulca 12", "to": "c0"})
    assert " c0=V09.V18-.V12 " in page.context["position"] + " "
    page = client.get("/board/edit/", {"p": page.context["position"], "take": "0Vulca 12"})
    assert " c0=V09.V18- " in page.context["position"] + " "
    page = client.get("/board/edit/", {"p": BOARD, "turn": "1", "ph": "begin", "el": "earth", "dr": "-1"})
    assert "turn=1" in page.context["position"] and "dr=-1" in page.context["position"]
    wrong = get(client, "/board/edit/", p=BOARD, card="Volcano", to="h0")
    assert "Volcan" in wrong and BOARD.split()[4] in wrong  # the set-up is still there


def test_a_search_shows_cards_to_tap_and_a_name_lays_its_card(client: Client, db_catalogue: Catalogue) -> None:
    named = client.get("/board/edit/", {"p": BOARD, "find": "Vulca 06", "to": "c0"})
    assert "V06" in named.context["position"].split(" c0=")[1].split()[0] and named.context["wanted"] == ""
    page = get(client, "/board/edit/", p=BOARD, find="people:flit type:booster", to="s1")
    codes = re.findall(r'name="card" value="(Flit \d+)"', page)
    assert codes and "people:flit type:booster" in page
    tapped = client.get("/board/edit/", {"p": BOARD, "find": "people:flit", "card": codes[0], "to": "s1"})
    assert codes[0].replace("Flit ", "F") in tapped.context["position"] and len(tapped.context["found"]) > 9
    assert [card.name for card in client.get("/board/edit/", {"find": "Volcano"}).context["found"]][:1] != []
    assert "No cards found." in get(client, "/board/edit/", find="type:ship people:vulca")


def test_a_ship_takes_its_cargo_along(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/board/edit/", {"p": "TM1 ph=engage i0=B29(V13.V14)", "card": "Vulca 13", "to": "h0"})
    assert "i0=B29(V14)" in page.context["position"] and "h0=V13" in page.context["position"]


def test_two_decks_are_dealt_by_their_number(client: Client, db_catalogue: Catalogue) -> None:
    first = get(client, "/board/start/", 302, people0="Vulca", people1="Hoax", seed=7)
    assert first == get(client, "/board/start/", 302, people0="Vulca", people1="Hoax", seed=7)
    assert first != get(client, "/board/start/", 302, people0="Vulca", people1="Hoax", seed=8)
    assert client.get(first).status_code == 200
    assert "” has no published deck." in get(client, "/board/start/", 400, people0="Vulca", people1="Orcs")


def test_lines_are_bounded() -> None:
    assert parse_line_steps("a~~b") == ("a", "b")
    with pytest.raises(Invalid):
        parse_line_steps("~".join("a" * 301))


def test_a_position_is_a_picture_too(client: Client, db_catalogue: Catalogue) -> None:
    svg = client.get("/board/picture.svg", {"p": BOARD, "l": "continue~play-V05"}).content.decode()
    assert svg.startswith("<svg") and "Character phase" not in svg and ">Volca<" in svg
    seen = view_as_text(parse_position(db_catalogue, BOARD).state, 1)
    assert ">Volca<" not in client.get("/board/picture.svg", {"p": seen}).content.decode()
    get(client, "/board/picture.png", 400, p="chess")


def test_a_recorded_game_is_opened_at_a_step(client: Client, db_catalogue: Catalogue) -> None:
    text = (settings.BASE_DIR / "tests" / "game" / "games" / "vulca-hoax.json").read_text(encoding="utf-8")
    link = client.post("/board/game/", {"game": text, "after": 4})["Location"]
    assert query_of(link)["at"] == ["0"] and len(query_of(link)["l"][0].split("~")) > 10
    assert "Redo" in client.get(link).content.decode()
    line = play_line(parse_position(db_catalogue, query_of(link)["p"][0]), parse_line_steps(query_of(link)["l"][0]))
    assert not line.ahead
    wrong = client.post("/board/game/", {"game": "{}"})
    assert wrong.status_code == 400 and "it is no game" in wrong.content.decode()


def test_a_deck_is_dealt_against_a_people(client: Client, db_catalogue: Catalogue) -> None:
    url = deck_url(["Vulca 05", "Vulca 12"])
    assert "Roland: the deck you chose" in get(client, url)
    assert get(client, "/board/start/", 302, cards0="Vulca-05.Vulca-12", people1="Hoax").startswith("/board/?p=")


@pytest.mark.parametrize("language", ["en", "de", "nl", "ru"])
def test_every_people_has_a_guide_in_every_language(db_catalogue: Catalogue, language: str) -> None:
    assert set(people_guides_in(language)) == set(PEOPLES)
    said = [insert_names(text) for guide in people_guides_in(language).values() for text in guide.values()]
    assert len(said) == 2 * len(PEOPLES) and not [text for text in said if "{" in text]


def test_a_guide_says_what_is_measured(client: Client, db_catalogue: Catalogue) -> None:
    page = get(client, "/board/peoples/aqua/")
    assert (
        "Three cards to look for" in page
        and "Measured value: how many crystals per game each card added to the published deck in simulated games."
        in page
        and "Wins against the Khind: +" in page
    )
    assert "/board/peoples/aqua/" in get(client, "/cards/peoples/aqua/")
    get(client, "/board/peoples/mutant/", 404)


def test_the_turn_leads_to_its_rules_and_boards(client: Client, db_catalogue: Catalogue) -> None:
    page = get(client, "/board/turn/")
    assert "Eight phases" in page and "/board/rules/game-05/" in page and "When texts conflict" in page
    searches = re.findall(r"/cards/\?q=([^\"]+)", page)  # the cards of each window
    assert len(searches) == 6
    for search in searches:
        assert re.search(r"[1-9]\d* cards", get(client, "/cards/", q=unquote(search))), search
    assert "Play on from this board" in get(client, "/board/rules/game-05/")
    get(client, "/board/rules/game-99/", 404)


def test_readings_lead_to_both_statements_and_their_board(client: Client, db_catalogue: Catalogue) -> None:
    page = get(client, "/board/readings/")
    assert "/help/rules/#C-40" in page and "/board/rules/c-40/" in page and "/board/rules/c-01/" not in page
    assert "On the board" in get(client, "/help/rules/")
