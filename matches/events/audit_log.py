"""Audit log of an event: what was done in it, as sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import overload

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from accounts.models import Person
from common.text import filled, fold, gettext_noop
from matches.core.tournament import Deed
from matches.core.tournament.round_names import RoundName, numbered_round
from matches.events.queries import view_of
from matches.events.read_models import can
from matches.events.rounds.names import round_name
from matches.models import Event, Round, Trail

PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing that was done: when, by whom (empty where the games of a match did it), its kind, and the sentence."""

    at: datetime
    by: str
    kind: str
    template: str
    params: Mapping[str, object]


_NOTE_OUTSIDE = gettext_noop("a judge noted something about %(name)s")
_TRAIL = {
    "created": gettext_noop("opened the event"),
    "changed": gettext_noop("changed the rules of the event"),
    "planned": gettext_noop("planned %(count)s rounds"),
    "registration": gettext_noop("registration open: %(open)s"),
    "entered": gettext_noop("%(name)s entered, plays from round %(round)s"),
    "waits": gettext_noop("%(name)s waits for a place"),
    "asks": gettext_noop("somebody asked for a place"),
    "refused": gettext_noop("did not let somebody in"),
    "withdrawn": gettext_noop("somebody waits for a place no longer"),
    "checked_in": gettext_noop("%(name)s has checked in"),
    "not_here": gettext_noop("%(name)s is not checked in any more"),
    "arranged": gettext_noop("decided where %(name)s sits"),
    "announced": gettext_noop("announced: %(text)s"),
    "removed": gettext_noop("%(name)s was taken off the list"),
    "dropped": gettext_noop("%(name)s dropped before round %(round)s"),
    "returned": gettext_noop("%(name)s came back for round %(round)s"),
    "deck": gettext_noop("%(name)s handed in a deck: %(verdict)s"),
    "deck_waived": gettext_noop("%(name)s may play without a deck: %(reason)s"),
    "deck_wanted": gettext_noop("%(name)s has to hand in a deck again"),
    "paired_without": gettext_noop(
        "paired round %(round)s although these players have no legal deck: %(names)s. The reason: %(reason)s"
    ),
    "paired_no_pool": gettext_noop(
        "paired round %(round)s although these players have no pool: %(names)s. The reason: %(reason)s"
    ),
    "cut_lot": gettext_noop("the lot decided who of these is in the cut: %(names)s"),
    "renamed": gettext_noop("%(before)s is called %(name)s"),
    "merged": gettext_noop("%(before)s and %(name)s are one player now, %(name)s"),
    "claimed": gettext_noop("%(name)s has taken their place"),
    "group": gettext_noop("put the event to the group %(group)s"),
    "no_group": gettext_noop("took the event out of its group"),
    "reopened_event": gettext_noop("opened the event again"),
    "role": gettext_noop("%(name)s helps as %(role)s"),
    "dismissed": gettext_noop("%(name)s is no longer a helper"),
    "links": gettext_noop("made new links for helpers"),
    "paired": gettext_noop("paired round %(round)s"),
    "unpaired": gettext_noop("took the pairing of round %(round)s back"),
    "claim": gettext_noop("round %(round)s, table %(table)s: %(name)s says %(after)s"),
    "result": gettext_noop("round %(round)s, table %(table)s: %(after)s"),
    "result_reported": gettext_noop(
        "round %(round)s, table %(table)s: %(after)s, as %(reported_by)s reported, when time was up"
    ),
    "result_left": gettext_noop("round %(round)s, table %(table)s: %(after)s, because %(left)s has left"),
    "result_forfeits": gettext_noop("round %(round)s, table %(table)s: %(after)s, as %(forfeits)s did not play"),
    "left_strike": gettext_noop("%(name)s left the league: nothing they played counts"),
    "left_award": gettext_noop("%(name)s left the league: their open matches go to the opponents"),
    "left_keep": gettext_noop("%(name)s left the league: what they played counts, open matches are not played"),
    "day_asked": gettext_noop("round %(round)s, table %(table)s: %(name)s asks for %(day)s"),
    "day_set": gettext_noop("round %(round)s, table %(table)s: is played on %(day)s"),
    "day_declined": gettext_noop("round %(round)s, table %(table)s: not on %(day)s"),
    "no_answer": gettext_noop("round %(round)s, table %(table)s: %(name)s gets no answer"),
    "reminded": gettext_noop("round %(round)s, table %(table)s: the two were reminded"),
    "substituted": gettext_noop("%(other)s plays the open matches of %(name)s"),
    "days_moved": gettext_noop("moved the days of the rounds nobody has played"),
    "round_opened": gettext_noop("opened round %(round)s again"),
    "corrected": gettext_noop("round %(round)s, table %(table)s: %(before)s became %(after)s"),
    "reopened": gettext_noop("round %(round)s, table %(table)s: the match goes on, its result is taken back"),
    "round_closed": gettext_noop("closed round %(round)s"),
    "cut": gettext_noop("began the cut: %(names)s"),
    "bye_given": gettext_noop("round %(round)s: %(other)s came late and plays %(name)s, who had the bye"),
    "swapped": gettext_noop("round %(round)s: %(name)s and %(other)s changed their seats"),
    "lengthened": gettext_noop("round %(round)s is %(minutes)s minutes longer"),
    "extra_time": gettext_noop("round %(round)s, table %(table)s: %(minutes)s extra minutes"),
    "pods": gettext_noop("seated %(count)s draft tables"),
    "pod_begun": gettext_noop("began draft table %(number)s"),
    "pod_bot": gettext_noop("let a bot play on at draft table %(number)s"),
    "pod_off": gettext_noop("called draft table %(number)s off"),
    "pod_paper": gettext_noop("let draft table %(number)s draft on paper"),
    "pods_off": gettext_noop("called all draft tables off"),
    "finished": gettext_noop("finished the event"),
    "note": gettext_noop("%(kind_of_note)s for %(name)s: %(text)s"),
    "imported": gettext_noop("read %(count)s results from a file"),
}


# The same of rounds that have a name instead of a number.
_NAMED = {
    "paired": gettext_noop("paired: %(round)s"),
    "unpaired": gettext_noop("took the pairing back: %(round)s"),
    "claim": gettext_noop("%(round)s, table %(table)s: %(name)s says %(after)s"),
    "result": gettext_noop("%(round)s, table %(table)s: %(after)s"),
    "corrected": gettext_noop("%(round)s, table %(table)s: %(before)s became %(after)s"),
    "reopened": gettext_noop("%(round)s, table %(table)s: the match goes on, its result is taken back"),
    "round_closed": gettext_noop("closed: %(round)s"),
}


def trail_of(
    event: Event, person: Person | None = None, *, who: str = "", page: int | str | None = 1, size: int = PAGE_SIZE
) -> Page[AuditEntry]:
    """The audit log, newest first, a page at a time; `who` filters by a name in it."""
    return Paginator(trail_rows(event, person, who=who), size).get_page(page)


def trail_rows(event: Event, person: Person | None = None, *, who: str = "") -> Sequence[AuditEntry]:
    """The rows of the audit log, newest first; read as far as they are looked at, unless filtered by `who`.

    Why a judge noted something is for those who see the notes.
    """
    desk = can(event, dict(event.roles.values_list("person_id", "kind")), person, Deed.NOTES)
    said = _TRAIL if desk else {**_TRAIL, "note": _NOTE_OUTSIDE}
    rows = event.trail.select_related("by__user")
    names = _names_of(event)
    if not who:
        return _Entries(rows, said, names)
    wanted = fold(who)
    everything = (_entry(row, said, names) for row in rows)
    return [row for row in everything if wanted in fold(f"{filled(row.template, row.params)} {row.by}")]


def _names_of(event: Event) -> Mapping[int, RoundName]:
    """The names of the rounds of the cut by their numbers; read only where there is one."""
    if not event.rounds.filter(stage=Round.Stage.CUT).exists():
        return {}
    view = view_of(event)
    return {each.row.number: round_name(view, each) for each in view.rounds if each.row.stage == Round.Stage.CUT}


class _Entries(Sequence[AuditEntry]):
    """The rows of a trail as entries, each read when it is asked for."""

    def __init__(self, rows: QuerySet[Trail], said: Mapping[str, str], names: Mapping[int, RoundName]) -> None:
        self._rows, self._said, self._names = rows, said, names

    @overload
    def __getitem__(self, index: int) -> AuditEntry: ...
    @overload
    def __getitem__(self, index: slice) -> list[AuditEntry]: ...
    def __getitem__(self, index: int | slice) -> AuditEntry | list[AuditEntry]:
        """One entry, or those of a slice with one query."""
        if isinstance(index, slice):
            return [_entry(row, self._said, self._names) for row in self._rows[index]]
        return _entry(self._rows[index], self._said, self._names)

    def __len__(self) -> int:
        """How many there are, counted by the database."""
        return self._rows.count()


def _entry(row: Trail, said: Mapping[str, str], names: Mapping[int, RoundName]) -> AuditEntry:
    by = row.by.display_name if row.by else ""
    why = next((name for name in ("reported_by", "left", "forfeits") if row.kind == "result" and name in row.about), "")
    if why:
        return AuditEntry(row.at, by, row.kind, said[f"result_{why.removesuffix('_by')}"], row.about)
    number = row.about.get("round")
    name = names.get(number) if isinstance(number, int) and row.kind in _NAMED else None
    if name is not None and name != numbered_round(number):
        return AuditEntry(row.at, by, row.kind, _NAMED[row.kind], {**row.about, "round": name})
    about = {"reason": "–", **row.about} if row.kind == "paired_without" else row.about
    return AuditEntry(row.at, by, row.kind, said[row.kind], about)
