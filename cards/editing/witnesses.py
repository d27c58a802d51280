"""Witnesses of unseen cards: owners type its facts, which count once two people typed the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts, CardType, People
from cards.models import CardWitness
from common.errors import Invalid, Missing
from common.text import fold, gettext_noop, tidy_name

MAX_NOTE_LENGTH = 300
WITNESSES_NEEDED = 2
# By affiliation, the verdict that depends on the unseen card.
BLOCKED_VERDICTS: Mapping[People, tuple[str, str]] = {
    People.EMISSARY: (gettext_noop("We can’t say whether a deck with this emissary is legal."), "DECK-13"),
    People.INQUISITOR: (gettext_noop("We can’t say whether a deck with this inquisitor is legal."), "DECK-12"),
}
_OTHER_BLOCKED_VERDICT = (gettext_noop("We can’t say whether a custom deck with this card is legal."), "CARD-08")


@dataclass(frozen=True, slots=True)
class AgreedFacts:
    """Facts that two people entered alike, and the names to credit."""

    facts: Mapping[str, str]
    by: tuple[str, ...]


def unseen_card(slug: str) -> CardFacts:
    """Return the unseen Blue Moon card with this slug; raise `Missing` otherwise."""
    card = catalogue().by_slug.get(slug)
    if card is None or card.known:
        raise Missing(gettext_noop("That isn’t one of the unseen cards."))
    return card


def blocked_verdict_and_rule(card: CardFacts) -> tuple[str, str]:
    """Return the verdict that an unseen card blocks, untranslated, and its rule."""
    return BLOCKED_VERDICTS.get(card.people, _OTHER_BLOCKED_VERDICT)


def add_testimony(card: CardFacts, *, person: Person, facts: Mapping[str, str], text: str, credit: str) -> None:
    """Store a person’s testimony on a card, replacing an earlier one. Raise `Invalid` if it is empty."""
    filled_facts = {name: tidy_name(value) for name, value in facts.items() if value.strip()}
    if not filled_facts and not text.strip():
        raise Invalid(gettext_noop("Enter a fact, or describe in two sentences what the card does."))
    if filled_facts.get("type") not in (None, *CardType):
        raise Invalid(gettext_noop("That isn’t a card type."))
    testimony = {
        "facts": filled_facts,
        "said": tidy_name(text, length=MAX_NOTE_LENGTH),
        "credit": tidy_name(credit, length=80),
    }
    CardWitness.objects.update_or_create(slot=card.code, person=person, defaults=testimony)


def agreed_facts_of(card: CardFacts) -> AgreedFacts | None:
    """Return the facts that two people entered alike; None if there are none."""

    def key(witness: CardWitness) -> tuple[tuple[str, str], ...]:
        return tuple(sorted((name, fold(value)) for name, value in witness.facts.items()))

    witnesses = CardWitness.objects.filter(slot=card.code).exclude(person=None).exclude(facts={}).order_by("pk")
    for _facts, alike in groupby(sorted(witnesses, key=key), key=key):
        group = list(alike)
        if len(group) >= WITNESSES_NEEDED:
            return AgreedFacts(group[0].facts, tuple(witness.credit for witness in group if witness.credit))
    return None
