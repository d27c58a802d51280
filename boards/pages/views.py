"""Views of *Try it*, for playing a position on, setting it up by hand or drawing it for a link, and of rules on
boards."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from boards.core import setup
from boards.core.drawing import position_svg
from boards.core.notation import ELEMENTS as ELEMENT_FIELDS
from boards.core.notation import PHASES as PHASE_FIELDS
from boards.core.picture import BoardPicture, board_picture
from boards.core.played_line import (
    MAX_LINES,
    carry_out_step,
    line_as_text,
    line_of_recorded_game,
    lines_after_branch,
    parse_line_steps,
    play_line,
)
from boards.core.read import ParsedPosition, parse_position
from boards.core.setup import CARD_PLACES, parse_position_fields
from boards.core.write import position_as_text
from boards.pages.addresses import MAX_LINK_CHARACTERS, board_url, player_names
from boards.pages.scenes import rules_with_scenes, scene_titles_at, scenes_of_card, scenes_of_ruling
from boards.pages.table import board_context, refused_action
from boards.pages.words import ELEMENT_NAMES, PLAYERS, board_text, describe_dragons, local_name
from cards.catalogue.queries import all_data_versions, card_by_slug, catalogue
from cards.core.facts import BLUE_MOON, PEOPLES, CardFacts
from cards.core.search import parse_query
from cards.games import GAMES
from cards.hooks import RulingScene, numbered_rules
from cards.pictures.painting import svg_as_png
from cards.rulings.presenters import translated_rule_reading, translated_ruling
from cards.rulings.queries import current_rulings_book
from cards.search.queries import find_cards
from cards.translations import reader_language
from common.errors import Invalid, Missing
from common.i18n import error_detail_message, translated
from common.page_cache import cached_page
from common.text import gettext_noop, parse_whole_number, tidy_name
from game.engine.board import PHASE_NAMES
from game.engine.state import State
from game.engine.table import Deck
from game.records.games import parse_game_file

# Phases that can be set by hand; the others pass automatically.
_PHASES_TO_CHOOSE = ("begin", "lead", "engage", "char", "plays", "power")
_DEFAULT_VALUES = {"turn": "0", "ph": "begin", "el": "none", "dr": "0"}


def setup_context(position: ParsedPosition, text: str, to: str) -> dict[str, object]:
    fields = parse_position_fields(text)
    places = [(place, board_text(f"place {place}")) for place in CARD_PLACES]
    return {
        "picture": board_picture(position.state, position.seat),
        "notes": [(error_detail_message(note), note.rule) for note in position.notes],
        "position": text,
        "url": board_url(text),
        "to": to,
        "places": [(name, [(f"{place}{who}", label) for place, label in places]) for who, name in enumerate(PLAYERS)],
        "lying": _cards_on_board(position.state),
        "selects": [
            (field, board_text(f"set {field}"), fields.get(field, _DEFAULT_VALUES[field]), choices)
            for field, choices in _setup_choices().items()
        ],
        "seed": fields.get("rnd", "0").partition(".")[0],
    }


def _cards_on_board(state: State) -> list[tuple[str, str]]:
    """Return the cards that can be removed: all except draw decks, which are too many to list."""
    decks = {card for who in (0, 1) for card in state.deck_of(who)}
    owned = zip(state.table.owner, state.table.facts, strict=True)
    named = [pair for card, pair in enumerate(owned) if card not in decks and pair[1].known]
    return [(f"{who}{facts.code}", f"{PLAYERS[who]}: {local_name(facts)}") for who, facts in named]


def _setup_choices() -> dict[str, list[tuple[str, object]]]:
    """Return the values of turn, phase, element and dragons, by the field of the text."""
    return {
        "turn": [("0", PLAYERS[0]), ("1", PLAYERS[1])],
        "ph": [(name, board_text(f"phase {PHASE_NAMES[PHASE_FIELDS.index(name)]}")) for name in _PHASES_TO_CHOOSE],
        "el": [("none", board_text("set el none")), *zip(ELEMENT_FIELDS[1:], ELEMENT_NAMES[1:], strict=True)],
        "dr": [(str(n), describe_dragons(n)) for n in range(-3, 4)],
    }


# A game to watch, on the page without a position.
EXAMPLE_POSITION = (
    "TM1 ph=engage el=fire h0=V05.V12.V18.V23 d0=V01.V02.V03.V04 c0=V09 h1=H01.H06.H11 d1=H03.H04.H05 c1=H02 s1=H21"
)
# Rulings that matter often at the table, to begin with.
TO_TRY = ("R0-12", "R0-23", "R0-31", "R0-36", "R1-071", "R1-082")
_MAX_SEED = 1 << 31
MAX_CARDS_FOUND = 40
NAME_LENGTH = 40
# The position in a URL never changes; the words on the page are in the reader’s language.
_CACHE_HEADERS = {"Cache-Control": "private, max-age=3600"}


def _show_start_if_invalid(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Use the names in the URL for the players; if a view raises `Invalid`, show the page without a position."""

    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        names = tuple(filter(None, (tidy_name(name, length=NAME_LENGTH) for name in request.GET.getlist("name"))))
        before = player_names.set(names if len(names) == len(PLAYERS) else ())
        try:
            return view(request)
        except Invalid as error:
            return _start_page_response(request, problem=translated(error), status=400)
        finally:
            player_names.reset(before)

    return checked


@require_safe
@_show_start_if_invalid
def board_page(request: HttpRequest) -> HttpResponse:
    """Show a position and its legal actions; `do` carries out a step first, or says why it isn’t legal."""
    text = request.GET.get("p", "").strip()
    if not text:
        return _start_page_response(request)
    lines = [line for line in request.GET.getlist("l") if line] or [""]
    position = parse_position(catalogue(), text)
    line = play_line(position, parse_line_steps(lines[0]), _parse_whole_number(request.GET.get("at")))
    problem, refusal = "", None
    if wanted := request.GET.get("do", ""):
        wanted += _chosen_chance_suffix(request)
        try:
            carry_out_step(ParsedPosition(line.present_state, position.seat, ()), wanted)
            further = lines_after_branch(lines, line.all_steps, len(line.done), wanted)
            _refuse_long_lines(text, further)
            return HttpResponseRedirect(board_url(text, further))
        except Invalid as error:
            problem = translated(error)
        with suppress(Invalid):
            refusal = refused_action(line.present_state, request.GET["do"])
    _refuse_long_lines(text, lines)
    context = board_context(position, text, lines, line)
    context |= {"problem": "" if refusal else problem, "refusal": refusal, "titles": scene_titles_at(text)}
    context["link"] = request.build_absolute_uri(board_url(text, lines, len(line.done) if line.ahead else None))
    picture_url = reverse("boards:picture", args=["png"]) + "?" + board_url(str(context["now"])).partition("?")[2]
    context["link_picture"] = request.build_absolute_uri(picture_url)
    return render(request, "boards/table.html", context)


def _refuse_long_lines(text: str, lines: Sequence[str]) -> None:
    """Raise `Invalid` for more or longer lines than a link holds: each link of the page repeats them all."""
    if len(lines) > MAX_LINES:
        params = {"count": len(lines), "most": MAX_LINES}
        raise Invalid(gettext_noop("This link has %(count)d lines, and one has at most %(most)d."), params)
    for line in lines:
        parse_line_steps(line)
    if any(lines) and len(board_url(text, lines)) > MAX_LINK_CHARACTERS:
        raise Invalid(gettext_noop("The link is getting too long. Start again from this position below."))


@require_safe
@_show_start_if_invalid
def edit_position_page(request: HttpRequest) -> HttpResponse:
    """Change a position by hand: place or remove a card, or set turn, phase, element or dragons.

    `find` places the card it names. If it finds several cards, each is shown with a button to place it.
    """
    cards, text = catalogue(), request.GET.get("p", "").strip() or setup.EMPTY_POSITION
    wanted, problem = request.GET.get("find", "").strip()[:80], ""
    named = cards.lookup(wanted)
    try:
        text = _text_with_form_change(request, text, named[0].code if len(named) == 1 else "")
        wanted = "" if len(named) == 1 else wanted
    except (Invalid, Missing) as error:
        problem = translated(error)
    position = parse_position(cards, text)
    context = setup_context(position, text, request.GET.get("to", "h0"))
    context |= {
        "problem": problem,
        "wanted": wanted,
        "found": _search_cards(wanted) if wanted else [],
        "peoples": PEOPLES,
    }
    return render(request, "boards/edit.html", context)


def _search_cards(wanted: str) -> list[CardFacts]:
    """Return the cards of a search; without a result, the cards with the nearest names."""
    cards = catalogue()
    found = [card for card in find_cards(parse_query(wanted)).cards if card.game == BLUE_MOON and card.known]
    return (found or [cards.find_card(name) for name in cards.suggest_names(wanted)])[:MAX_CARDS_FOUND]


def _text_with_form_change(request: HttpRequest, text: str, named: str) -> str:
    """Return the text changed by the form; `named` is the code of the card its search names."""
    cards, query = catalogue(), request.GET
    if laid := query.get("card", "").strip()[:80] or named:
        return setup.position_with_card(cards, text, cards.find_card(laid), query.get("to", "h0"))
    if taken := query.get("take", "")[:80]:
        return setup.position_without_card(cards, text, cards.find_card(taken[1:]), taken[:1])
    values = {name: query[name] for name in setup.FIELDS_SET_BY_HAND if query.get(name)}
    if not values:
        return text
    seed = _parse_whole_number(query.get("seed"))
    return setup.position_with_values(cards, text, values | ({"rnd": f"{seed}.0"} if seed is not None else {}))


@require_safe
@_show_start_if_invalid
def start_game_view(request: HttpRequest) -> HttpResponse:
    """Start a game of two decks: published decks, or cards named in the URL."""
    decks = (_deck_from_query(request, "0"), _deck_from_query(request, "1"))
    seed = _parse_whole_number(request.GET.get("seed"))
    text = setup.position_of_new_game(catalogue(), decks, secrets.randbelow(_MAX_SEED) if seed is None else seed)
    return HttpResponseRedirect(board_url(text))


@require_POST
@_show_start_if_invalid
def recorded_game_page(request: HttpRequest) -> HttpResponse:
    """Show a recorded game from one of its steps on, with its further steps as the line."""
    game = parse_game_file(request.POST.get("game", "").encode())
    state, steps = line_of_recorded_game(catalogue(), game, _parse_whole_number(request.POST.get("after")) or 0)
    text, steps_before = position_as_text(state), len(steps)
    while steps_before and len(board_url(text, [line_as_text(steps[:steps_before])], 0)) > MAX_LINK_CHARACTERS:
        steps_before -= 10
    return HttpResponseRedirect(board_url(text, [line_as_text(steps[: max(steps_before, 0)])], 0))


def _deck_from_query(request: HttpRequest, who: str) -> Deck:
    """Return a player’s deck: the codes of `cards0`, separated by points, or the published deck of `people0`."""
    codes = [code.replace("-", " ") for code in request.GET.get(f"cards{who}", "").split(".") if code]
    return Deck(tuple(codes)) if codes else setup.published_deck(catalogue(), request.GET.get(f"people{who}", ""))


def _start_page_response(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    context = {
        "problem": problem,
        "typed": request.GET.get("p", ""),
        "game": request.POST.get("game", ""),
        "after": _parse_whole_number(request.POST.get("after")) or 0,
        "cards0": request.GET.get("cards0", ""),
        "peoples": PEOPLES,
        "example": board_url(EXAMPLE_POSITION),
        "rulings": [translated_ruling(ruling) for ruling in current_rulings_book().rulings if ruling.id in TO_TRY],
        "empty": reverse("boards:edit"),
    }
    return render(request, "boards/start.html", context, status=status)


def _chosen_chance_suffix(request: HttpRequest) -> str:
    """Return the chosen random results as the end of a step: `!V03;H06`."""
    draw, pick = request.GET.get("draw", "")[:8], request.GET.get("pick", "")[:8]
    return f"!{draw}{';' if pick else ''}{pick}" if draw or pick else ""


def _parse_whole_number(text: str | None) -> int | None:
    number = parse_whole_number(text or "", digits=10)
    return None if number is None else min(number, _MAX_SEED)


@require_safe
def position_picture(request: HttpRequest, kind: str) -> HttpResponse:
    """Draw the position of the address as `svg` or `png`; a seat’s hidden cards stay hidden."""
    position = parse_position(catalogue(), request.GET.get("p", ""))
    line = play_line(position, parse_line_steps(request.GET.get("l", "")))
    svg = translated_position_svg(board_picture(line.present_state, position.seat))
    if kind == "svg":
        return HttpResponse(svg, content_type="image/svg+xml", headers=_CACHE_HEADERS)
    return HttpResponse(svg_as_png(svg), content_type="image/png", headers=_CACHE_HEADERS)


def translated_position_svg(drawn: BoardPicture) -> str:
    title = f"{PLAYERS[drawn.turn]}: {board_text(f'phase {drawn.phase}')}"
    return position_svg(
        drawn, title, [str(name) for name in PLAYERS], lambda card: (local_name(card), GAMES[card.game].picture(card))
    )


# This many scenes of a rule are drawn at once; the rest are links.
SCENES_DRAWN_AT_ONCE = 3


@require_safe
@cached_page(all_data_versions)
def turn_phases_page(request: HttpRequest) -> HttpResponse:
    return render(request, "boards/turn.html", {"boards": rules_with_scenes()})


@require_safe
@cached_page(all_data_versions)
def rule_page(request: HttpRequest, number: str) -> HttpResponse:
    ruling = current_rulings_book().by_slug.get(number.lower())
    rule = numbered_rules(reader_language()).get(number.upper())
    context = {"number": number.upper(), "rule": rule, "ruling": translated_ruling(ruling) if ruling else None}
    return _scenes_response(request, scenes_of_ruling(number.upper()), context)


@require_safe
@cached_page(all_data_versions)
def card_scenes_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the boards whose steps name a card, those with the fewest cards first."""
    card = card_by_slug(slug)
    scenes = sorted(scenes_of_card(card.code) if card else (), key=lambda scene: len(scene.url))
    return _scenes_response(request, scenes, {"number": local_name(card) if card else "", "card": card})


def _scenes_response(request: HttpRequest, scenes: Sequence[RulingScene], about: Mapping[str, object]) -> HttpResponse:
    if not scenes:
        raise Http404
    at_once, others = scenes[:SCENES_DRAWN_AT_ONCE], scenes[SCENES_DRAWN_AT_ONCE:]
    return render(request, "boards/rule.html", {**about, "scenes": at_once, "others": others})


@require_safe
@cached_page(all_data_versions)
def interpretations_page(request: HttpRequest) -> HttpResponse:
    """Show where the sources disagree: our reading, both statements, and a board that shows it."""
    drawn_rules = rules_with_scenes()
    readings = [reading for reading in current_rulings_book().readings.values() if reading.number.startswith("C-")]
    rows = [(translated_rule_reading(reading), reading.number in drawn_rules) for reading in readings]
    return render(request, "boards/readings.html", {"readings": rows})
