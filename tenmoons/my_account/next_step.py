"""Next steps: what waits for a person, shown first on the home page of a later visit."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON
from common.templatetags.common import player_count
from decks.deck.presenters import people_of
from decks.deck.queries import decklist_of, decks_of
from drafts.models import Draft
from drafts.table.queries import drafts_of_person
from matches.play.queries import league_matches_to_play, match_views_of
from online.setup.my_games import running_games

# Cards of a Blue Moon deck without its leader; decks of other games don’t count as unfinished here.
FULL_DECK_SIZE = 30
# Matches that are searched for a running one.
RECENT_MATCHES = 5


@dataclass(frozen=True, slots=True)
class NextStep:
    """A page that waits for its reader, with the label of its button; `people` is empty if it has none."""

    name: str
    about: str
    url: str
    button: str
    picture: str
    people: str = ""


def next_steps_of(person: Person | None) -> Iterator[NextStep]:
    """Yield a person's draft, game, request to reschedule, match and unfinished deck, the most urgent first."""
    if person is not None:
        steps = (_draft_step, _game_step, _request_step, running_match, _deck_step)
        yield from filter(None, (step(person) for step in steps))


def _draft_step(person: Person) -> NextStep | None:
    draft = drafts_of_person(person).filter(status__in=Draft.OPEN).first()
    if draft is None:
        return None
    about, url = f"{player_count(draft.players)} · {draft.get_status_display()}", draft.get_absolute_url()
    return NextStep(
        draft.name, about, url, _("Go to the table"), "img/doors/friends.svg", next(iter(draft.peoples), "")
    )


def _game_step(person: Person) -> NextStep | None:
    game = next(iter(running_games(person)), None)
    if game is None or not game.my_turn:
        return None
    return NextStep(game.name, game.about, game.url, _("Play on"), "img/doors/bots.svg", game.people)


def _request_step(person: Person) -> NextStep | None:
    fixture = next(iter(league_matches_to_play(person)), None)
    if fixture is None or fixture.when != "asked":
        return None
    url = f"{fixture.row.round.event.get_absolute_url()}?round={fixture.row.round.number}#mine"
    return NextStep(fixture.opponent.name, _("wants to reschedule"), url, _("Answer"), "img/doors/score.svg")


def running_match(person: Person | None) -> NextStep | None:
    view = next((view for view in match_views_of(person, limit=RECENT_MATCHES) if not view.over), None)
    if view is None:
        return None
    first, second = view.players
    name = _("%(name)s against %(other)s") % {"name": first.name, "other": second.name}
    about = _("%(one)d to %(other)d crystals") % {"one": first.crystals, "other": second.crystals}
    return NextStep(name, about, reverse("matches:detail", args=[view.match.key]), _("Play on"), "img/doors/score.svg")


def deck_to_play(person: Person | None) -> NextStep | None:
    """Return the latest deck as a step, for someone for whom nothing else waits."""
    deck = decks_of(person).filter(game=BLUE_MOON, archived=False).first()
    if deck is None:
        return None
    people = people_of(decklist_of(deck), catalogue()) or ""
    url = f"{reverse('online:new')}?deck={deck.key}"
    return NextStep(deck.name, _("Your deck"), url, _("Play"), "img/doors/deck.svg", people)


def _deck_step(person: Person) -> NextStep | None:
    deck = decks_of(person).filter(game=BLUE_MOON, archived=False, pool=None).first()
    count = sum(line.copies for line in deck.cards.all()) if deck is not None else FULL_DECK_SIZE
    if deck is None or count >= FULL_DECK_SIZE:
        return None
    about = _("%(count)d of %(size)d cards") % {"count": count, "size": FULL_DECK_SIZE}
    people = people_of(decklist_of(deck), catalogue()) or ""
    return NextStep(deck.name, about, deck.get_absolute_url(), _("Build on"), "img/doors/deck.svg", people)
