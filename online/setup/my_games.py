"""A person’s running and finished games, for pages that link to them."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from accounts.models import Person
from boards.pages.words import ELEMENT_NAMES
from cards.catalogue.queries import catalogue
from online.games.loaded import load_game
from online.games.queries import games_of_person
from online.models import Game, GameSeat
from online.table.presenters import player_name, short_name

MAX_GAMES, MAX_REPLAYS = 12, 5


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A running, waiting or finished game; `powers` are the reader’s and the opponent’s, if added."""

    key: str
    place: int
    name: str
    about: str
    url: str
    my_turn: bool
    people: str
    opponent: str = ""
    opponent_people: str = ""
    powers: tuple[int, int] | None = None


def running_games(person: Person | None) -> list[GameSummary]:
    """Return the games of a person that aren’t over; games in which it’s their turn come first."""
    rows = games_of_person(person).filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING))[:MAX_GAMES]
    return [_game_summary(game, list(game.seats.all()), person) for game in rows]


def finished_games(person: Person | None) -> list[GameSummary]:
    """Return the last finished games of a person, for links to their replays."""
    rows = games_of_person(person).filter(status=Game.Status.OVER)[:MAX_REPLAYS]
    lines = ((_game_summary(game, list(game.seats.all()), person), game) for game in rows)
    return [
        replace(line, about=capfirst(game.get_ending_display()), url=reverse("online:replay", args=[game.key]))
        for line, game in lines
    ]


def add_powers(line: GameSummary) -> GameSummary:
    """Add both powers and the element to a running game, which means reading its position."""
    state = load_game(line.key).state
    if state is None:
        return line
    about = " · ".join(filter(None, (str(ELEMENT_NAMES[state.contested_element]), line.about)))
    return replace(line, powers=(state.power(line.place), state.power(1 - line.place)), about=capfirst(about))


def _game_summary(game: Game, seats: list[GameSeat], person: Person | None) -> GameSummary:
    mine = next(seat for seat in seats if person is not None and seat.person_id == person.pk)
    other = next((seat for seat in seats if seat is not mine), None)
    opponent = "" if other is None else player_name(other)
    my_turn = game.status == Game.Status.PLAYING and game.decides == mine.place
    if other is None:
        name, about = _("Your invitation"), _("Waiting for a player")
    elif my_turn:
        name = _("Your turn against %(name)s") % {"name": opponent}
        about = _("%(time)s left") % {"time": timeuntil(game.deadline)} if game.deadline is not None else ""
    else:
        name, about = _("Your game against %(name)s") % {"name": opponent}, _("Waiting for your opponent")
    return GameSummary(
        key=game.key,
        place=mine.place,
        name=name,
        about=about,
        url=game.get_absolute_url(),
        my_turn=my_turn,
        people=_people_of_seat(mine),
        opponent="" if other is None else short_name(other),
        opponent_people=_people_of_seat(other) if other is not None else "",
    )


def _people_of_seat(seat: GameSeat) -> str:
    card = catalogue().by_code.get(seat.leader)
    return card.people.value if card is not None else ""
