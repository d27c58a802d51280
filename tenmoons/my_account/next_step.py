"""Next steps: what is waiting for a person, shown first on the home page of a later visit."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON
from decks.core.legality import Status
from decks.deck.presenters import people_of, verdict_of
from decks.deck.queries import decklist_of, decks_of, judged_decks
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft
from drafts.reminders.services import WaitingNotice, waiting_notices_for
from drafts.table.moves import moves_of
from drafts.table.queries import drafts_of_person
from matches.play.queries import league_matches_to_play, scored_matches_of
from online.setup.my_games import add_fight, running_games

# Cards of a Blue Moon deck without its leader; decks of other games don’t count as unfinished here.
FULL_DECK_SIZE = 30
# How many of the latest drafts and matches are searched for one that is waiting.
RECENT_DRAFTS, RECENT_MATCHES = 12, 5


@dataclass(frozen=True, slots=True)
class NextStep:
    """A page with something to do, with the label of its button; `people` is empty if no people stands for it.

    `mine` is False if nothing waits for the person: others must act first, or it’s a deck.
    """

    name: str
    about: str
    url: str
    button: str
    picture: str
    people: str = ""
    mine: bool = True
    is_draft: bool = False


def next_steps_of(person: Person | None) -> Iterator[NextStep]:
    """Yield a person’s draft, game, request to reschedule, match and unfinished deck, sorted by `mine`."""
    if person is not None:
        steps = (_draft_step, _game_step, _request_step, running_match, _deck_step)
        yield from sorted(filter(None, (step(person) for step in steps)), key=lambda step: not step.mine)


def all_steps_of(person: Person | None) -> list[NextStep]:
    """Return the packets waiting for a person in drafts over days, and then their next steps."""
    packets = [_packet_step(notice) for notice in waiting_notices_for(person)]
    urls = {step.url for step in packets}
    return [*packets, *(step for step in next_steps_of(person) if step.url not in urls)]


def _packet_step(notice: WaitingNotice) -> NextStep:
    draft, packet = notice.draft, notice.packet
    about = _("a packet has been waiting for you since %(since)s UTC. Pick by %(until)s UTC.")
    if draft.sharing == Sharing.ROTISSERIE:
        about = _("it’s been your turn since %(since)s UTC. Take a card by %(until)s UTC.")
    about %= {
        name: date_format(at, "DATETIME_FORMAT") for name, at in (("since", packet.since), ("until", packet.deadline))
    }
    people = next(iter(draft.peoples), "")
    return NextStep(draft.name, about, draft.get_absolute_url(), _("Pick a card"), "", people, is_draft=True)


def _draft_step(person: Person) -> NextStep | None:
    moves = moves_of(person, [*drafts_of_person(person).filter(status__in=Draft.OPEN)[:RECENT_DRAFTS]])
    if not moves:
        return None
    move, picture = moves[0], "img/doors/friends.svg"
    return NextStep(move.name, move.about, move.url, move.button, picture, move.people, move.mine, is_draft=True)


def _game_step(person: Person) -> NextStep | None:
    game = next(iter(running_games(person)), None)
    if game is None or not game.my_turn:
        return None
    return NextStep(game.name, add_fight(game).about, game.url, _("Play on"), "img/doors/bots.svg", game.people)


def _request_step(person: Person) -> NextStep | None:
    fixture = next(iter(league_matches_to_play(person)), None)
    if fixture is None or fixture.when != "asked":
        return None
    url = f"{fixture.row.round.event.get_absolute_url()}?round={fixture.row.round.number}#mine"
    return NextStep(fixture.opponent.name, _("wants to reschedule"), url, _("Answer"), "img/doors/score.svg")


def running_match(person: Person | None) -> NextStep | None:
    scored = next((scored for scored in scored_matches_of(person, limit=RECENT_MATCHES) if not scored.over), None)
    if scored is None:
        return None
    first, second = scored.players
    name = _("%(name)s against %(other)s") % {"name": first.name, "other": second.name}
    about = _("%(one)d to %(other)d crystals") % {"one": first.crystals, "other": second.crystals}
    return NextStep(
        name, about, reverse("matches:detail", args=[scored.match.key]), _("Play on"), "img/doors/score.svg"
    )


def deck_to_play(person: Person | None) -> NextStep | None:
    """Return the latest deck as a step, to play it or make it legal, for someone with nothing else to do."""
    row = decks_of(person).filter(game=BLUE_MOON, archived=False).first()
    if row is None:
        return None
    cards, picture = catalogue(), "img/doors/deck.svg"
    (judged,) = judged_decks([row], cards)
    people = people_of(judged.deck, cards) or ""
    if judged.report.status is Status.LEGAL:
        return NextStep(row.name, _("Your deck"), f"{reverse('online:new')}?deck={row.key}", _("Play"), picture, people)
    verdict = verdict_of(judged.report, cards)
    about, button = str(verdict.word), _("Open deck")
    if verdict.faults:
        about += ": " + ngettext("%(n)s problem", "%(n)s problems", verdict.faults) % {"n": verdict.faults}
        button = _("Make it legal")
    return NextStep(row.name, about, row.get_absolute_url(), button, picture, people)


def _deck_step(person: Person) -> NextStep | None:
    deck = decks_of(person).filter(game=BLUE_MOON, archived=False, pool=None).first()
    count = sum(line.copies for line in deck.cards.all()) if deck is not None else FULL_DECK_SIZE
    if deck is None or count >= FULL_DECK_SIZE:
        return None
    about = _("%(count)d of %(size)d cards") % {"count": count, "size": FULL_DECK_SIZE}
    people, url = people_of(decklist_of(deck), catalogue()) or "", deck.get_absolute_url()
    return NextStep(deck.name, about, url, _("Continue"), "img/doors/deck.svg", people, mine=False)
