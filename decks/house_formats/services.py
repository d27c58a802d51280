"""Services of house formats."""

from django.db import transaction

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Invalid, NotAllowed
from common.text import gettext_noop, tidy_name
from decks.core.legality import declaration_of, read_house
from decks.house_formats.queries import format_by
from decks.models import HouseFormat

MAX_FORMATS = 50


@transaction.atomic
def declare_format(*, owner: Person, name: str, declaration: str, listed: bool = False) -> HouseFormat:
    """Keep a declared format; raises `Invalid` with the field and line of every fault."""
    tidy = tidy_name(name, length=60)
    if not tidy:
        raise Invalid(gettext_noop("Give the format a name."))
    if HouseFormat.objects.filter(owner=owner).count() >= MAX_FORMATS:
        raise Invalid(gettext_noop("At most %(limit)d formats are kept for one person."), {"limit": MAX_FORMATS})
    house = read_house(declaration, catalogue())
    return HouseFormat.objects.create(owner=owner, name=tidy, declaration=declaration_of(house), listed=listed)


@transaction.atomic
def list_format(*, key: str, person: Person | None, listed: bool) -> HouseFormat:
    """List a format for everybody, or take it off the list; its key works all the same."""
    row = format_by(key)
    if row.owner != person:
        raise NotAllowed(gettext_noop("Only who declared a format may list it."))
    row.listed = listed
    row.save(update_fields=["listed"])
    return row
