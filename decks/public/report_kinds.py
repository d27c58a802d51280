"""Kinds of reports about decks: a deck, a guide, the name of an author."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from accounts.reports.kinds import Reportable, ReportKind, add_report_kind
from common.text import gettext_noop
from decks.deck.listing import renew_listing
from decks.models import Deck, DeckAuthor, DeckGuide
from decks.permissions import may_see_deck


def register_report_kinds() -> None:
    add_report_kind(ReportKind("deck", gettext_noop("Deck"), _deck_as_thing, _may_see_deck, _hide_deck))
    add_report_kind(ReportKind("guide", gettext_noop("Guide to a deck"), _guide_as_thing, _may_see_guide, _hide_guide))
    add_report_kind(ReportKind("author", gettext_noop("Author name"), _author_as_thing, _may_see_author, _hide_author))


def _reported_deck(target: str) -> Deck | None:
    return Deck.objects.select_related("owner__user").filter(key=target).first()


def _deck_as_thing(target: str) -> Reportable | None:
    row = _reported_deck(target)
    if row is None:
        return None
    text = "\n".join(part for part in (" ".join(f"#{tag}" for tag in row.tags), row.notes) if part)
    return Reportable("deck", target, row.name, row.get_absolute_url(), row.owner_id, row.is_hidden, text)


def _may_see_deck(target: str, person: Person | None) -> bool:
    row = _reported_deck(target)
    return row is not None and may_see_deck(row, person)


@transaction.atomic
def _hide_deck(target: str, hidden: bool) -> None:
    row = Deck.objects.select_for_update().get(key=target)
    if hidden and not row.is_hidden:
        row.visibility_before, row.visibility = row.visibility, Deck.Visibility.PRIVATE
    elif not hidden and row.is_hidden:
        row.visibility, row.visibility_before = Deck.Visibility(row.visibility_before), ""
    row.save(update_fields=["visibility", "visibility_before"])
    renew_listing(row)


def _reported_guide(target: str) -> DeckGuide | None:
    key, _dash, language = target.partition("-")
    return DeckGuide.objects.select_related("deck__owner__user").filter(deck__key=key, language=language).first()


def _guide_as_thing(target: str) -> Reportable | None:
    row = _reported_guide(target)
    if row is None:
        return None
    url = f"{row.deck.get_absolute_url()}?guide={row.language}#guide"
    return Reportable("guide", target, row.deck.name, url, row.deck.owner_id, row.hidden is not None, row.text)


def _may_see_guide(target: str, person: Person | None) -> bool:
    row = _reported_guide(target)
    return row is not None and may_see_deck(row.deck, person)


@transaction.atomic
def _hide_guide(target: str, hidden: bool) -> None:
    row = _reported_guide(target)
    if row is not None:
        row.hidden = timezone.now() if hidden else None
        row.save(update_fields=["hidden"])
        renew_listing(row.deck)


def _reported_author(target: str) -> DeckAuthor | None:
    return DeckAuthor.objects.select_related("person__user").filter(key=target).first()


def _author_as_thing(target: str) -> Reportable | None:
    row = _reported_author(target)
    if row is None:
        return None
    person = row.person
    return Reportable(
        "author", target, person.own_name, row.get_absolute_url(), person.pk, person.name_hidden is not None
    )


def _may_see_author(target: str, _person: Person | None) -> bool:
    return _reported_author(target) is not None


def _hide_author(target: str, hidden: bool) -> None:
    row = _reported_author(target)
    if row is not None:
        Person.objects.filter(pk=row.person_id).update(name_hidden=timezone.now() if hidden else None)
