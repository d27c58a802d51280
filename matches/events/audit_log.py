"""Audit log of an event as sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import Person
from common.sentence_tables import Sentence, sentences
from common.text import fill_template, fold
from matches.core.tournament import Permission
from matches.core.tournament.elimination import name_of_numbered_round
from matches.events.bracket_queries import round_name
from matches.events.queries import is_permitted, load_event_from_row
from matches.models import AuditLogEntry, Event, Round


@dataclass(frozen=True, slots=True)
class AuditLogLine:
    """An entry of the audit log as a sentence; `by` is empty if it comes from the games of a match."""

    at: datetime
    by: str
    kind: str
    template: str
    params: Mapping[str, object]

    @property
    def through(self) -> object:
        """Return the program that acted for the person: an application, `API` for a personal token, or empty."""
        return self.params.get("through", "")


_LOG_SENTENCES = sentences("matches", "audit_log")
# Sentences for rounds that have a name instead of a number.
_SENTENCES_WITH_ROUND_NAME = sentences("matches", "audit_log_of_named_rounds")


def audit_log_lines(event: Event, person: Person | None = None, *, who: str = "") -> Sequence[AuditLogLine]:
    """Return the lines of the audit log, newest first; read lazily unless filtered by `who`.

    Only people with access to judge notes see their texts. In a league, an entry about pairing stands for all rounds.
    """
    desk = is_permitted(event, person, Permission.NOTES)
    wordings = _LOG_SENTENCES if desk else {**_LOG_SENTENCES, "note": _LOG_SENTENCES["note_seen_from_outside"]}
    if event.is_league:
        wordings = {**wordings, "paired": wordings["scheduled"], "unpaired": wordings["unscheduled"]}
    entries = event.audit_log.select_related("by__user")
    names = _playoff_round_names(event)
    if not who:
        return _LazyLogLines(entries, wordings, names)
    wanted = fold(who)
    everything = (_audit_log_line(entry, wordings, names) for entry in entries)
    return [
        log_line
        for log_line in everything
        if wanted in fold(f"{fill_template(log_line.template, log_line.params)} {log_line.by}")
    ]


def _playoff_round_names(event: Event) -> Mapping[int, Sentence]:
    if not event.rounds.filter(stage=Round.Stage.CUT).exists():
        return {}
    loaded = load_event_from_row(event)
    return {
        round_.row.number: round_name(loaded, round_) for round_ in loaded.rounds if round_.row.stage == Round.Stage.CUT
    }


class _LazyLogLines(Sequence[AuditLogLine]):
    def __init__(
        self, entries: QuerySet[AuditLogEntry], sentences: Mapping[str, str], names: Mapping[int, Sentence]
    ) -> None:
        self._rows, self._wordings, self._names = entries, sentences, names

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [_audit_log_line(entry, self._wordings, self._names) for entry in self._rows[index]]
        return _audit_log_line(self._rows[index], self._wordings, self._names)

    def __len__(self) -> int:
        return self._rows.count()


def _audit_log_line(entry: AuditLogEntry, wordings: Mapping[str, str], names: Mapping[int, Sentence]) -> AuditLogLine:
    by = entry.by.display_name if entry.by else ""
    reasons = {"result": ("reported_by", "left", "forfeits"), "corrected": ("forfeits",)}.get(entry.kind, ())
    why = next((name for name in reasons if name in entry.about), "")
    if why:
        return AuditLogLine(entry.at, by, entry.kind, wordings[f"result_{why.removesuffix('_by')}"], entry.about)
    if entry.kind == "registration" and not entry.about.get("open"):
        return AuditLogLine(entry.at, by, entry.kind, wordings["registration_closed"], entry.about)
    number = entry.about.get("round")
    name = names.get(number) if isinstance(number, int) and entry.kind in _SENTENCES_WITH_ROUND_NAME else None
    if name is not None and name != name_of_numbered_round(number):
        return AuditLogLine(
            entry.at, by, entry.kind, _SENTENCES_WITH_ROUND_NAME[entry.kind], {**entry.about, "round": name}
        )
    about = {"reason": "–", **entry.about} if entry.kind == "paired_without" else entry.about
    if "day" in about:
        about = {**about, "day": date.fromisoformat(about["day"])}
    return AuditLogLine(entry.at, by, entry.kind, wordings[entry.kind], about)
