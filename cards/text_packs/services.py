"""Services of private card texts: an owner of the cards uploads them for themself and people they invite.

Nobody else ever sees them, and removed texts are deleted.
"""

import csv
import io
import secrets
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Q

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.editing.services import MAX_TABLE_LENGTH, with_line_feeds
from cards.models import TextPack, TextPackReader, TextPackText
from common.errors import Detail, Invalid, Missing, NotAllowed
from common.text import gettext_noop, tidy_name

MAX_TEXT_PACKS = 10
MAX_PACK_READERS = 50
MAX_TEXT_LENGTH = 2_000


@dataclass(frozen=True, slots=True)
class PrivateCardText:
    """A private text of a card for one reader, with its pack and the pack’s owner."""

    pack: str
    key: str
    text: str


def private_texts_for(user: AbstractBaseUser | AnonymousUser, guest: int | None, code: str) -> list[PrivateCardText]:
    """Return the private texts of a card that a member, or the guest with this key, may read: from their own packs and
    from those they were invited to. One query, and none for a visitor without data."""
    if user.is_authenticated:
        mine = Q(pack__owner__user_id=user.pk) | Q(pack__readers__person__user_id=user.pk)
    elif guest is not None:
        owns = Q(pack__owner_id=guest, pack__owner__user=None)
        mine = owns | Q(pack__readers__person_id=guest, pack__readers__person__user=None)
    else:
        return []
    texts = TextPackText.objects.filter(mine, code=code).select_related("pack").distinct()
    return [PrivateCardText(text.pack.name, text.pack.key, text.text) for text in texts]


def text_packs_of(person: Person | None) -> tuple[list[TextPack], list[TextPack]]:
    if person is None:
        return [], []
    read = TextPack.objects.filter(readers__person=person).select_related("owner__user")
    return list(TextPack.objects.filter(owner=person)), list(read)


def visible_text_pack(person: Person | None, key: str, *, owned: bool = False) -> TextPack:
    """Return a pack that this person may see; raises `Missing` for any other pack, as if it didn’t exist."""
    mine = Q(owner=person) if owned else Q(owner=person) | Q(readers__person=person)
    pack = TextPack.objects.filter(mine, key=key).select_related("owner__user").distinct().first() if person else None
    if pack is None:
        raise Missing(gettext_noop("We couldn’t find that text pack."))
    return pack


def create_text_pack(*, owner: Person, name: str, text: str) -> TextPack:
    """Create a pack from a table `code,text`. Raises `Invalid` with every faulty line; then nothing is saved."""
    name = tidy_name(name, length=80)
    if not name:
        raise Invalid(gettext_noop("Give the pack a name."), details=(Detail("Give the pack a name.", field="name"),))
    texts = parse_text_table(text, catalogue())
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=owner.pk)
        if TextPack.objects.filter(owner=owner).count() >= MAX_TEXT_PACKS:
            raise Invalid(
                gettext_noop("You can have up to %(most)d text packs. Remove one first."), {"most": MAX_TEXT_PACKS}
            )
        pack = TextPack.objects.create(owner=owner, name=name, secret=secrets.token_urlsafe(32))
        TextPackText.objects.bulk_create(TextPackText(pack=pack, code=code, text=text) for code, text in texts.items())
    return pack


def parse_text_table(text: str, cards: Catalogue) -> dict[str, str]:
    """Return the texts of a table by code. Its error messages never repeat a text, so that no log can contain one."""
    text = with_line_feeds(text)
    if not text.strip() or len(text) > MAX_TABLE_LENGTH:
        raise Invalid(
            gettext_noop("Send a CSV table with the columns code,text and at most %(most)d characters."),
            {"most": MAX_TABLE_LENGTH},
        )
    texts: dict[str, str] = {}
    faults: list[Detail] = []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        if [cell.strip() for cell in next(reader, [])] != ["code", "text"]:
            faults.append(Detail("the columns must be code,text", line=1, field="code"))
        if not faults:
            for cells in reader:
                faults += _parse_text_row(cells, reader.line_num, cards, texts) if cells else []
    except csv.Error:
        faults.append(Detail("the line isn’t valid CSV", line=reader.line_num, field="text"))
    if faults or not texts:
        template = gettext_noop("Nothing was saved. Errors in the table: %(count)d.")
        raise Invalid(template, {"count": len(faults)}, details=tuple(faults))
    return texts


def _parse_text_row(cells: list[str], line: int, cards: Catalogue, texts: dict[str, str]) -> list[Detail]:
    if len(cells) != 2:
        return [Detail("the line must have two cells", line=line, field="code")]
    code, text = (cell.strip() for cell in cells)
    if code not in cards:
        return [Detail("no card has this code", line=line, field="code")]
    if code in texts:
        return [Detail("this code is already in the table", line=line, field="code")]
    if not text or len(text) > MAX_TEXT_LENGTH:
        return [Detail(f"a text must have 1 to {MAX_TEXT_LENGTH} characters", line=line, field="text")]
    texts[code] = text
    return []


def pack_by_invitation(secret: str) -> TextPack:
    """Return the pack of an invitation; raise `Missing` if it’s invalid."""
    pack = TextPack.objects.filter(secret=secret).select_related("owner__user").first()
    if pack is None:
        raise Missing(gettext_noop("This invitation no longer works. Ask for a new one."))
    return pack


def join_text_pack(*, person: Person, secret: str) -> TextPack:
    """Let a person read a pack; raise `Missing` for an invalid invitation, `NotAllowed` for a full pack."""
    with transaction.atomic():
        # Lock it first, so that the readers can’t change; then read, as it may have been deleted while we waited.
        list(TextPack.objects.select_for_update().filter(secret=secret))
        pack = pack_by_invitation(secret)
        if pack.owner_id == person.pk:
            return pack
        others = pack.readers.exclude(person=person).count()
        if others >= MAX_PACK_READERS:
            raise NotAllowed(gettext_noop("This text pack has reached its limit of readers."))
        TextPackReader.objects.get_or_create(pack=pack, person=person)
    return pack


def renew_invitation(pack: TextPack) -> None:
    """Replace the invitation; the old link stops working, readers stay."""
    pack.secret = secrets.token_urlsafe(32)
    pack.save(update_fields=["secret"])


def leave_text_pack(pack: TextPack, *, reader: int) -> None:
    pack.readers.filter(person_id=reader).delete()


def delete_text_pack(pack: TextPack) -> None:
    pack.delete()
