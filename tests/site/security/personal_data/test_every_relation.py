"""Every row that names a person or an account: it is in their export and is deleted with them, or the reason is
here."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from django.db.models import CASCADE, ManyToOneRel, Model

from accounts.models import Person, User
from accounts.personal_data import DeletionOptions
from tenmoons.my_account.personal_data import APPS, delete_person

pytestmark = pytest.mark.django_db
NUMBERS = count(1)
# Every row that names a person, and what happens to it when they leave; a new one has to be added here.
TREATED = {
    "accounts.Block.by": "goes",
    "accounts.Block.person": "goes",
    "accounts.Moderation.by": "stays",
    "accounts.PushDevice.person": "goes",
    "cards.CardWitness.person": "goes",
    "cards.CatalogueChange.person": "stays; the name in it goes if they wish it",
    "cards.SavedSearch.person": "goes",
    "cards.TextPack.owner": "goes",
    "cards.TextPackReader.person": "goes",
    "decks.Deck.owner": "private ones go, shared ones as they wish",
    "decks.DeckAuthor.person": "goes, and the page with it",
    "decks.DeckChange.person": "stays",
    "decks.DeckEditor.person": "goes",
    "decks.DeckLike.person": "goes",
    "decks.HouseFormat.owner": "stays, decks are made for it",
    "decks.Pool.owner": "goes",
    "decks.SearchJob.person": "goes",
    "decks.Shelf.owner": "handed over or gone",
    "decks.ShelfMember.person": "goes",
    "drafts.CardList.owner": "goes",
    "drafts.Draft.host": "handed over or called off; finished ones stay",
    "drafts.PaperSeat.person": "stays",
    "drafts.PaperTable.host": "stays",
    "drafts.Quiet.person": "goes",
    "drafts.Refusal.person": "goes",
    "drafts.Seat.person": "stays; under way a bot has it and anyone may take it over",
    "matches.Announcement.by": "stays",
    "matches.EntryRequest.person": "goes",
    "matches.Event.owner": "handed over or frozen",
    "matches.Game.recorded_by": "stays",
    "matches.GameCorrection.by": "stays",
    "matches.GameDeck.chosen_by": "stays",
    "matches.GameEvent.by": "stays",
    "matches.Group.owner": "handed over or frozen",
    "matches.GroupLogEntry.by": "stays",
    "matches.GroupDraft.by": "stays",
    "matches.Invitation.by": "stays",
    "matches.JudgeNote.by": "stays",
    "matches.Match.created_by": "stays",
    "matches.Match.player_a": "stays",
    "matches.Match.player_b": "stays",
    "matches.MatchPenalty.by": "stays",
    "matches.Member.person": "stays",
    "matches.Registration.person": "dropped, or gone before round 1",
    "matches.Role.person": "goes",
    "matches.SeasonImport.by": "stays",
    "matches.SeasonImport.taken_back_by": "stays",
    "matches.AuditLogEntry.by": "stays",
    "online.Game.created_by": "stays; those against the computer go",
    "online.StepNote.person": "goes",
    "online.GameSeat.person": "stays, under way the game is resigned; those against the computer go",
}


def _links(model: type[Model]) -> dict[str, ManyToOneRel]:
    """Return every foreign key to a model, also one without a reverse name."""
    every = [field for field in model._meta.get_fields(include_hidden=True) if isinstance(field, ManyToOneRel)]
    return {f"{relation.related_model._meta.label}.{relation.field.name}": relation for relation in every}


def test_everything_that_names_a_person_has_been_thought_of() -> None:
    assert set(_links(Person)) == set(TREATED)


def test_everything_that_names_an_account_goes_with_it() -> None:
    protected = {name for name, relation in _links(User).items() if relation.on_delete is not CASCADE}
    assert protected == {"accounts.Person.user"}


def _row(model: type[Model], given: dict[str, Any]) -> Model:
    """Return a row with values for every column it needs, stored."""
    filled: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        needed = not (field.null or field.has_default() or field.primary_key or getattr(field, "auto_now_add", False))
        if field.is_relation and field.name not in given and needed:
            assert field.related_model is not None
            filled[field.name] = _row(field.related_model, {})
        elif needed and not field.is_relation:
            if field.get_internal_type() == "BooleanField":
                filled[field.name] = True
                continue
            text = field.get_internal_type() in ("CharField", "TextField", "SlugField")
            short = field.choices[0][0] if field.choices else f"x{next(NUMBERS)}"[: field.max_length]
            filled[field.name] = short if text else 2
    if model is User:
        return User.objects.create_user(f"x{next(NUMBERS)}")
    return model._base_manager.bulk_create([model(**filled | given)])[0]


@pytest.mark.parametrize("link", sorted(name for name, fate in TREATED.items() if fate == "goes"))
def test_what_goes_is_gone(link: str) -> None:
    member, relation = Person.objects.create(user=User.objects.create_user("Roland")), _links(Person)[link]
    row = _row(relation.related_model, {relation.field.name: member})
    delete_person(member, DeletionOptions())
    assert not relation.related_model._base_manager.filter(pk=row.pk).exists()


# What names a person and isn't in their own export, and why; anything else must be.
NOT_EXPORTED = {
    "accounts.Block.person": "nobody is told who has blocked them",
    "drafts.Refusal.person": "what the host of a table keeps from others",
}
# The same of an account.
ACCOUNT_NOT_EXPORTED = {
    "accounts.User_groups.user": "rights that staff give, which the pages show",
    "accounts.User_user_permissions.user": "rights that staff give, which the pages show",
    "admin.LogEntry.user": "the log of the site's staff",
    "oauth2_provider.DeviceGrant.user": "a way of logging in that the site does not offer",
    "oauth2_provider.Grant.user": "a code for a minute, which the application takes",
    "oauth2_provider.IDToken.user": "a way of logging in that the site does not offer",
}
OVER = datetime(2026, 11, 26, tzinfo=UTC)
NEEDED: dict[str, dict[str, Any]] = {
    **{
        f"oauth2_provider.{name}.user": {"expires": OVER} for name in ("AccessToken", "DeviceGrant", "Grant", "IDToken")
    },
    "matches.Game.recorded_by": {"winner": "a"},
    "mfa.Authenticator.user": {"type": "totp", "data": {}},
    "usersessions.UserSession.user": {"ip": "192.0.2.1"},
}


@pytest.mark.parametrize("about", [Person, User])
def test_everything_that_names_somebody_is_in_their_file_or_it_is_said_why_not(about: type[Model]) -> None:
    user = User.objects.create(username="Roland")
    member = Person.objects.create(user=user)
    named: Model = member if about is Person else user
    modules = {module.__name__.partition(".")[0]: module for module in APPS}
    missing, told = set(), {name: _told(module, member) for name, module in modules.items()}
    for name, relation in _links(about).items():
        if relation.related_model is Person:
            continue
        _row(relation.related_model, {relation.field.name: named, **NEEDED.get(name, {})})
        app = name.partition(".")[0] if about is Person else "accounts"
        now = _told(modules[app], member)
        if now == told[app]:
            missing.add(name)
        told[app] = now
    assert missing == set(NOT_EXPORTED if about is Person else ACCOUNT_NOT_EXPORTED)


def _told(module: Any, member: Person) -> str:
    return json.dumps(module.export_data(member), default=str)


# What a row of theirs holds and their export doesn't, and why; anything else must be in it.
_KEY, _SITE = "a key: whoever has it is let in, or served", "of no meaning outside the site"
WORDS_NOT_EXPORTED = {
    **{f"accounts.PushDevice.{name}": _KEY for name in ("auth", "digest", "endpoint", "p256dh", "session")},
    "cards.TextPack.key": _KEY,
    "cards.TextPack.secret": _KEY,
    "decks.Deck.visibility_before": _SITE,
    "decks.DeckChange.contents": "the deck is somebody else's; the history of their own is with the deck",
    "decks.DeckEditor.key": _KEY,
    "decks.SearchJob.key": _SITE,
    "decks.Shelf.key": _KEY,
    "drafts.Draft.commitment": "of the deal, which all of the table may check",
    "drafts.Draft.watch_key": _KEY,
    "drafts.PaperTable.commitment": "of the deal, which all of the table may check",
    "drafts.PaperTable.deal": "what the others were dealt",
    "drafts.Seat.pushed": _SITE,
    "drafts.Seat.reminded": _SITE,
    "drafts.Seat.token_digest": _KEY,
    "matches.Event.closed_by": _SITE,
    "matches.Event.code": _KEY,
    "matches.Event.judge_key": _KEY,
    "matches.Event.scorekeeper_key": _KEY,
    **{
        f"matches.GameDeck.{name}": "their own are with the match; one they brought for the other side is the other's"
        for name in ("contents", "name", "pool", "report", "text")
    },
    "matches.GameEvent.client_id": _SITE,
    "matches.Invitation.key": _KEY,
    "matches.Match.join_key": _KEY,
    "online.Game.join_key": _KEY,
    "online.Game.position": "it holds the opponent's cards",
    "online.Game.secret": "the opponent's shuffles follow from it; the proof of a game shows it once both agree",
    "online.GameSeat.channel": _KEY,
}
# Rows that name nobody and belong to one that names somebody, with the link that leads there; and what of them isn't.
BELONGING = {
    "matches.Event.owner": ("webhooks", {"secret", "language"}),
    "drafts.PaperTable.host": ("seats", {"codes"}),
}
IN_WORDS = {"CharField", "TextField", "SlugField", "JSONField", "URLField"}


def _in_words(model: type[Model]) -> dict[str, Any]:
    """Return for everything a row says in words something that nothing else says."""
    fields = {field.name: field for field in model._meta.concrete_fields if not field.choices}
    kinds = {name: field.get_internal_type() for name, field in fields.items()}
    marks = {name: f"q{next(NUMBERS)}q" for name, kind in kinds.items() if kind in IN_WORDS}
    return {name: {"x": mark} if kinds[name] == "JSONField" else mark for name, mark in marks.items()}


def test_every_word_of_their_rows_is_in_their_file_or_it_is_said_why_not() -> None:
    member = Person.objects.create(user=User.objects.create(username="Roland"))
    marks: list[tuple[str, str]] = []

    def make(model: type[Model], given: dict[str, Any], left_out: Collection[str] = ()) -> Model:
        said = _in_words(model)
        marks.extend(
            (f"{model._meta.label}.{name}", value["x"] if isinstance(value, dict) else value)
            for name, value in said.items()
            if name not in left_out
        )
        return _row(model, said | given)

    for name, relation in _links(Person).items():
        if relation.related_model is not Person and name not in NOT_EXPORTED:
            row = make(relation.related_model, {**NEEDED.get(name, {}), relation.field.name: member})
            if name in BELONGING:
                link, left_out = BELONGING[name]
                children = row._meta.get_field(link)
                assert isinstance(children, ManyToOneRel)
                make(children.related_model, {children.field.name: row}, left_out)
    text = json.dumps([_told(module, member) for module in APPS])
    told = {field for field, mark in marks if mark in text}
    assert {field for field, _mark in marks} - told == set(WORDS_NOT_EXPORTED)
