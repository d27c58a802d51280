"""A person’s running and finished games, for pages that link to them."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.templatetags.cards import people_name
from online.games.loaded import load_game
from online.games.queries import games_of_person
from online.models import Game, GameSeat
from online.table.presenters import player_name

MAX_GAMES, MAX_REPLAYS = 12, 5


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A running, waiting or finished game with both decks.

    `progress` says how long it has gone on or can go on, or how the fight stands. Without a fight, `about` also says
    against whom.
    """

    key: str
    place: int
    name: str
    about: str
    url: str
    my_turn: bool
    people: str
    deck: str
    opponent: str = ""
    opponent_people: str = ""
    opponent_deck: str = ""
    is_computer: bool = False
    progress: str = ""


def running_games(person: Person | None) -> list[GameSummary]:
    """Return the games of a person that aren’t over; games in which it’s their turn come first."""
    rows = games_of_person(person).filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING))[:MAX_GAMES]
    cards = catalogue()
    return [_game_summary(game, person, cards) for game in rows]


def finished_games(person: Person | None) -> list[GameSummary]:
    """Return the last finished games of a person with their results, for links to their replays."""
    rows, cards = games_of_person(person).filter(status=Game.Status.OVER)[:MAX_REPLAYS], catalogue()
    lines = ((_game_summary(game, person, cards), game) for game in rows)
    return [
        replace(line, about=_result_in_words(game, line), url=reverse("online:replay", args=[game.key]))
        for line, game in lines
    ]


def _result_in_words(game: Game, line: GameSummary) -> str:
    result = _("A draw") if game.winner is None else _("You won") if game.winner == line.place else _("You lost")
    ending = "" if game.ending == Game.Ending.PLAYED else game.get_ending_display()
    return _join(result, ending, line.opponent if line.is_computer else "")


def _join(*parts: str) -> str:
    """Return the parts that aren’t empty, with dots that never begin a line."""
    return "\N{NO-BREAK SPACE}· ".join(filter(None, parts))


def add_fight(line: GameSummary) -> GameSummary:
    """Add how the fight stands, if one is running, the reader’s power first; this reads the game’s position."""
    state = load_game(line.key).state
    if state is None or not state.contested_element:
        return line
    powers = _("you %(mine)d, %(name)s %(theirs)d") % {
        "mine": state.power(line.place),
        "name": _("computer") if line.is_computer else line.opponent,
        "theirs": state.power(1 - line.place),
    }
    fight = _join(("", _("Fight in fire"), _("Fight in earth"))[state.contested_element], powers)
    about = fight if line.is_computer else _join(fight, line.progress)
    return replace(line, progress=about, about=about)


def _game_summary(game: Game, person: Person | None, cards: Catalogue) -> GameSummary:
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if person is not None and seat.person_id == person.pk)
    other = next((seat for seat in seats if seat is not mine), None)
    opponent = "" if other is None else player_name(other)
    is_computer = other is not None and bool(other.level)
    my_turn = game.status == Game.Status.PLAYING and game.decides == mine.place
    people, other_people = _people_of_seat(mine, cards), _people_of_seat(other, cards)
    deck = _deck_name(mine.deck_name, people)
    # The name of another person’s deck isn’t told, only its people.
    other_deck = _deck_name(other.deck_name if other is not None and other.level else "", other_people)
    if other is None:
        name, progress = _("Your invitation"), _("Waiting for a player")
    elif is_computer:
        # Games against the computer only differ in their decks and their age.
        name = _("%(name)s against %(other)s") % {"name": deck, "other": other_deck}
        progress = _age_in_words(game)
    elif my_turn:
        name = _("Your turn against %(name)s") % {"name": opponent}
        progress = _("%(time)s left") % {"time": timeuntil(game.deadline)} if game.deadline is not None else ""
    else:
        name, progress = _("Your game against %(name)s") % {"name": opponent}, _("Waiting for your opponent")
    return GameSummary(
        key=game.key,
        place=mine.place,
        name=name,
        about=_join(opponent, progress) if is_computer else progress,
        url=game.get_absolute_url(),
        my_turn=my_turn,
        people=people,
        deck=deck,
        opponent=opponent,
        opponent_people=other_people,
        opponent_deck=other_deck,
        is_computer=is_computer,
        progress=progress,
    )


def _age_in_words(game: Game) -> str:
    minutes = int((timezone.now() - game.created).total_seconds() // 60)
    if minutes < 1:
        return _("just started")
    if minutes < 60:
        return ngettext("started %(n)d minute ago", "started %(n)d minutes ago", minutes) % {"n": minutes}
    if (hours := minutes // 60) < 24:
        return ngettext("started %(n)d hour ago", "started %(n)d hours ago", hours) % {"n": hours}
    return ngettext("started %(n)d day ago", "started %(n)d days ago", hours // 24) % {"n": hours // 24}


def _deck_name(name: str, people: str) -> str:
    """Return the name of a deck, or else of its people; both can be empty."""
    return name if name not in ("", people) else people_name(people) if people else ""


def _people_of_seat(seat: GameSeat | None, cards: Catalogue) -> str:
    card = cards.by_code.get(seat.leader) if seat is not None else None
    return card.people.value if card is not None else ""
