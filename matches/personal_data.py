"""Personal data in matches, in the three functions that `accounts.personal_data` describes.

An export has only the person’s side: no opponents’ decks, no judges’ notes about others, no keys that grant access.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from django.db import models
from django.db.models import Case, F, Model, Q, Value, When

from accounts.models import Person
from accounts.personal_data import (
    DeletionEffect,
    DeletionOptions,
    ExportedData,
    deletion_effect,
    former_name,
    names_used_by,
    replace_names,
)
from common.errors import DomainError
from common.text import gettext_noop
from matches.core.tournament.rules import RULE_FIELDS
from matches.events.entry.leaving import drop_player
from matches.models import (
    SHEET_FIELDS,
    Announcement,
    AuditLogEntry,
    EntryRequest,
    Event,
    Game,
    GameCorrection,
    GameDeck,
    GameEvent,
    Group,
    GroupDraft,
    GroupLogEntry,
    Invitation,
    JudgeNote,
    Match,
    MatchPenalty,
    Member,
    Registration,
    Role,
    SeasonImport,
    Webhook,
    WebhookNotice,
)

_GAME_COLUMNS = ("number", "winner", "dragons", "crystal_cards", "ended", "status", "fights", "claim", "created")
_EVENT_COLUMNS = ("key", "status", "created", "announcement", *RULE_FIELDS)
_REGISTRATION_COLUMNS = (
    "number", "name", "entered", "dropped", "requested_byes", "deck", "deck_name", "deck_verdict", "deck_faults",
    "deck_frozen", "deck_waived", "party", "joined",
)  # fmt: skip

# A person’s activity in matches, events and groups, apart from playing: model, field, columns.
_OWN_ROWS: dict[str, tuple[Any, ...]] = {
    "entries_asked_for": (EntryRequest, "person", "event__name", "name", "approved", "refused", "created"),
    "announcements": (Announcement, "by", "event__name", "text", "at"),
    "events_logged": (AuditLogEntry, "by", "event__name", "kind", "about", "at"),
    "games_recorded": (Game, "recorded_by", "match__key", "number", "fights", "claim", "created"),
    "games_corrected": (GameCorrection, "by", "match__key", "number", "kind", "note", "before", "after", "at"),
    "notes_of_games": (GameEvent, "by", "match__key", "sequence", "game", "kind", "payload", "at"),
    "decks_brought": (GameDeck, "chosen_by", "match__key", "side", "number", "created"),
    "penalties_given": (MatchPenalty, "by", "match__key", "side", "after", "note", "at"),
    "invitations": (Invitation, "by", "group__name", "created", "revoked"),
    "drafts_added": (GroupDraft, "by", "group__name", "draft__name", "added"),
    "groups_logged": (GroupLogEntry, "by", "group__name", "kind", "about", "at"),
    "seasons_imported": (SeasonImport, "by", "group__name", "name", "text", "names", "made", "at"),
    "imports_taken_back": (SeasonImport, "taken_back_by", "group__name", "name", "taken_back"),
}

# A person’s public texts: model, field, columns.
_TEXTS_BY_PERSON: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Event, "owner", ("name", "about", "venue")),
    (Group, "owner", ("name", "about", "place")),
    (Announcement, "by", ("text",)),
)


def export_data(person: Person) -> ExportedData:
    """Return a person’s matches with decks and notes, groups, registrations, events, judge notes and other activity."""
    matches = Match.objects.filter(_matches_of_filter(person) | Q(created_by=person)).distinct().order_by("created")
    return {
        "matches": [_exported_match(match, person) for match in matches.select_related("group")],
        "groups": list(Group.objects.filter(owner=person).values("key", "name", "about", "place", "created")),
        "memberships": list(Member.objects.filter(person=person).values("group__name", "name", "joined", "left")),
        "registrations": [
            {"event": player.event.name, **{name: getattr(player, name) for name in _REGISTRATION_COLUMNS}}
            for player in Registration.objects.filter(person=person).select_related("event").order_by("joined")
        ],
        "events": list(Event.objects.filter(owner=person).values(*_EVENT_COLUMNS)),
        "webhooks": list(
            Webhook.objects.filter(event__owner=person).values("event__name", "url", "shape", "last_status", "created")
        ),
        "roles": list(Role.objects.filter(person=person).values("event__name", "kind")),
        "judge_notes": list(JudgeNote.objects.filter(by=person).values("kind", "text", "round", "at")),
        "done": {
            name: list(model._base_manager.filter(**{field: person}).order_by("pk").values(*columns))
            for name, (model, field, *columns) in _OWN_ROWS.items()
        },
    }


def _matches_of_filter(person: Person) -> Q:
    return Q(player_a=person) | Q(player_b=person)


def _exported_match(match: Match, person: Person) -> ExportedData:
    side = {match.player_a_id: "a", match.player_b_id: "b"}.get(person.pk, "")
    decks = GameDeck.objects.filter(match=match, side=side) if side else GameDeck.objects.none()
    notes = GameEvent.objects.filter(match=match, by=person)
    return {
        "key": match.key,
        "players": [match.name_a, match.name_b],
        "my_side": side,
        "group": match.group.name if match.group else "",
        "agreed": {name: getattr(match, name) for name in SHEET_FIELDS},
        "games": list(Game.objects.filter(match=match).values(*_GAME_COLUMNS)),
        "my_decks": list(decks.values("number", "name", "text", "report", "contents")),
        "my_notes": list(notes.values("sequence", "game", "kind", "payload", "at")),
        "created": match.created,
    }


def deletion_effects(person: Person) -> Iterator[DeletionEffect]:
    """Yield the effects of deleting a person: who takes over groups and events, and which events they drop out of."""
    for group in Group.objects.filter(owner=person):
        yield _takeover_effect(group.name, _next_owner_of_group(group))
    for event in Event.objects.filter(owner=person).exclude(status=Event.Status.FINISHED):
        yield _takeover_effect(event.name, _next_owner_of_event(event))
    playing = Registration.objects.filter(person=person, dropped=None).exclude(event__status=Event.Status.FINISHED)
    yield from deletion_effect(gettext_noop("Events you’ll drop out of: %(count)d."), playing.count())


def _takeover_effect(name: str, heir: Person | None) -> DeletionEffect:
    if heir is not None:
        template = gettext_noop("%(heir)s will take over “%(name)s”.")
        return DeletionEffect(template, {"name": name, "heir": heir.display_name})
    template = gettext_noop(
        "There’s no one to take over “%(name)s”, so it will become read-only. To keep it going, make someone a "
        "judge or a member first."
    )
    return DeletionEffect(template, {"name": name}, sad=True)


def _next_owner_of_group(group: Group) -> Person | None:
    there = group.members.filter(person__isnull=False, person__left=None, left=None).exclude(person=group.owner_id)
    # Members with an account come first, as they can log in on any device.
    heirs = there.order_by(Case(When(person__user=None, then=Value(1)), default=Value(0)), "joined", "pk")
    member = heirs.select_related("person__user").first()
    return member.person if member is not None else None


def _next_owner_of_event(event: Event) -> Person | None:
    judges = Case(When(kind=Role.Kind.JUDGE, then=Value(0)), default=Value(1))
    heirs = event.roles.exclude(person=event.owner_id).filter(person__left=None).select_related("person__user")
    role = heirs.order_by(judges, "pk").first()
    return role.person if role is not None else None


def delete_data(person: Person, options: DeletionOptions) -> None:
    """Hand over groups and events, drop out, and remove the person’s name if they wish; results stay."""
    # Find names before dropping out, which can delete registrations, and before roles are deleted.
    named = {} if options.keep_name else _log_names_by_event(person)
    if not options.keep_name:
        _remove_name_from_own_texts(person)
    for registration in Registration.objects.filter(person=person, dropped=None).exclude(
        event__status=Event.Status.FINISHED
    ):
        with suppress(DomainError):
            drop_player(by=person, key=registration.event.key, number=registration.number)
    for group in Group.objects.filter(owner=person):
        heir = _next_owner_of_group(group)
        if heir is not None:
            Group.objects.filter(pk=group.pk).update(owner=heir)
    for event in Event.objects.filter(owner=person):
        heir = _next_owner_of_event(event)
        if heir is not None:
            Event.objects.filter(pk=event.pk).update(owner=heir, version=F("version") + 1)
            Role.objects.filter(event=event, person=heir).delete()
    Role.objects.filter(person=person).delete()
    EntryRequest.objects.filter(person=person).delete()
    if not options.keep_name:
        _remove_name_of(person)
        for event in Event.objects.filter(pk__in=named):
            rest = event.registrations.exclude(person=person).values_list("name", flat=True)
            mine = event.registrations.filter(person=person).values_list("name", flat=True).first()
            _remove_names_from_audit_log(event, named[event.pk], mine or former_name(rest))


def _log_names_by_event(person: Person) -> dict[int, set[str]]:
    """Return the person’s possible names in each event’s public audit log, as owner, helper, player or actor."""
    mine = Q(owner=person) | Q(roles__person=person) | Q(registrations__person=person) | Q(audit_log__by=person)
    names = {pk: names_used_by(person) for pk in Event.objects.filter(mine).values_list("pk", flat=True)}
    for event, name in Registration.objects.filter(person=person).values_list("event", "name"):
        names[event].add(name)
    return names


def _remove_name_of(person: Person) -> None:
    for match in Match.objects.filter(_matches_of_filter(person)):
        mine, other = ("name_a", "name_b") if match.player_a_id == person.pk else ("name_b", "name_a")
        Match.objects.filter(pk=match.pk).update(**{mine: former_name([getattr(match, other)])})
    for member in Member.objects.filter(person=person):
        other_members = Member.objects.filter(group=member.group_id).exclude(pk=member.pk)
        Member.objects.filter(pk=member.pk).update(name=former_name(other_members.values_list("name", flat=True)))
    for registration in Registration.objects.filter(person=person):
        rest = Registration.objects.filter(event=registration.event_id).exclude(pk=registration.pk)
        Registration.objects.filter(pk=registration.pk).update(name=former_name(rest.values_list("name", flat=True)))


def _remove_name_from_own_texts(person: Person) -> None:
    """Replace the person’s names in their public texts: events, groups and announcements."""
    names = names_used_by(person)
    for model, whose, columns in _TEXTS_BY_PERSON:
        for row in model._base_manager.filter(**{whose: person}):
            texts = {column: _text_without_names(row, column, names) for column in columns}
            before = {column: getattr(row, column) for column in columns}
            if texts == before:
                continue
            model._base_manager.filter(pk=row.pk).update(**texts)
            if isinstance(row, Announcement):
                newest = Event.objects.filter(pk=row.event_id, announcement=row.text)
                newest.update(announcement=texts["text"], version=F("version") + 1)


def _text_without_names(row: Model, column: str, names: set[str]) -> str:
    max_length = cast("models.CharField[str, str]", row._meta.get_field(column)).max_length
    return replace_names(getattr(row, column), names, new=former_name([]))[:max_length]


def _remove_names_from_audit_log(event: Event, names: set[str], new: str) -> None:
    """Replace `names` in the audit log, notices and judge notes, also inside results and lists of names."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    others = [name for name in event.registrations.values_list("name", flat=True) if name not in names]
    for entry in AuditLogEntry.objects.filter(event=event):
        about = _replace_names(entry.about, names, new, others)
        if about != entry.about:
            AuditLogEntry.objects.filter(pk=entry.pk).update(about=about)
    for note in JudgeNote.objects.filter(registration__event=event):
        text = replace_names(note.text, names, new=new, others=others)
        if text != note.text:
            JudgeNote.objects.filter(pk=note.pk).update(text=text[:300])
    for notice in WebhookNotice.objects.filter(hook__event=event):
        about = _replace_names(notice.body, names, new, others)
        if about != notice.body:
            WebhookNotice.objects.filter(pk=notice.pk).update(body=about)


def _replace_names(about: Mapping[str, Any], names: set[str], new: str, others: list[str]) -> dict[str, Any]:
    def replaced(value: Any) -> Any:
        if isinstance(value, dict):
            return _replace_names(value, names, new, others)
        return replace_names(value, names, new=new, others=others) if isinstance(value, str) else value

    return {key: replaced(value) for key, value in about.items()}
