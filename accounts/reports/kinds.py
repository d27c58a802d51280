"""Kinds of things that can be reported and hidden; each floor registers its own here.

A thing is named by its kind and a target: the key that stands in its address.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from accounts.models import Person
from common.errors import Missing
from common.text import gettext_noop

NOTHING_HERE = gettext_noop("There’s nothing to report here. It may have been deleted.")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that somebody made and others can see; `url` is its page, `text` what is to be judged of it."""

    kind: str
    target: str
    title: str
    url: str
    owner_id: int | None
    hidden: bool
    text: str = ""


def _nowhere(_person: Person) -> Collection[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of things.

    `label` is a word for one, to be translated; `find` answers the thing of a target, hidden or not, or None;
    `may_see` whether somebody may look at it at all; `set_hidden` hides it or shows it again. `judged_by` answers the
    targets that somebody who is not of the staff decides about: an organiser, what belongs to their club.
    """

    name: str
    label: str
    find: Callable[[str], Thing | None]
    may_see: Callable[[str, Person | None], bool]
    set_hidden: Callable[[str, bool], None]
    judged_by: Callable[[Person], Collection[str]] = _nowhere


KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    KINDS[kind.name] = kind


def kind_of(name: str) -> Kind:
    """The kind with this name; raises `Missing`."""
    if name not in KINDS:
        raise Missing(NOTHING_HERE)
    return KINDS[name]


def find_thing(kind: str, target: str) -> Thing | None:
    """The thing, also a hidden one; None where it is gone."""
    return KINDS[kind].find(target) if kind in KINDS else None


def get_thing(kind: str, target: str) -> Thing:
    """The thing, also a hidden one; raises `Missing`."""
    thing = kind_of(kind).find(target)
    if thing is None:
        raise Missing(NOTHING_HERE)
    return thing
