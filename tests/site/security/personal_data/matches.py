"""A match to be exported, or to be left behind."""

from __future__ import annotations

from accounts.models import Person
from matches.models import Match


def match_between(owner: Person, opponent: Person) -> Match:
    """Return a match between two persons, made by the first."""
    names = {"name_a": owner.display_name, "name_b": opponent.display_name}
    return Match.objects.create(created_by=owner, player_a=owner, player_b=opponent, **names)
