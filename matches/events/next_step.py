"""Next step of an event: the main button of the organiser’s page."""

from enum import StrEnum

from drafts.models import Draft
from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.read_models import EventView
from matches.models import Event


class NextStep(StrEnum):
    """Next step of the organisers; `RESULTS` while results are missing, `NOTHING` once the event is over."""

    ENTER = "enter"
    SEAT = "seat"
    DRAFT = "draft"
    CALENDAR = "calendar"
    PAIR = "pair"
    RESULTS = "results"
    CUT = "cut"
    FINISH = "finish"
    NOTHING = "nothing"


def next_step_of_organiser(view: EventView) -> NextStep:
    event = view.event
    if event.status == Event.Status.FINISHED:
        return NextStep.NOTHING
    in_bracket = bool(view.tree) or event.status == Event.Status.CUT
    if len(view.active) < 2 and not in_bracket:
        return NextStep.ENTER
    if not view.rounds:
        return _step_before_rounds(view)
    if view.current is not None and view.current.missing:
        return NextStep.RESULTS
    if event.is_league or view.champion is not None:
        return NextStep.FINISH
    if event.format in ELIMINATION_FORMATS:
        return NextStep.PAIR
    planned = event.rounds_planned and len(view.rounds) >= event.rounds_planned
    if event.status == Event.Status.RUNNING and planned:
        return NextStep.CUT if event.cut_size else NextStep.FINISH
    return NextStep.PAIR


def _step_before_rounds(view: EventView) -> NextStep:
    if view.event.is_league:
        return NextStep.CALENDAR
    if view.event.format == Event.Format.DRAFT:
        if not view.pods:
            return NextStep.SEAT
        if any(pod.pod.draft.status in Draft.OPEN for pod in view.pods):
            return NextStep.DRAFT
    return NextStep.PAIR
