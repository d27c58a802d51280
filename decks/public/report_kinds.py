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
    deck = _reported_deck(target)
    if deck is None:
        return None
    text = "\n".join(part for part in (" ".join(f"#{tag}" for tag in deck.tags), deck.notes) if part)
    return Reportable("deck", target, deck.name, deck.get_absolute_url(), deck.owner_id, deck.is_hidden, text)


def _may_see_deck(target: str, person: Person | None) -> bool:
    deck = _reported_deck(target)
    return deck is not None and may_see_deck(deck, person)


@transaction.atomic
def _hide_deck(target: str, hidden: bool) -> None:
    deck = Deck.objects.select_for_update().get(key=target)
    if hidden and not deck.is_hidden:
        deck.visibility_before, deck.visibility = deck.visibility, Deck.Visibility.PRIVATE
    elif not hidden and deck.is_hidden:
        deck.visibility, deck.visibility_before = Deck.Visibility(deck.visibility_before), ""
    deck.save(update_fields=["visibility", "visibility_before"])
    renew_listing(deck)


def _reported_guide(target: str) -> DeckGuide | None:
    key, _dash, language = target.partition("-")
    return DeckGuide.objects.select_related("deck__owner__user").filter(deck__key=key, language=language).first()


def _guide_as_thing(target: str) -> Reportable | None:
    guide = _reported_guide(target)
    if guide is None:
        return None
    url = f"{guide.deck.get_absolute_url()}?guide={guide.language}#guide"
    return Reportable("guide", target, guide.deck.name, url, guide.deck.owner_id, guide.hidden is not None, guide.text)


def _may_see_guide(target: str, person: Person | None) -> bool:
    guide = _reported_guide(target)
    return guide is not None and may_see_deck(guide.deck, person)


@transaction.atomic
def _hide_guide(target: str, hidden: bool) -> None:
    guide = _reported_guide(target)
    if guide is not None:
        guide.hidden = timezone.now() if hidden else None
        guide.save(update_fields=["hidden"])
        renew_listing(guide.deck)


def _reported_author(target: str) -> DeckAuthor | None:
    return DeckAuthor.objects.select_related("person__user").filter(key=target).first()


def _author_as_thing(target: str) -> Reportable | None:
    author = _reported_author(target)
    if author is None:
        return None
    person = author.person
    return Reportable(
        "author", target, person.own_name, author.get_absolute_url(), person.pk, person.name_hidden is not None
    )


def _may_see_author(target: str, _person: Person | None) -> bool:
    return _reported_author(target) is not None


def _hide_author(target: str, hidden: bool) -> None:
    author = _reported_author(target)
    if author is not None:
        Person.objects.filter(pk=author.person_id).update(name_hidden=timezone.now() if hidden else None)
