"""Importing a file: writes all of it or nothing, and nothing twice. A preview is an import that is rolled back."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Model, Q
from django.urls import reverse

from accounts.models import Person
from common.errors import Conflict, Invalid
from common.text import gettext_noop, tidy_name
from decks.collection.services import get_or_create_shelf, set_boxes
from decks.exchange.deck_files import ImportOutcome, import_deck_file
from decks.models import Pool
from drafts.lists.services import require_room_for_list
from drafts.models import CardList
from matches.core.names import name_key
from matches.core.tournament.elimination import BYE
from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.queries import load_event_from_row
from matches.events.services import create_event
from matches.groups.services import (
    MAX_MEMBERS_OF_GROUP,
    MAX_SEASONS_OF_GROUP,
    create_group,
    locked_group_of_owner,
    log_group_action,
)
from matches.models import (
    SEASON_FIELDS,
    Event,
    Game,
    GameDeck,
    Group,
    GroupLogEntry,
    Match,
    MatchPenalty,
    Member,
    Pairing,
    PastResult,
    Registration,
    Round,
    Season,
    SeasonImport,
    Side,
)
from matches.models.seasons import TEXT_LENGTH
from matches.play.core_values import settings_from_data
from matches.play.permissions import require_group_owner
from matches.play.services import settings_columns
from tenmoons.moving.file_fields import MEMBER_COLUMNS, PAST_COLUMNS, PLAYER_COLUMNS, RESULT_COLUMNS, ROUND_COLUMNS
from tenmoons.moving.identity import PeopleOfFile, row_or_free_key
from tenmoons.moving.reading import ExportedFile, event_rules_of, judged_decks, match_score, parse_exported_file

Fields = Mapping[str, Any]
# The name of a player of a match, with their person and member.
_Side = tuple[str, Person | None, Member | None]


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """A file to import, its group, the importer’s name in it; `names` has members by name, "" for a guest."""

    text: str
    group: str = ""
    me: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ImportSummary:
    """The effect of an import: how many rows of each kind are new or already here, and which choices are missing.

    `names` are the names that may be the importer’s own. `path` is the page of what was imported.
    """

    file: ExportedFile
    people: PeopleOfFile | None = None
    new: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    names: Sequence[str] = ()
    path: str = ""

    @property
    def is_undecided(self) -> bool:
        return self.people is not None and any(question.choice is None for question in self.people.questions)


def preview_import(*, by: Person, request: ImportRequest) -> ImportSummary:
    """Return what an import would write; raises `Invalid` with every fault of the file."""
    return _run_import(by, request, saves=False)


def import_file(*, by: Person, request: ImportRequest) -> ImportSummary:
    """Import a file: all of it, or nothing.

    Raises `Invalid` with every fault of the file, and `Conflict` if choices of people are missing, everything is here
    already, or the same was saved in the meantime.
    """
    return _run_import(by, request, saves=True)


def _run_import(by: Person, request: ImportRequest, *, saves: bool) -> ImportSummary:
    import_ = _Importer(by, request, parse_exported_file(request.text))  # judges decks before anything is locked
    try:
        with transaction.atomic():
            report = import_.write()
            if saves and report.is_undecided:
                raise Conflict(gettext_noop("Choose who is who first. Nothing was saved."))
            if saves and not report.new:
                raise Conflict(gettext_noop("Everything in this file is here already."))
            transaction.set_rollback(not saves)
    except IntegrityError:
        raise Conflict(gettext_noop("Someone else has just imported this. Check the file again.")) from None
    return report


def _bulk_insert(rows: Sequence[Model]) -> None:
    """Save rows in one statement, with their own times instead of the present."""
    if not rows:
        return
    model = type(rows[0])
    times = [column.attname for column in model._meta.concrete_fields if getattr(column, "auto_now_add", False)]
    before = [{name: getattr(row, name) for name in times} for row in rows]
    model._base_manager.bulk_create(rows)
    for row, values in zip(rows, before, strict=True):
        vars(row).update({name: value for name, value in values.items() if value is not None})
    if times:
        model._base_manager.bulk_update(rows, times, batch_size=200)


class _Importer:
    """One import. It judges the decks when it’s created. To write, it locks its group, or without one the importer."""

    def __init__(self, by: Person, request: ImportRequest, file: ExportedFile) -> None:
        self.by, self.request, self.file = by, request, file
        self.decks = judged_decks(file)
        self.report = ImportSummary(file)
        self.group: Group | None = None

    def write(self) -> ImportSummary:
        Person.objects.filter(pk=self.by.pk).update(nickname=F("nickname"))
        thing, kind = self.file.thing, self.file.kind
        if kind == "group":
            self._write_group(thing)
        elif kind == "draft":
            self._write_draft(thing)
        elif kind == "person":
            self._write_person(thing)
        else:
            self._lock_group(self.request.group)
            self._write_new_rows([thing] if kind == "match" else [], [thing] if kind == "event" else [])
        return self.report

    def _lock_group(self, key: str, *, is_same: bool = False) -> None:
        if key:
            self.group = locked_group_of_owner(self.by, key)
            self.report.people = PeopleOfFile(self.group, self.request.names, is_same)
            self.report.path = self.group.get_absolute_url()

    @property
    def _key_scope(self) -> str:
        return f"group {self.group.pk}" if self.group is not None else f"person {self.by.pk}"

    def _select_new(self, kind: str, things: Iterable[Fields], is_known: Callable[[Fields], object]) -> list[Fields]:
        """Count rows as new or known; return the new rows."""
        new = []
        for thing in things:
            if is_known(thing):
                self.report.known[kind] += 1
            else:
                self.report.new[kind] += 1
                new.append(thing)
        return new

    def _write_new_rows(self, matches: Sequence[Fields], events: Sequence[Fields], past: Sequence[Fields] = ()) -> None:
        """Write those rows that are new, once the people in them are known."""
        group, by = self.group, self.by
        own_matches = Q(created_by=by) if group is None else Q(group=group) | Q(pairing__round__event__group=group)
        rows = row_or_free_key(Match, _keys_of(matches), own_matches, scope=self._key_scope)
        matches = self._select_new("match", matches, lambda entry: rows[entry["key"]][0])
        own_matches = Q(owner=by) if group is None else Q(owner=by) | Q(group=group)
        event_rows = row_or_free_key(Event, _keys_of(events), own_matches, scope=self._key_scope)
        events = self._select_new("event", events, lambda entry: event_rows[entry["key"]][0])
        marks = set(group.past_results.values_list("mark", flat=True)) if group is not None else set()
        past = self._select_new("result", past, lambda entry: entry["mark"] in marks)
        names = _names_of(matches, events, past)
        if self.report.people is not None:
            self.report.people.match_names(names)
            self.report.people.add_guests(_names_of(matches, [], past))
        else:
            self.report.names = names
        self._save_matches(
            (self._match_row(match, self._match_sides(match), key=rows[match["key"]][1], group=group), match)
            for match in matches
        )
        for event in events:
            self._write_event(event, key=event_rows[event["key"]][1])
        self._write_past_results(past)

    def _match_sides(self, match: Fields) -> list[_Side]:
        return [
            self._match_side(member or name) for member, name in zip(match["members"], match["players"], strict=True)
        ]

    def _match_side(self, name: str) -> _Side:
        if self.report.people is None:
            return name, self.by if name == self.request.me else None, None
        member = self.report.people.members[name_key(name)]
        return member.name, member.person, member

    def _match_row(self, match: Fields, sides: Sequence[_Side], *, key: str, group: Group | None = None) -> Match:
        (name_a, player_a, member_a), (name_b, player_b, member_b) = sides
        return Match(
            key=key,
            created_by=self.by,
            group=group,
            name_a=name_a,
            name_b=name_b,
            player_a=player_a,
            player_b=player_b,
            member_a=member_a,
            member_b=member_b,
            first_starter=match["first_starter"],
            created=match["created"],
            status=Match.Status.FINISHED if match_score(match).over else Match.Status.OPEN,
            **settings_columns(settings_from_data(match["sheet"])),
        )

    def _save_matches(self, pairs: Iterable[tuple[Match, Fields]]) -> None:
        matches = list(pairs)
        _bulk_insert([row for row, _match in matches])
        _bulk_insert([Game(match=row, **game) for row, match in matches for game in match["games"]])
        _bulk_insert(
            [MatchPenalty(match=row, by=self.by, **penalty) for row, match in matches for penalty in match["penalties"]]
        )
        _bulk_insert([self._deck_row(row, match, deck) for row, match in matches for deck in match["decks"]])
        GroupLogEntry.objects.bulk_create(
            GroupLogEntry(group=row.group, by=self.by, kind="event_in", about={"name": str(row)})
            for row, _match in matches
            if row.group is not None
        )
        if matches:
            self.report.path = self.report.path or reverse("matches:detail", args=[matches[0][0].key])

    def _deck_row(self, row: Match, match: Fields, deck: Fields) -> GameDeck:
        frozen = self.decks[match["key"], deck["side"], deck["number"]]["deck_frozen"]
        chosen_by = (row.player_a if deck["side"] == Side.A else row.player_b) or self.by
        return GameDeck(match=row, side=deck["side"], number=deck["number"], chosen_by=chosen_by, **frozen)

    def _write_event(self, thing: Fields, *, key: str) -> None:
        event = create_event(by=self.by, rules=event_rules_of(thing), group=self.group)
        columns = {name: thing[name] for name in ("status", "registration_open", "created", "seed")}
        columns |= {"key": key, "seed": event.seed if thing["seed"] is None else thing["seed"]}
        Event.objects.filter(pk=event.pk).update(**columns)
        event.key = key
        self.report.path = self.report.path or event.get_absolute_url()
        members = {name_key(player["member"]) for player in thing["players"] if player["member"]}
        players = {
            player["number"]: self._registration_row(event, thing["key"], player, members)
            for player in thing["players"]
        }
        Registration.objects.bulk_create(players.values())
        rounds = [
            Round(event=event, **{name: round_data[name] for name in ROUND_COLUMNS}) for round_data in thing["rounds"]
        ]
        _bulk_insert(rounds)
        tables = [
            (row, table) for row, round_ in zip(rounds, thing["rounds"], strict=True) for table in round_["tables"]
        ]
        matches = self._save_event_matches(event, players, [table for _row, table in tables])
        Pairing.objects.bulk_create(
            Pairing(
                round=row,
                a=players[table["a"]],
                b=None if table["b"] is None else players[table["b"]],
                match=None if table["match"] is None else matches[table["match"]["key"]],
                **{name: table[name] for name in RESULT_COLUMNS},
            )
            for row, table in tables
        )
        _check_bracket(event)
        if self.group is not None:
            log_group_action(self.group, by=self.by, kind="event_in", name=event.name)

    def _save_event_matches(
        self, event: Event, players: Mapping[int, Registration], tables: Iterable[Fields]
    ) -> dict[str, Match]:
        """Save the matches of an event, or move in those already imported; return them by their key in the file."""
        tables = [table for table in tables if table["match"] is not None]
        keys = _keys_of(table["match"] for table in tables)
        alone = Q(created_by=self.by, group=None) if self.group is None else Q(group=self.group)
        rows_and_keys = row_or_free_key(Match, keys, alone & Q(pairing=None), scope=self._key_scope)
        free = row_or_free_key(Match, keys, Q(pk=None), scope=f"event {event.pk}")
        rows, new = dict[str, Match](), list[tuple[Match, Fields]]()
        for table in tables:
            match, key = table["match"], table["match"]["key"]
            seats = [(player.name, player.person, None) for player in (players[table["a"]], players[table["b"]])]
            rows[key] = self._match_row(match, seats, key=free[key][1])
            if (row := rows_and_keys[key][0]) is None:
                new.append((rows[key], match))
            else:
                rows[key] = _move_match_into_event(row, rows[key], match["games"])
        self._save_matches(new)
        return rows

    def _registration_row(self, event: Event, key: str, player: Fields, others: Collection[str]) -> Registration:
        """Return the row of a player of the event with this key in the file; `others` are names of members."""
        people, name = self.report.people, player["name"]
        member, person = None, self.by if people is None and name == self.request.me else None
        if people is not None:
            # A player may have the same name as the member of another player.
            called = name_key(player["member"] or name)
            if player["member"] or called not in others:
                member = people.members.get(called)
            person, name = (member.person, name) if member is not None else (None, people.guest_name(name))
        row = Registration(
            event=event, person=person, member=member, **{column: player[column] for column in PLAYER_COLUMNS}
        )
        row.name = name
        if player["deck"]:
            for column, value in self.decks[key, "", player["number"]].items():
                setattr(row, column, value)
        return row

    def _write_past_results(self, past: Sequence[Fields]) -> None:
        """Write results that the file’s site had imported, as an import that can be undone."""
        if not past or self.group is None or self.report.people is None:
            return
        require_group_owner(self.by, self.group)
        name = tidy_name(self.file.thing["name"], length=TEXT_LENGTH)
        season_import = SeasonImport.objects.create(group=self.group, name=name, text="", count=len(past), by=self.by)
        members = self.report.people.members
        PastResult.objects.bulk_create(
            PastResult(
                group=self.group,
                imported=season_import,
                a=members[name_key(entry["a"])],
                b=members[name_key(entry["b"])],
                **{name: entry[name] for name in PAST_COLUMNS},
            )
            for entry in past
        )

    def _write_group(self, thing: Fields) -> None:
        group, free = row_or_free_key(Group, [thing["key"]], Q(owner=self.by), scope=self._key_scope)[thing["key"]]
        if not self.request.group and group is None:
            group = create_group(by=self.by, name=thing["name"])
            columns = {name: thing[name] for name in ("about", "place", "created")}
            Group.objects.filter(pk=group.pk).update(key=free, **columns)
            group.key = free
            self._write_members(group, thing["members"])
            self.report.new["group"] = 1
            self.report.names = [member["name"] for member in thing["members"]]
        is_same = group is not None and self.request.group in ("", group.key)
        self._lock_group(self.request.group or (group.key if group is not None else ""), is_same=is_same)
        assert self.group is not None
        if is_same:
            self._write_seasons(self.group, thing["seasons"])
        self._write_new_rows(thing["matches"], thing["events"], thing["past"])

    def _write_members(self, group: Group, members: Sequence[Fields]) -> None:
        if sum(member["left"] is None for member in members) > MAX_MEMBERS_OF_GROUP:
            raise Invalid(gettext_noop("A group can have at most %(most)s members."), {"most": MAX_MEMBERS_OF_GROUP})
        rows = {
            name_key(entry["name"]): Member(group=group, **{name: entry[name] for name in MEMBER_COLUMNS})
            for entry in members
        }
        if (own_member := rows.get(name_key(self.request.me))) is not None:
            own_member.person = self.by
        _bulk_insert(list(rows.values()))
        for member in members:
            if member["merged_into"] is not None:
                row = rows[name_key(member["name"])]
                row.merged_into = rows[name_key(member["merged_into"])]
                row.save(update_fields=["merged_into"])

    def _write_seasons(self, group: Group, seasons: Sequence[Fields]) -> None:
        names = {name_key(name) for name in group.seasons.values_list("name", flat=True)}
        keys = row_or_free_key(Season, _keys_of(seasons), Q(pk=None), scope=self._key_scope)
        for entry in self._select_new("season", seasons, lambda entry: name_key(entry["name"]) in names):
            columns = {name: entry[name] for name in SEASON_FIELDS}
            Season.objects.create(group=group, key=keys[entry["key"]][1], **columns)
        if group.seasons.count() > MAX_SEASONS_OF_GROUP:
            raise Invalid(gettext_noop("A group can have at most %(most)s seasons."), {"most": MAX_SEASONS_OF_GROUP})

    def _write_draft(self, thing: Fields) -> None:
        pool = {"key": thing["key"], "name": thing["name"], "codes": sorted(pick["card"] for pick in thing["picks"])}
        self._write_pools([pool], scope=f"seat {thing['seat']}")

    def _write_pools(self, pools: Sequence[Fields], scope: str = "") -> None:
        """Save pools. They come from no draft of this site, so draft events reject decks that are built from them."""
        scope = f"{scope} person {self.by.pk}"
        rows = row_or_free_key(Pool, _keys_of(pools), Q(owner=self.by), scope=scope)
        for entry in self._select_new("pool", pools, lambda entry: rows[entry["key"]][0]):
            key = rows[entry["key"]][1]
            Pool.objects.create(**{**entry, "key": key}, owner=self.by)
            self.report.path = reverse("decks:pool", args=[key])

    def _write_card_lists(self, lists: Sequence[Fields]) -> None:
        """Save card lists; they’re private until their new owner shares them."""
        rows = row_or_free_key(CardList, _keys_of(lists), Q(owner=self.by), scope=self._key_scope)
        for entry in self._select_new("list", lists, lambda entry: rows[entry["key"]][0]):
            require_room_for_list(self.by)
            CardList.objects.create(**{**entry, "key": rows[entry["key"]][1]}, owner=self.by)

    def _write_person(self, thing: Fields) -> None:
        """Save what belongs to a person. Boxes are set only in a collection that’s empty."""
        for deck in import_deck_file(json.dumps(thing["decks"]), self.by):
            is_new = deck.became in (ImportOutcome.NEW, ImportOutcome.CHANGED)
            (self.report.new if is_new else self.report.known)["deck"] += 1
        boxes = {mark: count for mark, count in thing["boxes"].items() if count}
        shelf = get_or_create_shelf(self.by)
        if boxes and self._select_new(
            "collection", [thing], lambda _thing: shelf.boxes.exists() or shelf.owner != self.by
        ):
            set_boxes(person=self.by, boxes=boxes)
        self._write_pools(thing["pools"])
        self._write_card_lists(thing["lists"])
        self._write_new_rows(thing["matches"], [])
        self.report.path = reverse("mine")


def _move_match_into_event(match: Match, seated: Match, games: Sequence[Fields]) -> Match:
    """Take a match that was imported without its event into it; raises `Conflict` unless it has the same games."""
    columns = ("number", "winner", "dragons", "crystal_cards")
    if [*match.games.order_by("number").values(*columns)] != [{name: game[name] for name in columns} for game in games]:
        template = gettext_noop("The match “%(name)s” is here already, with other games. Make them the same first.")
        raise Conflict(template, {"name": str(match)})
    names = ("group", "member_a", "member_b", "name_a", "name_b", "player_a", "player_b")
    Match.objects.filter(pk=match.pk).update(
        version=F("version") + 1, **{name: getattr(seated, name) for name in names}
    )
    return match


def _check_bracket(event: Event) -> None:
    """Raise `Invalid` unless every table of a bracket follows from the results before it."""
    loaded = load_event_from_row(event)
    cut = loaded.cut_rounds
    try:
        tree, tables = {match.slot.number: match for match in loaded.bracket}, loaded.tables_by_match
    except (LookupError, ValueError):  # not a bracket at all
        tree, tables = {}, {}
    fits = len(tables) == sum(len(round_.pairings) for round_ in cut) and all(
        (match := tree.get(number)) is not None
        and {match.a, match.b} == {pairing.a.pk, BYE if pairing.b is None else pairing.b.pk}
        for number, (_round, pairing) in tables.items()
    )
    if not fits or (event.format in ELIMINATION_FORMATS and len(cut) < len(loaded.rounds)):
        template = gettext_noop("The bracket of “%(name)s” doesn’t follow from its results. Nothing was saved.")
        raise Invalid(template, {"name": event.name})


def _keys_of(things: Iterable[Fields]) -> list[str]:
    return [thing["key"] for thing in things]


def _names_of(matches: Sequence[Fields], events: Sequence[Fields], past: Sequence[Fields]) -> list[str]:
    """Return the names in these things, as their group names them."""
    pairs = [pair for match in matches for pair in zip(match["members"], match["players"], strict=True)]
    pairs += [(player["member"], player["name"]) for event in events for player in event["players"]]
    names = [*(member or name for member, name in pairs), *(entry[side] for entry in past for side in Side.values)]
    return list({name_key(name): name for name in names}.values())
