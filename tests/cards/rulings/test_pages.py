"""The pages and the API of rulings, errata and lists."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from cards.hooks import scenes_of_ruling
from cards.rulings.presenters import OTHER, ruling_subjects
from cards.rulings.queries import current_rulings_book
from cards.rulings.views import EXAMPLES, RULINGS_PER_PAGE
from tests.html import flat

pytestmark = pytest.mark.django_db
PAGES = ["/cards/rulings/", "/cards/rulings/stop/", "/cards/rulings/r0-19/", "/cards/errata/", "/cards/lists/"]
PAGES += ["/cards/lists/4.2/", "/cards/lists/4.2-banned/"]
API = ["/api/v1/rulings/", "/api/v1/rulings/R0-19/", "/api/v1/errata/", "/api/v1/lists/", "/api/v1/lists/4.2/"]


def body(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status
    return flat(response.content)


@pytest.mark.parametrize("url", PAGES + API)
def test_everybody_may_read_it_and_nobody_post(client: Client, url: str) -> None:
    assert client.get(url).status_code == 200
    assert client.post(url).status_code in (403, 405)


def test_two_card_names_give_the_answer_first_and_its_source(client: Client) -> None:
    page = body(client, "/cards/rulings/?q=cast+cataclysm+ravenous+razorjaw")
    assert "1 mentions all of these cards" in page
    question, answer = page.index("With Mekarthas active"), page.index("Mekarthas ignores all icons")
    assert question < answer < page.index("Short FAQ of the first edition, question 19")
    assert '/help/rules/#C-27"' in page


def test_the_permalink_says_where_it_is_from_and_how_it_is_read(client: Client) -> None:
    page = body(client, "/cards/rulings/r0-19/")
    for part in ("question 19", "High", "Both editions", "Why: interpretation C-27", "og:title", "/cards/aqua-23/"):
        assert part in page


def test_a_topic_has_a_page_with_its_rulings(client: Client) -> None:
    page = body(client, "/cards/rulings/retrieve/")
    assert page.count('<article class="ruling') == sum(
        ruling.topic == "retrieve" for ruling in current_rulings_book().rulings
    )


def test_every_topic_stands_once_under_a_subject_of_its_game() -> None:
    now = current_rulings_book()
    for game in ("", "bluemoon", "cthulhu"):
        shown = list(ruling_subjects(now, game))
        slugs = [topic.slug for subject in shown for topic, _count in subject.topics]
        assert sorted(slugs) == sorted(topic.slug for topic in now.topics.values() if topic.game == game or not game)
        assert sum(subject.ruling_count for subject in shown) == sum(
            ruling.game == game or not game for ruling in now.rulings
        )
        assert ("Call of Cthulhu" in [subject.title for subject in shown]) == (not game) and len(shown) > 5
        assert OTHER not in [subject.title for subject in shown]


@pytest.mark.parametrize("url", ["/cards/rulings/", "/cards/rulings/?game=cthulhu", "/cards/rulings/?page=2"])
def test_without_a_question_rulings_are_questions_that_open(client: Client, url: str) -> None:
    page = body(client, url)
    assert page.count('<article class="ruling') == RULINGS_PER_PAGE
    assert page.count("Read the full text<") == RULINGS_PER_PAGE + page.count('class="panel example"')
    assert ("Often asked" in page) == ("page" not in url)
    assert ('aria-labelledby="topics"' in page) == ("page" not in url)
    assert 'aria-labelledby="topics"' not in body(client, "/cards/rulings/?q=stop")


@pytest.mark.parametrize("game", EXAMPLES)
def test_without_a_question_one_question_has_its_answer(game: str, client: Client) -> None:
    page = body(client, f"/cards/rulings/?game={game}")
    example = page.partition('aria-labelledby="example"')[2].partition("</section>")[0]
    address = "/cards/rulings/cr-089/" if game == "cthulhu" else "/help/rules/#GAME-05"
    assert ('class="yes-no">No.' in example) == (game != "cthulhu")
    assert f'href="{address}"' in example and f"{EXAMPLES[game]}<" not in example
    assert 'aria-labelledby="example"' not in body(client, f"/cards/rulings/?game={game}&page=2")


def test_a_question_is_answered_first_then_come_more_rulings_then_two_rules(client: Client) -> None:
    page = body(client, "/cards/rulings/?q=can+I+retreat+when+I+have+no+cards+in+hand")
    question, answer = page.index("Can I retreat with no cards in hand?"), page.index("You must: without a character")
    assert question < answer < page.index("More about this") < page.index('id="found-rules"')
    assert page.partition('id="found-rules"')[2].partition("</section>")[0].count("<li") == 2
    assert "Closest" not in page and 'class="yes-no">Yes.' in page and 'at-a-glance"' not in page


def test_what_only_comes_closest_is_no_answer_but_stays_in_its_list(client: Client) -> None:
    for asked in ("can+I+use+a+leadership+card+twice", "may+I+look+at+the+deck"):
        page = body(client, f"/cards/rulings/?q={asked}")
        assert "best-answer" not in page
        assert page.index("No exact answer.") < page.index("<details open") < page.index('id="found-rules"')
    assert page.index("GAME-26") > page.index('id="found-rules"')


def test_an_answer_names_one_source_and_leads_to_the_whole_rule(client: Client) -> None:
    page = body(client, "/cards/rulings/?q=does+a+ship+count+as+a+character")
    answer = page.partition('id="best-answer"')[2].partition("</section>")[0]
    assert "Short FAQ of the first edition" in answer and "booklet" not in answer and "Read the full text<" in answer


@pytest.mark.parametrize("asked", ["What does a shield do?", "What does STOP do?", "What does PAIR do?"])
def test_of_rulings_with_the_same_question_one_is_listed(asked: str, client: Client) -> None:
    context = client.get("/cards/rulings/", {"q": asked}).context
    assert context["best"].heading == asked
    assert asked not in [view.ruling.question for view in (*context["rulings"], *context["near"])]


def test_an_erratum_with_a_word_of_a_question_is_not_its_answer(client: Client) -> None:
    assert client.get("/cards/rulings/?q=win").context["errata"]
    assert not client.get("/cards/rulings/?q=how+do+i+win").context["errata"]


def test_a_board_shows_just_the_case_of_the_answer(client: Client) -> None:
    page = body(client, "/cards/rulings/?q=how+many+ships+can+I+play")
    assert page.count('at-a-glance"') == page.count("See it on the board") == 1
    assert "Try it on the board" not in page
    assert 'at-a-glance"' not in body(client, "/cards/rulings/?q=ships")


def test_without_any_answer_the_question_can_be_copied(client: Client) -> None:
    page = body(client, "/cards/rulings/?q=zzqx+blorp")
    assert "No ruling matches all of these words" in page and ">No rulings<" not in page
    assert '<button class="btn" type="button" data-copy="zzqx blorp' in page


def test_the_example_in_the_field_is_about_the_chosen_game(client: Client) -> None:
    assert 'placeholder="When must I retreat?"' in body(client, "/cards/rulings/")
    assert 'placeholder="How long do effects last?"' in body(client, "/cards/rulings/?game=cthulhu")


def test_without_a_question_what_players_often_ask_is_first(client: Client) -> None:
    page = body(client, "/cards/rulings/")
    assert "When must I retreat?" in page and "promotional ship Sea Moon" not in page
    assert "When is a story counted as won?" not in page
    assert "When is a story counted as won?" in body(client, "/cards/rulings/?game=cthulhu")


def test_two_links_choose_the_game_and_keep_the_question(client: Client) -> None:
    page = body(client, "/cards/rulings/?q=bluff")
    assert 'href="?game=cthulhu&amp;q=bluff"' in page and 'href="?game=&amp;q=bluff" aria-current="true"' in page
    assert "<h1>Rulings</h1>" in body(client, "/cards/rulings/?game=cthulhu")


@pytest.mark.parametrize(
    ("asked", "facts"),
    [
        ("Does Infernal Armor count as a support?", "Vulca booster · fire 0 · earth 0 with shield · 1 moon"),
        ("Does Blaze have a shield?", "fire"),
        ("Is Torch free?", "fire"),
    ],
)
def test_a_question_on_one_card_is_first_told_what_is_printed_on_it(client: Client, asked: str, facts: str) -> None:
    page = body(client, f"/cards/rulings/?q={asked}").replace("\N{NO-BREAK SPACE}", " ")
    assert page.index(facts) < page.index('id="all-rulings"') and "best-answer" not in page
    assert page.count("What does a shield do?") <= 1 and ">No rulings<" not in page


def test_several_cards_or_a_part_of_a_name_are_no_single_card(client: Client) -> None:
    for asked in ("cast cataclysm ravenous razorjaw", "How does the infernal thing work?"):
        assert client.get("/cards/rulings/", {"q": asked}).context["named_card"] is None


def test_no_ruling_on_a_card_is_said_with_what_may_help(client: Client) -> None:
    assert "No ruling names Infernal Armor. These may help:" in body(client, "/cards/rulings/?q=infernal+armor")


def test_a_word_that_is_a_name_is_not_corrected_to_itself(client: Client) -> None:
    assert "instead of" not in body(client, "/cards/rulings/?q=volca")
    assert "instead of" in body(client, "/cards/rulings/?q=cast+cataclism")


def test_a_rule_in_a_list_is_a_whole_sentence_without_numbers(client: Client) -> None:
    for asked in ("does a ship count as a character", "can I retreat with no cards in hand"):
        for row in client.get("/cards/rulings/", {"q": asked}).context["rules"]:
            assert row.text[0].isupper() and row.text[-1] in ".?!" and " GAME-" not in row.text


def test_every_ruling_and_every_topic_has_a_page(client: Client) -> None:
    now = current_rulings_book()
    for slug in [*now.topics, *list(now.by_slug)[::7]]:
        assert client.get(f"/cards/rulings/{slug}/").status_code == 200, slug


def test_another_spelling_leads_there_and_nonsense_is_404(client: Client) -> None:
    assert client.get("/cards/rulings/R0-19/").headers["Location"] == "/cards/rulings/r0-19/"
    assert "Interference" in body(client, "/cards/rulings/interferance/", 404)
    assert client.get("/cards/lists/9.9/").status_code == 404


def test_what_is_of_low_trust_is_shown_with_its_note_only(client: Client) -> None:
    for url in ("/cards/rulings/?trust=low&page=2", "/cards/rulings/r4-29/"):
        page = body(client, url)
        assert "Don’t rely on this." in page
        assert "only active cards block" in page
    listed = body(client, "/cards/rulings/?trust=low")
    assert listed.count("Don’t rely on this.") == listed.count('<article class="ruling doubtful')


def test_a_bad_filter_is_said_and_the_rest_still_works(client: Client) -> None:
    page = body(client, "/cards/rulings/?icon=HUG&card=Cast+Cataclism&topic=&q=stop")
    assert "isn’t a valid value for icon" in page
    assert "Cast Cataclysm" in page
    assert 'value="stop"' in page


@pytest.mark.parametrize("text", ["%00", "x" * 5000, "((((", "' or 1=1 --", ".*", "%F0%9F%8C%99", "and+or+the"])
def test_whatever_is_typed_gets_a_page(client: Client, text: str) -> None:
    assert client.get(f"/cards/rulings/?q={text}").status_code == 200
    assert client.get(f"/api/v1/rulings/?q={text}").status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "q=dragon&card=Terrah 01",
        "q=dragon&card=Vulca 01",
        "q=a&with=Vulca 05",
        "q=dragon&game=cthulhu&edition=legends",
        "q=the&topic=nothing",
        "q=Vulca 05&game=cthulhu&edition=first",
    ],
)
def test_words_among_rulings_that_a_filter_has_emptied_find_none(client: Client, query: str) -> None:
    assert client.get(f"/cards/rulings/?{query}").status_code == 200
    assert client.get(f"/api/v1/rulings/?{query}").status_code in (200, 400)


def test_live_results_are_only_the_results(client: Client) -> None:
    response = client.get("/cards/rulings/?q=yang", headers={"HX-Request": "true"})
    assert b"<html" not in response.content
    assert b"Young Bear" in response.content


def test_a_card_page_shows_what_concerns_it(client: Client) -> None:
    page = body(client, "/cards/hoax-16/")
    assert "With Mekarthas active" in page
    assert "About the timing: while active" in page
    page = body(client, "/cards/aqua-23/")
    assert "About the icon: protected" in page
    assert "About the type: support" in page
    assert "Preconstructed deck" in page


def test_a_people_page_draws_its_charts_with_their_tables(client: Client) -> None:
    page = body(client, "/cards/peoples/khind/")
    assert page.count('<svg class="chart"') == page.count("As a table") >= 3
    assert "style=" not in page


@pytest.mark.parametrize(
    ("url", "most"),
    [
        ("/cards/hoax-16/", 9),
        ("/cards/coc-doppelganger/", 10),
        ("/cards/rulings/?q=yang", 8),
        ("/cards/peoples/vulca/", 6),
    ]
    + [(url, 8) for url in PAGES],
)
def test_pages_need_few_queries(
    roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, url: str, most: int
) -> None:
    roland_client.get(url)
    with django_assert_max_num_queries(most):
        roland_client.get(url)


@pytest.mark.parametrize("url", ["/cards/hoax-16/", "/cards/coc-doppelganger/"])
def test_a_card_page_needs_few_queries_for_anybody(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, url: str
) -> None:
    """Eight; a member’s page also asks who they are and what they may do and read."""
    client.get(url)
    with django_assert_max_num_queries(8):
        client.get(url)


def test_the_api_finds_as_the_page_does(client: Client) -> None:
    data = client.get("/api/v1/rulings/?q=cast+cataclysm+ravenous+razorjaw").json()
    assert data["results"][0]["id"] == "R0-19"
    assert client.get("/api/v1/rulings/?game=cthulhu&page_size=500").json()["count"] == 181
    assert client.get("/api/v1/rulings/?card=vulca-30").json()["count"] == 3
    ruling = client.get("/api/v1/rulings/r0-19/").json()
    assert ruling["read"][0]["number"] == "C-27"
    assert ruling["url"] == "/cards/rulings/r0-19/"


def test_errata_and_lists_of_the_api_are_whole(client: Client) -> None:
    assert client.get("/api/v1/errata/").json()["count"] == 94
    assert client.get("/api/v1/errata/?card=Scaleshorn+Asylum").json()["count"] == 2
    assert client.get("/api/v1/errata/?game=bluemoon").json()["count"] == 0
    data = client.get("/api/v1/lists/").json()
    assert [(result["version"], result["size"]) for result in data["results"]] == [("4.2", 32), ("4.2-banned", 0)]
    listed = client.get("/api/v1/lists/4.2/").json()
    assert (len(listed["entries"]), listed["issued"], listed["current"]) == (32, None, True)


@pytest.mark.parametrize("query", ["icon=HUG", "edition=third", "card=Nobody+at+all", "topic=x", "game=go"])
def test_the_api_refuses_what_it_cannot_read(client: Client, query: str) -> None:
    response = client.get(f"/api/v1/rulings/?{query}")
    assert response.status_code == 400
    assert response.json()["error"]["details"][0]["field"] == query.partition("=")[0]


def test_the_api_says_what_is_not_there(client: Client) -> None:
    assert client.get("/api/v1/rulings/R9-99/").status_code == 404
    assert client.get("/api/v1/lists/9.9/").status_code == 404


def test_the_editor_keeps_and_takes_away_a_ruling(judge_client: Client, stranger_client: Client) -> None:
    sent = {"game": "bluemoon", "key": "H-1", "topic": "stop", "question": "May I?", "answer": "No.", "edition": "both"}
    sent |= {"cards": "Cast Cataclysm", "source": "Our club", "trust": "medium"}
    url = "/admin/cards/ruling/add/"
    assert stranger_client.post(url, sent).status_code == 302
    assert "h-1" not in current_rulings_book().by_slug
    for wrong in ({"cards": "Nobody at all"}, {"topic": "x"}, {"trust": "low"}, {"icons": "HUG"}, {"key": "h 1"}):
        assert judge_client.post(url, sent | wrong).status_code == 200
    assert judge_client.post(url, sent).status_code == 302
    assert current_rulings_book().by_slug["h-1"].cards == ("Vulca 30",)
    for model in ("erratum", "cardlist", "listentry", "rulingtopic", "rulingreading"):
        assert judge_client.get(f"/admin/cards/{model}/").status_code == 200
        assert judge_client.get(f"/admin/cards/{model}/add/").status_code == 200


@pytest.mark.parametrize(("language", "word"), [("en", "Yes."), ("de", "Ja."), ("nl", "Ja."), ("ru", "Да.")])
def test_a_yes_stands_before_its_sentence_and_one_button_is_filled(client: Client, language: str, word: str) -> None:
    page = flat(client.get("/cards/rulings/r0-17/", headers={"accept-language": language}).content)
    assert f'<b class="yes-no yes">{word}</b>' in page
    assert page.count("btn primary") == 1


def test_without_a_game_blue_moon_is_asked_about_whatever_was_chosen_before(client: Client) -> None:
    client.get("/cards/rulings/", {"q": "bluff", "game": "cthulhu"})
    page = client.get("/cards/rulings/")
    assert page.status_code == 200 and page.context["ruling_query"].game == ""
    found = client.get("/cards/rulings/?q=how+do+i+win").context
    assert found["best"] and {view.ruling.game for view in found["rulings"]} == {"bluemoon"}


def test_every_ruling_has_one_filled_button(client: Client) -> None:
    with_board = [ruling for ruling in current_rulings_book().rulings if scenes_of_ruling(ruling.id)]
    without = [ruling for ruling in current_rulings_book().rulings if not scenes_of_ruling(ruling.id)]
    for ruling in (with_board[0], without[0]):
        assert body(client, f"/cards/rulings/{ruling.slug}/").count('class="btn primary"') == 1
