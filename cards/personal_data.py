"""Personal data in cards: `accounts.personal_data` describes these three functions."""

from collections.abc import Collection, Iterator

from accounts.models import Person
from accounts.personal_data import DeletionEffect, DeletionOptions, ExportedData, deletion_effect
from cards.models import CardWitness, CatalogueChange, SavedSearch, TextPack, TextPackReader
from common.text import gettext_noop


def export_data(person: Person) -> ExportedData:
    """Export searches, own texts, packs they can read, testimonies on unseen cards, changes of the catalogue."""
    packs = TextPack.objects.filter(owner=person).prefetch_related("texts")
    changes = CatalogueChange.objects.filter(person=person).order_by("pk")
    return {
        "searches": list(SavedSearch.objects.filter(person=person).values("name", "query")),
        "text_packs": [
            {"name": pack.name, "texts": {text.code: text.text for text in pack.texts.all()}} for pack in packs
        ],
        "may_read": list(TextPackReader.objects.filter(person=person).values_list("pack__name", flat=True)),
        "card_witnesses": list(
            CardWitness.objects.filter(person=person).values("slot", "facts", "said", "credit", "when")
        ),
        "catalogue_changes": list(changes.values("game", "table", "code", "field", "before", "after", "name", "when")),
    }


def deletion_effects(person: Person) -> Iterator[DeletionEffect]:
    """Searches and texts are deleted; contributions to the catalogue stay."""
    yield from deletion_effect(
        gettext_noop("Saved searches that will be deleted: %(count)d."),
        SavedSearch.objects.filter(person=person).count(),
    )
    yield from deletion_effect(
        gettext_noop("Private text packs that will be deleted, also for people you invited: %(count)d."),
        TextPack.objects.filter(owner=person).count(),
    )


def delete_data(person: Person, options: DeletionOptions) -> None:
    SavedSearch.objects.filter(person=person).delete()
    TextPackReader.objects.filter(person=person).delete()
    TextPack.objects.filter(owner=person).delete()
    CardWitness.objects.filter(person=person).delete()
    if not options.keep_name:
        CatalogueChange.objects.filter(person=person).update(name="")


def delete_unshared_data(people: Collection[int]) -> int:
    """Delete these people’s saved searches, and texts that nobody else reads; return how many."""
    gone = [SavedSearch.objects.filter(person__in=people), TextPack.objects.filter(owner__in=people, readers=None)]
    return sum(rows.delete()[1].get(rows.model._meta.label, 0) for rows in gone)
