"""Blocking: if one of two people has blocked the other, they never share a table again, and neither is told.

The exception is an event where no other pairing is possible; only its organiser sees that.

Pages and API name the other person by a game or match of both, so that no one can guess primary keys.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TypeVar

from django.db.models import Q
from django.utils import timezone

from accounts.models import Block, Person
from common.errors import Conflict, Missing
from common.text import gettext_noop

MAX_BLOCKS = 500
Known = TypeVar("Known")
# By kind: a function that returns a person’s opponent in the game or match with this key; None without an opponent.
OPPONENT_FINDERS: dict[str, Callable[[str, Person], Person | None]] = {}


def has_block(person: Person | None, others: Iterable[int | None]) -> bool:
    """Return whether a person must not meet one of these people (primary keys). Always one query."""
    if person is None:
        return False
    keys = {pk for pk in others if pk is not None} - {person.pk}
    return Block.objects.filter(Q(by=person, person__in=keys) | Q(by__in=keys, person=person)).exists()


def blocked_pairs(known: Mapping[int | None, Known], *, before: datetime | None = None) -> set[frozenset[Known]]:
    """Return the pairs in which one blocked the other, `before` a moment if given; `known` is by primary key."""
    keys = known.keys() - {None}
    blocks = Block.objects.filter(by__in=keys, person__in=keys, created__lt=before or timezone.now())
    pairs = blocks.values_list("by", "person") if len(keys) > 1 else ()
    return {frozenset(known[person] for person in pair) for pair in pairs}


def opponent_to_block(by: Person | None, kind: str, key: str) -> Person:
    """Return a person’s opponent there; raises `Missing`."""
    person = OPPONENT_FINDERS[kind](key, by) if by is not None and kind in OPPONENT_FINDERS else None
    if person is None:
        raise Missing(gettext_noop("We couldn’t find an opponent of yours there."))
    return person


def block_opponent(by: Person | None, kind: str, key: str) -> Person:
    """Block a person’s opponent in a game or match. Blocking again changes nothing."""
    person = opponent_to_block(by, kind, key)
    assert by is not None
    if Block.objects.filter(by=by).count() >= MAX_BLOCKS:
        raise Conflict(gettext_noop("You’ve blocked as many people as is possible. Unblock someone first."))
    Block.objects.get_or_create(by=by, person=person)
    return person


def unblock(by: Person | None, pk: int) -> None:
    """Remove a person’s own block; raises `Missing`."""
    if by is None or not Block.objects.filter(by=by, pk=pk).delete()[0]:
        raise Missing(gettext_noop("You haven’t blocked this person."))
