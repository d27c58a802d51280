"""Views of the companion and the power calculator."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.error_responses import status_of_error
from common.errors import DomainError
from common.headers import allow_offline_copy
from common.i18n import translated
from common.random_keys import new_key
from matches.companion import queries as companion_queries
from matches.companion import services
from matches.companion.power_input import PowerRow, compute_rows_power, parse_power_rows
from matches.companion.queries import LoadedCompanion
from matches.core.companion import PHASES, CompanionNote, other_side
from matches.core.scoring.power import Element, TotalPower, fraction_as_text
from matches.play import note_store
from matches.play.decks_brought import visible_card_names
from matches.play.forms import game_end_choices

WHOLE_NUMBER_FIELDS = ("move", "combat", "support", "modifier", "phase", "crystal_cards")
WORD_FIELDS = ("winner", "side", "element", "action", "target", "ended", "out_first")


def _element_choices() -> list[tuple[str, str]]:
    return [(Element.FIRE.value, _("Fire")), (Element.EARTH.value, _("Earth"))]


@require_safe
def companion_page(request: HttpRequest, key: str) -> HttpResponse:
    return allow_offline_copy(_companion_response(request, companion_queries.load_companion(key, person_of(request))))


def _companion_response(
    request: HttpRequest, companion: LoadedCompanion, *, error: DomainError | None = None
) -> HttpResponse:
    state, person = companion.state, person_of(request)
    phase = PHASES[state.phase - 1]
    context = {
        "table": companion,
        "view": companion.scored,
        "match": companion.match,
        "state": state,
        "start": json.dumps(companion_queries.offline_snapshot(companion)),
        "move": len(state.moves) + 1,
        "fights": _fight_rows(companion),
        "dragons": [(128 + 32 * i, _dragon_side(state.dragons, i)) for i in range(3)],
        "phases": [(phase, _(phase.name), _(phase.may), _(phase.opening) if phase.opening else "") for phase in PHASES],
        "ends": game_end_choices(companion.match),
        "error": translated(error) if error else "",
        "rulings": reverse("cards:rulings"),
        "topic": (state.is_opening_turn and phase.opening_topic) or phase.topic,
        "names": visible_card_names(companion.scored, person),
        "undo": _note_to_undo(companion),
        "steps": _phase_buttons(companion),
        "elements": _element_choices(),
        "clash_answers": [("take", _("Use this entry")), ("undo", _("Remove entry"))],
        "power": {side: "" if value is None else value for side, value in state.power.items()},
    }
    return render(request, "matches/companion/table.html", context, status=status_of_error(error) if error else 200)


def _dragon_side(dragons: int, index: int) -> str:
    """Return where a dragon lies: "a", "b", or "n" for neutral."""
    if index < dragons:
        return "a"
    return "b" if 2 - index < -dragons else "n"


def _fight_rows(companion: LoadedCompanion) -> list[dict[str, object]]:
    names = {player.side: player.name for player in companion.scored.players}
    rows = zip(companion.state.moves, companion.state.states, strict=False)
    return [{"note": note, "winner": names[str(note.data["winner"])], "state": state} for note, state in rows]


def _phase_buttons(companion: LoadedCompanion) -> list[tuple[int, str, str, int]]:
    """Return the buttons for another phase: step, label, and the side and phase that the button leads to."""
    state = companion.state
    following = (state.turn, state.phase + 1) if state.phase < len(PHASES) else (other_side(state.turn), 1)
    return [
        (-1, _("Previous phase"), state.turn, max(1, state.phase - 1)),
        (1, _("Next phase"), *following),
        (0, _("End turn"), other_side(state.turn), 1),
    ]


def _note_to_undo(companion: LoadedCompanion) -> tuple[str, int]:
    """Return the note to undo next, and its game: the last note of this game, else the end of the previous game."""
    if companion.state.undoable:
        return companion.state.undoable, companion.number
    before = services.companion_state_of(companion.match, companion.notes, game=companion.number - 1)
    recorded = len(companion.scored.games) >= companion.number - 1 > 0
    return (before.end.id, companion.number - 1) if before.end is not None and recorded else ("", companion.number)


@require_POST
def add_companion_note_view(request: HttpRequest, key: str) -> HttpResponse:
    now, post = note_store.now_ms(), request.POST
    kind, game = post.get("kind", ""), _parse_number(post.get("game", "")) or 0
    sent = CompanionNote(f"form-{new_key()}", kind, game, _companion_note_data(post), at=now)
    person = person_of(request)
    answer = services.add_companion_notes(by=person, key=key, sent=[sent], now=now)
    error = next(iter(answer.refused.values()), None)
    if error is not None:
        return _companion_response(request, companion_queries.load_companion(key, person), error=error)
    if kind == "end":
        messages.success(request, _("Game recorded."))
    return redirect("matches:table", key)


def _companion_note_data(post: QueryDict) -> dict[str, object]:
    data: dict[str, object] = {name: post[name] for name in WORD_FIELDS if post.get(name)}
    for name in WHOLE_NUMBER_FIELDS:
        if text := post.get(name):
            whole = _parse_number(text)
            data[name] = text if whole is None else whole
    if value := post.get("value"):
        try:
            data["value"] = float(value.replace(",", "."))
        except ValueError:
            data["value"] = value
    return data


def _parse_number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


@require_safe
def power_calculator_page(request: HttpRequest) -> HttpResponse:
    """Show the power calculator. All input is in the URL, so players can share a sum as a link."""
    data = request.GET
    power_rows = parse_power_rows(
        data.getlist("card"), data.getlist("own"), data.getlist("theirs"), data.getlist("state")
    )
    context: dict[str, object] = {"rows": _visible_power_rows(power_rows), "element": data.get("element", "fire")}
    context |= {"against": data.get("against", ""), "total_effects": data.get("total", "")}
    status = 200
    if any(power_row.card.strip() for power_row in power_rows):
        try:
            result, against = compute_rows_power(
                power_rows, data.get("element", ""), data.get("total", ""), data.get("against", ""), catalogue()
            )
            context |= {"result": result, "lines": _power_result_lines(result), "total": fraction_as_text(result.total)}
            context |= {"suffices": None if against is None else result.suffices(against)}
            context |= {"against_shown": "" if against is None else fraction_as_text(against)}
        except DomainError as error:
            context |= {"error": translated(error), "rule": error.rule, "details": error.details}
            status = 200 if request.htmx else status_of_error(error)  # type: ignore[attr-defined]
    context["elements"] = _element_choices()
    template = "matches/companion/_power_result.html" if request.htmx else "matches/companion/power_calculator.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=status)


def _visible_power_rows(power_rows: list[PowerRow]) -> list[PowerRow]:
    filled = [power_row for power_row in power_rows if power_row.card.strip()]
    return [*filled, *(PowerRow("", "", "", "") for _empty in range(max(2, 4 - len(filled))))]


def _power_result_lines(result: TotalPower) -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """Return each card with its value and steps, then the total with its steps."""
    sums = [(card.name, card.value, card.steps) for card in result.cards]
    if result.steps:
        sums.append((_("Total"), result.total, result.steps))
    return [
        (name, fraction_as_text(value), [(translated(step), fraction_as_text(step.value), step.rule) for step in steps])
        for name, value, steps in sums
    ]
