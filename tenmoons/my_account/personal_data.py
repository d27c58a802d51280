"""Everything of one person over all floors: as a file to take along, and what becomes of it when he goes."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

import accounts.personal_data
import cards.belongings
import decks.belongings
import drafts.belongings
import matches.belongings
from accounts.models import Person
from accounts.personal_data import Belongings, Fate, Wishes

# The upper floors first: what they let go of may hang on the lower ones.
FLOORS = (matches.belongings, drafts.belongings, decks.belongings, cards.belongings, accounts.personal_data)
_README = """Everything Ten Moons keeps about you, made {when}.

One file a part of the site, in JSON. What others keep from you is not in it: packets you passed on, what others have
kept or brought, keys that let people in, and of your tokens only names.
"""


def everything(person: Person) -> dict[str, Belongings]:
    """What belongs to a person, by part of the site."""
    named = ("matches", "drafts", "decks", "cards", "account")
    return {name: floor.belongings(person) for name, floor in zip(named, FLOORS, strict=True)}


def packed(person: Person) -> bytes:
    """The same as a zip."""
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", _README.format(when=f"{timezone.now():%Y-%m-%d %H:%M} UTC"))
        for name, found in everything(person).items():
            file.writestr(f"{name}.json", json.dumps(found, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
    return held.getvalue()


def fates(person: Person) -> list[Fate]:
    """What will become of everything, said before it happens; what is sad first."""
    found = [fate for floor in reversed(FLOORS) for fate in floor.fates(person)]
    return sorted(found, key=lambda fate: not fate.sad)


@transaction.atomic
def leave(person: Person, wishes: Wishes) -> None:
    """Delete what is his alone, hand over what others use, keep what others have played, and forget who he was."""
    for floor in FLOORS:
        floor.part(person, wishes)
