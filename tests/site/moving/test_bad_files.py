"""Bad files are refused whole, with every fault and its place."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import DomainError, Invalid, NotAllowed
from decks.models import Pool
from matches.models import Event, Group, Match, Registration
from tenmoons.moving.services import ImportRequest, preview_import
from tests.effort import one_in
from tests.matches.builders import group_match, made_group, made_match, person, won
from tests.matches.events.builders import enter_all, made_event, paired
from tests.site.moving.sites import emptied, exported, imported

Path = tuple[str | int, ...]


def _places(text: str, by: Person) -> dict[str | None, str]:
    with pytest.raises(Invalid) as refused:
        imported(text, by)
    return {detail.field: detail.message for detail in refused.value.details}


def _changed(text: str, *changes: tuple[Path, Any]) -> str:
    data = json.loads(text)
    for path, value in changes:
        here = data
        for step in path[:-1]:
            here = here[step]
        here[path[-1]] = value
    return json.dumps(data)


def test_every_fault_is_named_with_its_place(roland: User, elinor: User) -> None:
    event = made_event(person(roland), 4)
    paired(event, 1)
    enter_all(event)
    text, by = exported("event", event.key, person(roland)), person(elinor)
    table: Path = ("event", "rounds", 0, "tables", 0)
    assert set(_places(_changed(text, ((*table, "a"), "four"), (("event", "status"), "over")), by)) == {
        "event.rounds[0].tables[0].a",
        "event.status",
    }
    changes = (
        ((*table, "crystals_a"), 2),
        ((*table, "match", "first_starter"), "b"),
        (("event", "players", 1, "name"), "roland"),
        (("event", "cut_size"), 3),
        (("event", "rounds", 0, "number"), 2),
    )
    faults = _places(_changed(text, *changes), by)
    assert set(faults) == {
        "event.rounds[0].tables[0].crystals_a",
        "event.players[1].name",
        "event.cut_size",
        "event.rounds",
    }
    assert "reached" in faults["event.rounds[0].tables[0].crystals_a"]
    broken = _changed(text, (("event", "players", 0, "name"), "\u200b"), (("event", "players", 1, "name"), "A\nb"))
    assert set(_places(broken, by)) == {"event.players[0].name", "event.players[1].name"}
    assert not Event.objects.filter(owner=by).exists() and not Registration.objects.filter(event__owner=by).exists()


def test_results_that_the_rules_do_not_allow_are_refused(roland: User, elinor: User) -> None:
    match = won(made_match(roland, elinor), "a", 1)
    text, by = exported("match", match.key, person(roland)), person(elinor)
    game: Path = ("match", "games", 0)
    for change in (
        ((*game, "dragons"), 4),
        ((*game, "winner"), ""),
        ((*game, "crystal_cards"), 2),
        ((*game, "ended"), "fourth_dragon"),
        ((*game, "claim"), {"winner": "a", "dragons": 0, "ended": "concession"}),
    ):
        assert any(place.startswith("match.games[0]") for place in _places(_changed(text, change), by) if place)
    assert "match.players[1]" in _places(_changed(text, (("match", "players", 1), "ROLAND")), by)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "JSON"),
        ("[]", "isn’t a file"),
        ('{"format": "tenmoons-draft-proof/2"}', "isn’t a file"),
        ('{"format": "tenmoons-match/2"}', "newer version"),
        ('{"format": "tenmoons-match/1", "format": "tenmoons-match/1"}', "twice"),
        ("[" * 100_000, "nested"),
        ('{"format": "tenmoons-match/1", "match": {"created": ' + "9" * 5000 + "}}", "JSON"),
        ('{"format": "tenmoons-match/1", "match": NaN}', "JSON"),
        ('{"a": "\\ud800"}', "JSON"),
        (" " * 4_000_001, "too long"),
    ],
)
def test_hostile_files_are_refused_kindly(roland: User, text: str, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        preview_import(by=person(roland), request=ImportRequest(text))


def test_a_group_has_no_more_members_and_seasons_than_elsewhere(roland: User, elinor: User) -> None:
    group = made_group(roland, "Klara", "Ben")
    text = exported("group", group.key, person(roland))
    members = [{"name": f"Member {nth}"} for nth in range(2001)]
    seasons = [{"key": f"season{nth:03}", "name": f"{nth}", "first": "2026-01-01"} for nth in range(201)]
    for name, rows in (("members", members), ("seasons", seasons)):
        with pytest.raises(Invalid, match=f"at most .* {name}"):
            imported(_changed(text, (("group", name), rows)), person(elinor))
    assert not Group.objects.filter(owner=person(elinor)).exists()


def test_texts_have_no_invisible_characters(roland: User, elinor: User) -> None:
    pool = Pool.objects.create(owner=person(roland), name="Draft", codes=["Vulca 01"])
    text = exported("person", "me", person(roland))
    imported(_changed(text, (("person", "pools", 0, "name"), "Dr\u200baft\u202e of\u3164 May")), person(elinor))
    assert Pool.objects.exclude(pk=pool.pk).get().name == "Draft of May"
    nothing = _changed(text, (("person", "pools", 0, "name"), "\u3164"), (("person", "pools", 0, "key"), "abcd2345"))
    assert set(_places(nothing, person(elinor))) == {"person.pools[0].name"}


def test_the_seed_of_a_running_event_is_not_chosen(roland: User, elinor: User) -> None:
    event = made_event(person(roland), 4)
    text = exported("event", event.key, person(roland))
    assert set(_places(_changed(text, (("event", "seed"), 7)), person(elinor))) == {"event.seed"}


def test_nothing_is_there_twice(roland: User, elinor: User) -> None:
    """Keys and members that would be saved twice are refused with their place."""
    group = made_group(roland, "Klara", "Ben")
    group_match(group, "Klara", "Ben", ("a", 3))
    text = exported("group", group.key, person(roland))
    assert "group.matches[0].members[1]" in _places(
        _changed(text, (("group", "matches", 0, "members"), ["Ben", "Ben"])), person(elinor)
    )
    loop = (("group", "members", 0, "merged_into"), "Ben"), (("group", "members", 1, "merged_into"), "Klara")
    assert any("merged_into" in (place or "") for place in _places(_changed(text, *loop), person(elinor)))

    event = made_event(person(roland), 4)
    paired(event, 1)
    text = exported("event", event.key, person(roland))
    key = json.loads(text)["event"]["rounds"][0]["tables"][0]["match"]["key"]
    same = ("event", "rounds", 0, "tables", 1, "match", "key"), key
    assert set(_places(_changed(text, same), person(elinor))) == {"event.rounds"}
    both = [(("event", "players", nth, "member"), "Klara") for nth in (0, 1)]
    assert set(_places(_changed(text, *both), person(elinor))) == {"event.players"}
    # One player’s name may be that of another’s member: they are a guest then.
    club = made_group(elinor, "Otto")
    one = ("event", "players", 0, "member"), "Otto"
    imported(_changed(text, one), person(elinor), group=club.key, names={"Otto": "Otto"})
    members = Event.objects.get(owner=person(elinor)).registrations.values_list("name", "member__name")
    assert dict(members) == {"Roland": "Otto", "Elinor": None, "Mira": None, "Otto (2)": None}


def _leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        yield (*path, name)
        yield from _leaves(inner, (*path, name))


NASTY: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    2**70,
    1e300,
    True,
    "",
    "\x00",
    "a" * 5000,
    "9999-12-31T23:59:59Z",
    "9999-12-31",
    [],
    {},
    [[]],
)


@pytest.mark.parametrize("kind", ["group", "swiss", "knockout", "double"])
def test_no_value_anywhere_breaks_the_site(
    db_catalogue: Any, roland: User, elinor: User, elinor_client: Client, kind: str
) -> None:
    """Each field of a file gets values that don’t belong there: refused, or imported and exported again."""
    by, owner = person(elinor), person(roland)
    if kind == "group":
        group = made_group(roland, "Klara", "Ben")
        match = group_match(group, "Klara", "Ben", ("a", 3))
        match.decks.create(side="a", number=1, text="1x Vulca 01", report={}, contents=[], chosen_by=owner)
        text = exported("group", group.key, owner)
    else:
        event = made_event(owner, 4, **({} if kind == "swiss" else {"format": kind}))
        for number in (1, 2):
            paired(event, number)
            enter_all(event)
        text = exported("event", event.key, owner)
    emptied()
    data = json.loads(text)
    for nth, path in enumerate(one_in(16, list(_leaves(data)))):
        for value in NASTY[nth % 5 :: 5]:
            changed = copy.deepcopy(data)
            here: Any = changed
            for step in path[:-1]:
                here = here[step]
            here[path[-1]] = value
            try:
                imported(json.dumps(changed), by)
            except DomainError:
                assert not Match.objects.exists() and not Event.objects.exists() and not Group.objects.exists()
                continue
            for model, name in ((Group, "group"), (Event, "event")):
                for row in model._base_manager.all():
                    exported(name, row.key, by)
                    assert elinor_client.get(row.get_absolute_url()).status_code == 200, path
            emptied()


def test_an_import_gives_no_rights(roland: User, elinor: User) -> None:
    """No group that somebody doesn’t run, no place of others, no organiser, no link from the file."""
    club = made_group(roland, "Klara", "Ben")
    club.members.filter(name="Klara").update(organiser=True, person=person(roland).pk and None)
    text = exported("group", club.key, person(roland))
    with pytest.raises(NotAllowed):
        imported(text, person(elinor), group=club.key)
    emptied()
    imported(text, person(elinor))
    group = Group.objects.get()
    assert group.owner == person(elinor) and not group.members.filter(organiser=True).exists()
    assert not group.members.exclude(person=None).exists() and not group.listed
    places = _places(_changed(text, (("group", "owner"), 1), (("group", "members", 0, "person"), 1)), person(roland))
    assert set(places) == {"group.owner", "group.members[0].person"}
