"""Which rows and people of this site a file means: rows by their keys or keys derived from them, people as chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from django.db.models import Model, Q
from django.utils.crypto import salted_hmac

from common.errors import Conflict, Invalid
from common.random_keys import KEY_ALPHABET, KEY_LENGTH, is_demo_key
from common.text import gettext_noop
from matches.core.names import NAME_LENGTH, clean_name, name_key, similar_names
from matches.groups.encounters import resolve_merged_member
from matches.groups.services import add_guests_to_group
from matches.models import Group, Member

Row = TypeVar("Row", bound=Model)


def row_or_free_key(model: type[Row], keys: Iterable[str], mine: Q, *, scope: str) -> dict[str, tuple[Row | None, str]]:
    """Return for each key the row among `mine` that has it or its derived key, and a free key for a new row.

    Someone else may have taken the key, perhaps to hinder the owner. Copies of different `scope` get different keys.
    """
    wanted = {key: (key, _derived_key(f"{model._meta.label} {scope} {key}")) for key in keys}
    rows: Any = model._base_manager.filter(key__in=[choice for choices in wanted.values() for choice in choices])
    taken = set(rows.values_list("key", flat=True))
    own_rows = {row.key: row for row in rows.filter(mine).order_by("pk").distinct()}
    result: dict[str, tuple[Row | None, str]] = {}
    for key, choices in wanted.items():
        row = own_rows.get(choices[0]) or own_rows.get(choices[1])
        is_free = choices[0] not in taken and not is_demo_key(choices[0])
        result[key] = row, choices[0] if is_free else choices[1]
    return result


def _derived_key(text: str) -> str:
    digest = salted_hmac("tenmoons.moving", text, algorithm="sha256").digest()
    return "".join(KEY_ALPHABET[byte % len(KEY_ALPHABET)] for byte in digest[:KEY_LENGTH])


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name of the file: the members it may be, and the choice ("" for a guest, None while nothing is chosen)."""

    name: str
    alike: tuple[str, ...]
    choice: str | None


@dataclass(slots=True)
class PeopleOfFile:
    """The people behind the names of a file: members of its group if that is new or imported before, else as chosen.

    `members` has these members by the keys of their names in the file.
    """

    group: Group
    choices: Mapping[str, str] = field(default_factory=dict)
    is_same_group: bool = False
    questions: list[NameQuestion] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    members: dict[str, Member] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def match_names(self, names: Iterable[str]) -> None:
        """Find these people; raises `Invalid` if a choice isn’t a member, `Conflict` if two names share a member."""
        rows = {member.pk: member for member in self.group.members.select_related("person")}
        members = {name_key(row.name): resolve_merged_member(row, rows) for row in rows.values()}
        self.labels, taken = [row.name for row in rows.values() if row.merged_into_id is None], set(members)
        for name in {name_key(name): name for name in names}.values():
            same = members.get(name_key(name))
            alike = (same.name,) if same else similar_names(name, self.labels)
            choice = self.choices.get(name, None if alike else "")
            if self.is_same_group:
                choice = same.name if same is not None else ""
            else:
                self.questions.append(NameQuestion(name, alike, choice))
            if choice:
                if name_key(choice) not in members:
                    raise Invalid(gettext_noop("“%(name)s” isn’t in this group."), {"name": choice[:NAME_LENGTH]})
                self.members[name_key(name)] = members[name_key(choice)]
            self._names[name_key(name)] = _unused_name(clean_name(name), taken)
            taken.add(name_key(self._names[name_key(name)]))
        chosen = [member.pk for member in self.members.values()]
        if len(set(chosen)) < len(chosen):
            raise Conflict(gettext_noop("Two names can’t be the same member. Choose again."))

    def guest_name(self, name: str) -> str:
        """Return the name of a guest, which differs from all members’."""
        return self._names.get(name_key(name), name)

    def add_guests(self, names: Iterable[str]) -> None:
        """Add a guest for each name that isn’t a member’s."""
        new = {name_key(name): self.guest_name(name) for name in names if name_key(name) not in self.members}
        self.members.update(zip(new, add_guests_to_group(self.group, [*new.values()]), strict=True))


def _unused_name(name: str, taken: set[str]) -> str:
    if name_key(name) not in taken:
        return name
    tries = (f"{name[: NAME_LENGTH - 8]} ({number})" for number in count(2))
    return next(text for text in tries if name_key(text) not in taken)
