"""Saving decks and pools: permissions, errors, and two people who save at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid, Missing, NotAllowed
from decks.core.legality import Agreement, DeckList, Entry, FamilyRule, Format
from decks.deck import services
from decks.deck.queries import decklist_of, pool_of_owner, visible_deck
from decks.deck.services import DeckContents
from decks.models import Deck, DeckCard
from tests.decks.rows import draft_deck, drafted_pool, person_of_user, terrah_deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person_of_user(roland)


def test_what_is_saved_is_what_is_read(owner: Person) -> None:
    deck = DeckList(
        entries=(Entry("Vulca 10", 2), Entry("Flit 15")),
        name="Everything",
        format=Format.EMISSARY,
        leaders=("Vulca 00",),
        inquisitors=("Inq 411",),
        emissaries=("Emissary slot 1",),
        families=("b",),
        family_rule=FamilyRule.EXTEND,
        match=True,
        agreed=frozenset({Agreement.MATCH}),
    )
    row = services.create_deck(owner=owner, contents=DeckContents(deck=deck))
    assert decklist_of(visible_deck(row.key, owner)) == deck


def test_lines_of_the_same_card_become_one(owner: Person) -> None:
    deck = DeckList(entries=(Entry("Vulca 10"), Entry("Flit 15"), Entry("Vulca 10", 2)))
    row = services.create_deck(owner=owner, contents=DeckContents(deck=deck))
    assert decklist_of(row).entries == (Entry("Vulca 10", 3), Entry("Flit 15"))


@pytest.mark.parametrize(
    "deck",
    [
        DeckList(leaders=("Vulca 00", "Hoax 00")),
        DeckList(inquisitors=("Inq 411", "Inq 412")),
        DeckList(families=("a", "b")),
        DeckList(entries=(Entry("Vulca 10", 60), Entry("Vulca 10", 60))),
        DeckList(entries=tuple(Entry(f"Vulca {n}") for n in range(500))),
    ],
)
def test_what_cannot_be_kept_is_refused_whole(owner: Person, deck: DeckList) -> None:
    with pytest.raises(Invalid):
        services.create_deck(owner=owner, contents=DeckContents(deck=deck))
    assert not Deck.objects.exists()


def test_of_two_who_save_the_same_version_one_wins(roland: User, owner: Person, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    deck = decklist_of(row)
    mine = DeckContents(deck=replace(deck, name="You", entries=deck.entries[:3]))
    saved = services.save_deck(key=row.key, person=owner, version=1, contents=mine)
    assert saved.version == 2
    theirs = DeckContents(deck=replace(deck, name="Theirs"))
    with pytest.raises(Conflict, match="Nothing is lost"):
        services.save_deck(key=row.key, person=owner, version=1, contents=theirs)
    assert decklist_of(visible_deck(row.key, owner)) == mine.deck


def test_saving_twice_what_is_there_already_is_no_conflict(roland: User, owner: Person, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    wanted = DeckContents(deck=replace(decklist_of(row), name="You"))
    services.save_deck(key=row.key, person=owner, version=1, contents=wanted)
    assert services.save_deck(key=row.key, person=owner, version=1, contents=wanted).version == 2
    hidden = replace(wanted, visibility=Deck.Visibility.PRIVATE.value)
    with pytest.raises(Conflict):
        services.save_deck(key=row.key, person=owner, version=1, contents=hidden)


def test_a_tap_may_be_repeated(roland: User, owner: Person, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    for _ in range(2):
        services.put_card(key=row.key, who=owner, code="drowning rain storm", present=True)
    after = visible_deck(row.key, owner)
    assert (after.version, decklist_of(after).codes.count("Terrah 24")) == (2, 1)
    for _ in range(2):
        services.put_card(key=row.key, who=owner, code="Terrah 24", present=False)
    after = visible_deck(row.key, owner)
    assert (after.version, "Terrah 24" in decklist_of(after).codes) == (3, False)


def test_a_tap_on_no_card_names_the_nearest(roland: User, owner: Person, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts)
    with pytest.raises(Missing, match="Did you mean"):
        services.put_card(key=row.key, who=owner, code="Drowning Rain Strom", present=True)


def test_only_the_owner_changes_a_deck(roland: User, elinor: User, facts: Catalogue) -> None:
    row, other = terrah_deck(roland, facts), person_of_user(elinor)
    contents = DeckContents(deck=DeckList())
    for attempt in (
        lambda: services.save_deck(key=row.key, person=other, version=1, contents=contents),
        lambda: services.put_card(key=row.key, who=other, code="Vulca 10", present=True),
        lambda: services.fill_deck(key=row.key, person=None),
        lambda: services.delete_deck(key=row.key, person=other),
    ):
        with pytest.raises(NotAllowed, match="Only the owner"):
            attempt()


def test_a_private_deck_does_not_exist_for_others(roland: User, elinor: User, facts: Catalogue) -> None:
    row = terrah_deck(roland, facts, visibility="private")
    assert visible_deck(row.key, person_of_user(roland)) == row
    for person in (person_of_user(elinor), None):
        with pytest.raises(Missing):
            visible_deck(row.key, person)
        with pytest.raises(Missing):
            services.delete_deck(key=row.key, person=person)


def test_a_pool_is_its_owners_alone(roland: User, elinor: User, facts: Catalogue) -> None:
    pool = drafted_pool(roland, facts)
    with pytest.raises(Missing):
        pool_of_owner(pool.key, person_of_user(elinor))
    with pytest.raises(NotAllowed, match="from your own pool"):
        services.create_deck(owner=person_of_user(elinor), contents=DeckContents(deck=DeckList(), pool=pool))


def test_a_copy_takes_everything_but_the_pool_of_another(roland: User, elinor: User, facts: Catalogue) -> None:
    source = draft_deck(roland, drafted_pool(roland, facts), 30)
    mine = services.copy_deck(source=source, owner=person_of_user(roland))
    theirs = services.copy_deck(source=source, owner=person_of_user(elinor))
    assert (mine.pool, theirs.pool) == (source.pool, None)
    assert decklist_of(theirs).entries == decklist_of(source).entries
    assert theirs.name == "Drafted (copy)"


def test_a_draft_deck_is_filled_from_its_pool(roland: User, owner: Person, facts: Catalogue) -> None:
    row = draft_deck(roland, drafted_pool(roland, facts), 5)
    filled = services.fill_deck(key=row.key, person=owner)
    deck = decklist_of(visible_deck(row.key, owner))
    assert (deck.size, filled.version) == (30, 2)
    assert set(deck.codes) <= set(deck.pool or ())


def test_every_change_rings(
    monkeypatch: pytest.MonkeyPatch, roland: User, facts: Catalogue, db_catalogue: Catalogue
) -> None:
    notified: list[tuple[str, int]] = []
    monkeypatch.setattr(services, "notify", lambda topic, version: notified.append((topic, version)))
    row = terrah_deck(roland, facts)
    services.put_card(key=row.key, who=row.owner, code="Terrah 01", present=False)
    assert notified == [(f"deck.{row.key}", 2)]


@pytest.mark.parametrize("copies", [0, 100])
def test_the_database_refuses_impossible_copies(roland: User, facts: Catalogue, copies: int) -> None:
    row = terrah_deck(roland, facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckCard.objects.create(deck=row, code="Vulca 10", copies=copies, position=99)
