"""Services of card lists: save and delete."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Invalid
from common.text import gettext_noop, tidy_name
from drafts.core.engine.setup import require_draftable_cards
from drafts.lists.queries import own_card_list
from drafts.models import CardList

MAX_LISTS, MAX_LISTED_CARDS, MAX_REMEMBERED_CHANGES = 50, 500, 100


def draftable_codes(codes: Sequence[str]) -> list[str]:
    """Return the codes in catalogue order; raises `Invalid` for no card, too many, or cards that can’t be drafted."""
    if not codes:
        raise Invalid(gettext_noop("The list has no cards yet. Enter one card per line."), field="cards")
    if len(codes) > MAX_LISTED_CARDS:
        template = gettext_noop("A list can have up to %(most)d cards; this one has %(have)d.")
        raise Invalid(template, {"most": MAX_LISTED_CARDS, "have": len(codes)}, field="cards")
    cards, wanted = catalogue(), set(codes)
    require_draftable_cards(codes, cards)
    return [card.code for card in cards if card.code in wanted]


def require_room_for_list(owner: Person) -> None:
    """Raise `Invalid` for a person who already has MAX_LISTS."""
    if CardList.objects.filter(owner=owner).count() >= MAX_LISTS:
        template = gettext_noop("You can have up to %(most)d lists. Delete one first.")
        raise Invalid(template, {"most": MAX_LISTS})


@transaction.atomic
def create_card_list(*, owner: Person, name: str, codes: Sequence[str], shared: bool = False) -> CardList:
    """Save a list; raises `Invalid` without a name, for cards that can’t be drafted, and above MAX_LISTS."""
    require_room_for_list(owner)
    return CardList.objects.create(owner=owner, **_card_list_columns(name, codes, shared=shared))


@transaction.atomic
def save_card_list(key: str, *, person: Person | None, name: str, codes: Sequence[str], shared: bool) -> CardList:
    """Change a list and remember which cards came and went. Owner only; raises like `create_card_list`."""
    own_card_list(key, person)
    card_list = CardList.objects.select_for_update().get(key=key)
    before, columns = card_list.codes, _card_list_columns(name, codes, shared=shared)
    added = [code for code in columns["codes"] if code not in before]
    removed = [code for code in before if code not in columns["codes"]]
    if added or removed:
        change = {"at": timezone.now().isoformat(timespec="seconds"), "added": added, "removed": removed}
        card_list.history = [change, *card_list.history][:MAX_REMEMBERED_CHANGES]
    if any(getattr(card_list, column) != value for column, value in columns.items()):
        vars(card_list).update(columns)
        card_list.save()
    return card_list


def delete_card_list(key: str, *, person: Person | None) -> None:
    """Delete a list with its history; drafts made from it stay. Owner only."""
    own_card_list(key, person).delete()


def _card_list_columns(name: str, codes: Sequence[str], *, shared: bool) -> dict[str, Any]:
    tidy = tidy_name(name, length=80)
    if not tidy:
        raise Invalid(gettext_noop("Give the list a name."), field="name")
    return {"name": tidy, "codes": draftable_codes(codes), "shared": shared}
