"""Views of rules on boards: the turn as a diagram, a rule with its scenes, and where the sources disagree."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from boards.pages.scenes import rules_with_scenes, scenes_of_ruling
from cards.rules_registry import rules_on
from cards.rulings.presenters import translated_reading, translated_ruling
from cards.rulings.queries import book

# So many scenes of a rule are drawn at once; the others are links.
DRAWN = 3


@dataclass(frozen=True, slots=True)
class Window:
    """A phase of the turn: what is done in it, the icons that work there, what the other player may do, the rules."""

    title: str | Promise
    done: str | Promise
    rules: tuple[str, ...]
    icons: tuple[str, ...] = ()
    other: str | Promise = ""


TURN = (
    Window(
        _("Beginning of the turn"),
        _("Texts that are due come first. Then take cards back, discard own bluffs and land ships."),
        ("GAME-01", "R1-038", "R1-130"),
        ("retrieve",),
    ),
    Window(
        _("Leadership phase"),
        _("One leadership card, ship, Hyla or crystal card; or discard one with this symbol and draw a card."),
        ("GAME-02", "R1-001", "R1-131"),
        ("replace",),
    ),
    Window(
        _("Engagement phase"),
        _("Start a fight or start none; fight on or retreat. After this phase there is no retreat."),
        ("GAME-03", "R1-003", "C-07"),
    ),
    Window(
        _("Character phase"),
        _("One character. Pairs, gangs, free cards and texts let more follow, stop ends it."),
        ("GAME-04", "GAME-27", "R1-133"),
        ("pair", "gang", "free", "stop"),
        _("At the first character: an interference card that answers characters."),
    ),
    Window(
        _("Booster/support phase"),
        _("One booster, support or bluff, or load one card on a ship. None in the turn that starts the fight."),
        ("GAME-05", "C-08", "GAME-28"),
        ("free", "bluff", "stop"),
    ),
    Window(
        _("Power phase"),
        _(
            "Announce your power, at the start of a fight with its element. It must reach the other one’s, or a shield "
            "lifts that."
        ),
        ("GAME-06", "GAME-10", "GAME-18"),
        ("shield",),
        _("Call a bluff, or play an interference card that answers power; not both."),
    ),
    Window(_("Refresh phase"), _("Draw until you hold six cards."), ("GAME-07", "R1-136")),
    Window(
        _("End of the turn"),
        _("Texts for the end of the turn, in the order you like; then those of a turn that is about to end."),
        ("GAME-08", "GAME-25", "R0-36"),
    ),
)
# What comes before what: where texts conflict, and how a value comes about.
ORDERS = (
    (
        _("Where texts conflict"),
        (_("“I must”"), _("what ignores"), _("“you may not”"), _("all others")),
        ("GAME-12", "R1-069", "R0-11"),
    ),
    (
        _("How a value comes about"),
        (
            _("what is printed; a bluff has 2, an ignored card 0"),
            _("everything that raises"),
            _("everything that lowers"),
            _("texts about the whole power"),
        ),
        ("GAME-13", "GAME-14", "R0-12"),
    ),
    (
        _("How many cards may be played"),
        (_("one of each phase"), _("what lets more follow"), _("what forbids or limits, even so")),
        ("GAME-27", "R0-24", "R0-40"),
    ),
)


@require_safe
def turn(request: HttpRequest) -> HttpResponse:
    """The turn with all its windows, and what comes before what."""
    shown = {"turn": TURN, "orders": ORDERS, "boards": rules_with_scenes()}
    return render(request, "boards/turn.html", shown)


@require_safe
def rule(request: HttpRequest, number: str) -> HttpResponse:
    """A rule, reading or ruling with its scenes."""
    wanted = number.upper()
    scenes = scenes_of_ruling(wanted)
    if not scenes:
        raise Http404
    now = book()
    ruling = now.by_slug.get(wanted.lower())
    context = {
        "number": wanted,
        "places": [] if ruling else rules_on([wanted], ""),
        "ruling": translated_ruling(ruling) if ruling else None,
        "scenes": scenes[:DRAWN],
        "others": scenes[DRAWN:],
    }
    return render(request, "boards/rule.html", context)


@require_safe
def readings(request: HttpRequest) -> HttpResponse:
    """Where the sources disagree: how we read it, both statements, and the board on which it shows."""
    shown = rules_with_scenes()
    found = [reading for reading in book().readings.values() if reading.number.startswith("C-")]
    rows = [(translated_reading(reading), reading.number in shown) for reading in found]
    return render(request, "boards/readings.html", {"readings": rows})
