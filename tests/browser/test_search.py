"""Searching with a finger and with the keyboard: the box, what it means, "/", suggestions and the filters."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser.conftest import Visitor


def test_a_query_is_read_back_while_it_is_typed(visitor: Callable[..., Visitor]) -> None:
    player = visitor()
    page = player.goes_to("/cards/")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("people:vulca type:character fire>=5 moons>=1")
    expect(page.locator("#reading")).to_contain_text(
        "characters of the Vulca with fire of at least 5 and one or more moons"
    )
    expect(page.locator("#count")).to_contain_text("5 cards of 344")
    player.fits()
    page.locator("#q").fill("fire>banana")
    expect(page.locator("#reading mark")).to_have_text("banana")
    player.fits()


def test_suggestions_are_taken_with_the_keyboard(visitor: Callable[..., Visitor]) -> None:
    page = visitor().goes_to("/cards/")
    box = page.locator("#q")
    box.click()
    page.keyboard.type("people:vul")
    expect(page.locator(".suggestions li")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(box).to_have_value("people:Vulca ")
    page.keyboard.type("flash the in")
    page.locator(".suggestions li").first.click()
    page.wait_for_url("**/cards/vulca-02/")


def test_a_suggestion_belongs_to_the_text_it_was_asked_for(visitor: Callable[..., Visitor]) -> None:
    page = visitor().goes_to("/cards/")
    box, suggestions = page.locator("#q"), page.locator(".suggestions li")
    box.click()
    page.keyboard.type("people:vul")
    expect(suggestions).to_have_count(1)
    held: list[Route] = []
    page.route(lambda address: "suggest" in address, lambda route: held.append(route))
    with page.expect_request(lambda asked: asked.url.endswith("people%3Avulc")):
        page.keyboard.type("c")
    assert suggestions.count() == 0
    page.keyboard.type(" f")
    with page.expect_response(lambda answer: answer.url.endswith("people%3Avulc")) as answered:
        held[0].continue_()
    answered.value.finished()
    assert suggestions.count() == 0


def test_filters_write_the_query(visitor: Callable[..., Visitor]) -> None:
    player = visitor()
    page = player.goes_to("/cards/?q=flash")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_role("checkbox", name="Vulca", exact=True).first.check()
    expect(page.locator("#q")).to_have_value("flash people:Vulca")
    expect(page.locator("#reading")).to_contain_text("of the Vulca that mention “flash”")
    player.fits()


def test_filters_write_the_query_without_scripts(visitor: Callable[..., Visitor]) -> None:
    page = visitor(scripts=False).goes_to("/cards/?q=flash")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_role("checkbox", name="Vulca", exact=True).first.check()
    page.locator("button[value=panel]").click()
    expect(page.locator("#q")).to_have_value("flash people:Vulca")


def test_the_slash_leads_to_the_box_from_anywhere(visitor: Callable[..., Visitor]) -> None:
    page = visitor().goes_to("/matches/new/")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("/")
    page.wait_for_url("**/search/")
    page = visitor().goes_to("/help/")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search help")).to_be_focused()


def test_what_is_typed_before_the_scripts_are_there_is_found_too(visitor: Callable[..., Visitor]) -> None:
    player = visitor()
    page = player.page
    waiting: list[Route] = []
    page.route("**/*htmx*", lambda route: waiting.append(route))
    page.goto(player.url + "/cards/", wait_until="commit")
    page.locator("#q").fill("flash the incendiary")
    for route in waiting:
        route.continue_()
    expect(page.locator("#count")).to_contain_text("1 card")
