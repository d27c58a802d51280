"""Services of import: preview a past season, import it, undo an import."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, filterfalse, repeat

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Detail, Invalid, Missing
from common.text import gettext_noop, tidy_name
from matches.core.seasons.csv_import import MatchKey, PastMatch, Preview, match_fingerprint, preview_season
from matches.groups import services
from matches.groups.encounters import KnownNames, encounters_of
from matches.models import Group, Match, Pairing, PastResult, SeasonImport
from matches.play.permissions import require_group_owner
from matches.play.queries import group_by_key

NAME_LENGTH = 120
MAX_ERROR_DETAILS = 100


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """A submitted file, and the member for each name ("": a new guest); `once` joins identical lines."""

    text: str
    name: str = ""
    names: Mapping[str, str] | None = None
    once: bool = False


def preview_import(*, by: Person | None, key: str, file: SubmittedFile) -> Preview:
    """Return the preview of an import for the group’s owner, storing nothing."""
    group = group_by_key(key)
    require_group_owner(by, group)
    return _check_file(group, file)


def _check_file(group: Group, file: SubmittedFile) -> Preview:
    members = list(group.members.all())
    known = KnownNames(members)
    others = {member.name: known.by_member[member.pk] for member in members if member.merged_into_id}
    choices = {**others, **_earlier_name_choices(group), **(file.names or {})}
    # A member may have been renamed or merged since the choice.
    names = {name: choice and known.name_of_member(None, choice) for name, choice in choices.items()}
    return preview_season(
        file.text,
        members=[member.name for member in members if not member.merged_into_id],
        choices=names,
        known=encounters_of(group, members=members),
        today=timezone.localdate(),
        once=file.once,
    )


def _earlier_name_choices(group: Group) -> dict[str, str]:
    """Return the members chosen for names in earlier files."""
    answers: dict[str, str] = {}
    for names in group.imports.filter(taken_back=None).order_by("at").values_list("names", flat=True):
        answers |= names
    return answers


def import_season(*, by: Person | None, key: str, file: SubmittedFile) -> SeasonImport:
    """Import a past season: all new lines of the file.

    The file is checked before the group is locked, and again under the lock if the group has changed, so that the
    second of two simultaneous imports finds nothing new. Raises `Invalid` with a detail for every wrong line,
    `Conflict` if nothing is new.
    """
    group = group_by_key(key)
    require_group_owner(by, group)
    state = _import_state_of(group)
    judged = _check_file(group, file)
    past_results = _new_past_results(group, judged)
    with transaction.atomic():
        group = services.locked_group_of_owner(by, key)
        if _import_state_of(group) != state:
            judged = _check_file(group, file)
            past_results = _new_past_results(group, judged)
        return _save_import(group, file, judged, past_results, by=by)


def _import_state_of(group: Group) -> tuple[object, ...]:
    """Return everything a preview depends on: names, imports, and numbers of finished matches."""
    names = tuple(group.members.order_by("pk").values_list("pk", "name"))
    files = tuple(group.imports.order_by("pk").values_list("pk", "taken_back"))
    own = Match.objects.filter(group=group, status=Match.Status.FINISHED).count()
    tables = Pairing.objects.filter(round__event__group=group)
    over = tables.filter(~Q(settled="") | Q(match__status=Match.Status.FINISHED)).count()
    return names, files, own, over


def _save_import(
    group: Group, file: SubmittedFile, judged: Preview, past_results: list[PastResult], *, by: Person | None
) -> SeasonImport:
    if judged.wrong:
        template = gettext_noop("Nothing was imported. Rows with errors: %(count)s.")
        raise Invalid(template, {"count": len(judged.wrong)}, details=error_details_of(judged))
    if not judged.new:
        raise Conflict(gettext_noop("Everything in this file is already in the group."))
    made = services.add_guests_to_group(group, judged.guests)
    members = {member.name: member.pk for member in group.members.all()}
    season_import = SeasonImport.objects.create(
        group=group,
        name=tidy_name(file.name, length=NAME_LENGTH),
        text=file.text,
        names={name.name: name.choice for name in judged.names if name.choice},
        made=[member.pk for member in made],
        count=len(judged.new),
        known=len(judged.known),
        by=by,
    )
    for result, line in zip(past_results, judged.new, strict=True):
        assert line.match is not None  # a new line has a match
        result.imported_id, result.a_id, result.b_id = season_import.pk, members[line.match.a], members[line.match.b]
    PastResult.objects.bulk_create(past_results)
    return season_import


def _new_past_results(group: Group, judged: Preview) -> list[PastResult]:
    """Return unsaved rows of the new lines, without import and players; identical lines get different marks."""
    taken, marks = set(group.past_results.values_list("mark", flat=True)), dict[MatchKey, Iterator[str]]()
    past_results = []
    for line in judged.new:
        assert line.match is not None  # a new line has a match
        key = match_fingerprint(line.match)
        free = marks.setdefault(key, filterfalse(taken.__contains__, map(_line_mark, repeat(key), count())))
        past_results.append(_unsaved_result(group, line.number, line.match, mark=next(free)))
    return past_results


def error_details_of(judged: Preview) -> tuple[Detail, ...]:
    every = [
        Detail(
            fault.template,
            field=fault.column or None,
            line=line.number,
            suggestions=fault.suggestions,
            params=fault.params,
        )
        for line in judged.wrong
        for fault in line.faults
    ]
    return tuple(every[:MAX_ERROR_DETAILS])


def _unsaved_result(group: Group, line: int, match: PastMatch, *, mark: str) -> PastResult:
    return PastResult(
        group=group,
        line=line,
        day=match.day,
        crystals_a=match.crystals[0],
        crystals_b=match.crystals[1],
        winner=match.winner,
        games=[[game.winner, game.dragons, game.crystal_cards] for game in match.games],
        people_a=match.people[0],
        people_b=match.people[1],
        deck_a=match.decks[0],
        deck_b=match.decks[1],
        event=match.event,
        round=match.round,
        notes=match.notes,
        mark=mark,
    )


def _line_mark(fingerprint_: MatchKey, index: int) -> str:
    return hashlib.sha256(json.dumps([*fingerprint_, index], ensure_ascii=False).encode()).hexdigest()


@transaction.atomic
def undo_import(*, by: Person | None, key: str, pk: int) -> SeasonImport:
    """Undo an import: delete its results, and its guests who have no other results. The row of the import stays."""
    group = services.locked_group_of_owner(by, key)
    season_import = group.imports.filter(pk=pk).first()
    if season_import is None:
        raise Missing(gettext_noop("We couldn’t find that import in this group."))
    if season_import.taken_back is not None:
        raise Conflict(gettext_noop("This import has already been undone."))
    season_import.results.all().delete()
    idle = Q(matches_as_a=None, matches_as_b=None, past_as_a=None, past_as_b=None, registrations=None, other_names=None)
    gone = list(group.members.filter(idle, pk__in=season_import.made, person=None).values_list("pk", flat=True))
    group.members.filter(pk__in=gone).delete()
    season_import.taken_back, season_import.taken_back_by = timezone.now(), by
    season_import.save(update_fields=["taken_back", "taken_back_by"])
    return season_import
