"""Whatever is typed or uploaded, generated from the grammar of what is read there: it is read, or refused in a
sentence.

`make thorough` tries 50,000 texts, the gate a few hundred of each kind; `FUZZ_EXAMPLES` says how many of each kind and
`FUZZ_SEED` which. Failures are kept in `kept.csv`, so they are tried again in every run.
"""

from __future__ import annotations

import csv
import json
import os
import random
import traceback
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from boards import api as boards_api
from boards.core import setup
from boards.core.picture import board_picture
from boards.core.played_line import carry_out_step, legal_steps, line_of_recorded_game, play_line
from boards.core.read import ParsedPosition, parse_position
from boards.core.write import position_as_text, view_as_text
from boards.pages.table import board_context, refused_action
from boards.pages.views import setup_context, translated_position_svg
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import DomainError
from decks.core.legality import judge_deck
from decks.core.text import DECK_TEXT_FORMATS, parse_deck_text
from game.records.games import parse_game_file, replay_game
from matches.core import scoring
from matches.core.pairing.swiss import pair_round
from matches.core.seasons.csv_import import preview_season
from matches.management.commands.pair_round import parse_pairing_field, round_as_dict
from matches.management.commands.score_match import parse_match_record, score_as_dict
from tests.effort import THOROUGH
from tests.fuzz import grammars
from tests.fuzz.grammars import Maker

pytestmark = [pytest.mark.once, pytest.mark.django_db]

SEED = int(os.environ.get("FUZZ_SEED", "7"))
EXAMPLES = Path(__file__).with_name("kept.csv")
Reader = Callable[[str, Catalogue, random.Random], object]


def _position(text: str, facts: Catalogue, lots: random.Random) -> object:
    """Return everything that pages, pictures and the API make of a position, and of the one after a step."""
    position = parse_position(facts, text)
    state = position.state
    seats = (0, 1) if position.seat is None else (position.seat,)
    written = [view_as_text(state, seat) for seat in seats] + (
        [position_as_text(state)] if position.seat is None else []
    )
    context = board_context(position, text, [""], play_line(position, ()))
    drawn = translated_position_svg(board_picture(state, position.seat))
    answered = boards_api._position_data(position)
    json.dumps([written, drawn, answered, context["now"], setup_context(position, text, "h0")["url"]]).encode()
    for words in (
        "pass",
        "play Vulca 05",
        "take Vulca 05",
        "yes",
        "load-B04-on-B29",
        f"play {lots.choice(facts.cards).code}",
    ):
        _or_refused(partial(refused_action, state, words))
    acts = legal_steps(state) if position.seat is None else []
    for words, _action in lots.sample(acts, min(2, len(acts))):
        _or_refused(partial(_next, position, text, words))
    _or_refused(lambda: carry_out_step(position, "pass!V03;1?"))
    return _by_hand(text, facts, lots)


def _next(position: ParsedPosition, text: str, words: str) -> object:
    return board_context(position, text, [words], play_line(position, (words,)))


def _by_hand(text: str, facts: Catalogue, lots: random.Random) -> object:
    """Return the same position, changed on the page where cards are laid out."""
    card, place = lots.choice(facts.cards), f"{lots.choice(setup.CARD_PLACES)}{lots.randrange(2)}"
    _or_refused(lambda: setup.position_with_card(facts, text, card, place))
    _or_refused(lambda: setup.position_without_card(facts, text, card, place[-1]))
    return _or_refused(lambda: setup.position_with_values(facts, text, {"turn": "1", "ph": "plays"}))


def _or_refused(attempt: Callable[[], object]) -> object:
    try:
        return attempt()
    except DomainError as error:
        str(error.message).encode()
        return None


def _deck(text: str, facts: Catalogue, _lots: random.Random) -> object:
    reading, _format = parse_deck_text(text, facts)
    cards = facts if reading.deck.game == "bluemoon" else catalogue(reading.deck.game)
    judge_deck(reading.deck, cards)
    forms = [form.print(reading.deck, cards) for form in DECK_TEXT_FORMATS.values()]
    return "".join([*forms, *(problem.message for problem in reading.problems)]).encode()


def _game(text: str, facts: Catalogue, lots: random.Random) -> object:
    data = parse_game_file(text.encode())
    _or_refused(lambda: replay_game(facts, data))
    state, steps = line_of_recorded_game(facts, data, lots.randrange(4))
    return [position_as_text(state), steps]


def _match(text: str, _facts: Catalogue, _lots: random.Random) -> object:
    return json.dumps(score_as_dict(scoring.score_match(parse_match_record(text)))).encode()


def _field(text: str, _facts: Catalogue, _lots: random.Random) -> object:
    field = parse_pairing_field(text)
    return round_as_dict(pair_round(field.entrants, seed=field.seed, fixed=field.fixed))


def _season(text: str, _facts: Catalogue, _lots: random.Random) -> object:
    return preview_season(text, members=("Roland", "Elinor"), choices={}, known=(), today=date(2026, 1, 2))


# What is generated, how it is read, and how many of it the gate tries.
KINDS: dict[str, tuple[Maker, Reader, int]] = {
    "position": (grammars.position, _position, 200),
    "deck": (grammars.deck, _deck, 200),
    "game": (grammars.game, _game, 100),
    "match": (grammars.match_file, _match, 200),
    "field": (grammars.field_file, _field, 200),
    "season": (grammars.season_file, _season, 100),
}
THOROUGH_EXAMPLES = {"position": 20_000, "deck": 10_000, "game": 5_000}
OTHER_EXAMPLES = 5_000


def _failure(kind: str, text: str, facts: Catalogue, lots: random.Random) -> str:
    """Return what went wrong with a text; an empty string where it was read or refused.

    Forms and files are read as UTF-8, so half a character can only come as an escape.
    """
    text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    try:
        _or_refused(lambda: KINDS[kind][1](text, facts, lots))
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{Path(last.filename).name}:{last.lineno} {last.name}"
        return f"{type(error).__name__}: {error} at {at}"[:300]
    return ""


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_grammar_makes_is_read_or_refused(kind: str, db_catalogue: Catalogue) -> None:
    make, _read, few = KINDS[kind]
    count = int(os.environ.get("FUZZ_EXAMPLES", THOROUGH_EXAMPLES.get(kind, OTHER_EXAMPLES) if THOROUGH else few))
    lots, wrong = random.Random(f"{kind} {SEED}"), dict[str, str]()
    for _ in range(count):
        text = make(lots, db_catalogue)
        if failure := _failure(kind, text, db_catalogue, lots):
            wrong[failure] = min(wrong.get(failure, text), text, key=len)
    assert not wrong, "\n".join(f"{failure}\n  {text[:1000]!a}" for failure, text in wrong.items())


def _examples() -> list[tuple[str, str]]:
    with EXAMPLES.open(encoding="utf-8", newline="") as file:
        return [(row["kind"], json.loads(row["text"])) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("kind", "text"), _examples())
def test_what_was_found_once_is_read_or_refused(kind: str, text: str, db_catalogue: Catalogue) -> None:
    assert not _failure(kind, text, db_catalogue, random.Random(SEED))
