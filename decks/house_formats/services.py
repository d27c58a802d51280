"""House formats: reading and writing them."""

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Invalid, Missing, NotAllowed
from common.text import gettext_noop, tidy_name
from decks.core.legality import house_rules_as_data, parse_house_rules
from decks.models import HouseFormat

MAX_HOUSE_FORMATS = 50


def house_format_by_key(key: str) -> HouseFormat:
    """Return the declared format with a key; anyone with the key may use it."""
    house = HouseFormat.objects.select_related("owner__user").filter(key=key).first()
    if house is None:
        raise Missing(gettext_noop("We couldn’t find that format."))
    return house


def house_formats_for(person: Person | None) -> QuerySet[HouseFormat]:
    mine = Q(owner=person) if person else Q(pk__in=[])
    return HouseFormat.objects.select_related("owner__user").filter(mine | Q(listed=True))


@transaction.atomic
def create_house_format(*, owner: Person, name: str, declaration: str, listed: bool = False) -> HouseFormat:
    """Save a declared format; raises `Invalid` with the field and line of every error."""
    tidy = tidy_name(name, length=60)
    if not tidy:
        raise Invalid(gettext_noop("Give the format a name."), field="name")
    if HouseFormat.objects.filter(owner=owner).count() >= MAX_HOUSE_FORMATS:
        raise Invalid(gettext_noop("You can have up to %(limit)d formats."), {"limit": MAX_HOUSE_FORMATS})
    house = parse_house_rules(declaration, catalogue())
    return HouseFormat.objects.create(owner=owner, name=tidy, declaration=house_rules_as_data(house), listed=listed)


@transaction.atomic
def set_format_listed(*, key: str, person: Person | None, listed: bool) -> HouseFormat:
    """List a format publicly, or stop listing it; its key works in any case."""
    house = house_format_by_key(key)
    if house.owner != person:
        raise NotAllowed(gettext_noop("Only the person who created a format can list it."))
    house.listed = listed
    house.save(update_fields=["listed"])
    return house
