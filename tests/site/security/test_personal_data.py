"""One's own data as a file without secrets of others, and going for good without breaking what others have."""

from __future__ import annotations

import io
import json
import zipfile
from itertools import count
from typing import Any

import pytest
from django.db.models import CASCADE, ManyToOneRel, Model
from django.test import Client
from django.urls import reverse

from accounts.identity import SESSION_KEY
from accounts.models import ApiToken, Person, User, token_digest
from accounts.personal_data import DeletionOptions
from cards.core.facts import Catalogue
from cards.models import SavedSearch
from common.errors import DomainError
from decks.models import Deck, Pool, Shelf, ShelfMember
from drafts.models import Draft, Note, Seat
from drafts.table import services
from drafts.table.loaded import Who
from drafts.table.rows import load
from matches.models import Event, Group, JudgeNote, Match, Member, Registration, Role, Trail
from tenmoons.my_account.personal_data import APPS, delete_person, deletion_preview, export
from tests.drafts.tables import begun, by, guest, person, play_to_the_end, take

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"
NUMBERS = count(1)

# Every row that names a person, and what happens to it when they leave: anyone who adds one has to think of it.
TREATED = {
    "accounts.Moderation.by": "stays",
    "accounts.PushDevice.person": "goes",
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
    "matches.GroupDraft.by": "stays",
    "matches.Invitation.by": "stays",
    "matches.JudgeNote.by": "stays",
    "matches.Match.created_by": "stays",
    "matches.Match.player_a": "stays",
    "matches.Match.player_b": "stays",
    "matches.MatchPenalty.by": "stays",
    "matches.Member.person": "stays",
    "matches.Webhook.person": "goes",
    "matches.Registration.person": "dropped, or gone before round 1",
    "matches.Role.person": "goes",
    "matches.SeasonImport.by": "stays",
    "matches.SeasonImport.taken_back_by": "stays",
    "matches.Trail.by": "stays",
}


def _links(model: type[Model]) -> dict[str, ManyToOneRel]:
    """Every foreign key to a model, also one that has no name on its side."""
    every = [field for field in model._meta.get_fields(include_hidden=True) if isinstance(field, ManyToOneRel)]
    return {f"{relation.related_model._meta.label}.{relation.field.name}": relation for relation in every}


def test_everything_that_names_a_person_has_been_thought_of() -> None:
    assert set(_links(Person)) == set(TREATED)


def test_everything_that_names_an_account_goes_with_it() -> None:
    kept = {name for name, one in _links(User).items() if one.on_delete is not CASCADE}
    assert kept == {"accounts.Person.user"}


def _row(model: type[Model], given: dict[str, Any]) -> Model:
    """A row with whatever its columns need, stored as it is."""
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
    one, relation = Person.objects.create(user=User.objects.create_user("Roland")), _links(Person)[link]
    row = _row(relation.related_model, {relation.field.name: one})
    delete_person(one, DeletionOptions())
    assert not relation.related_model._base_manager.filter(pk=row.pk).exists()


# What names a person and is not in their own file, and why not; anything else must be.
NOT_EXPORTED = {"drafts.Refusal.person": "what the host of a table keeps from others"}
# The same of an account.
ACCOUNT_NOT_EXPORTED = {
    "accounts.User_groups.user": "rights that staff give, which the pages show",
    "accounts.User_user_permissions.user": "rights that staff give, which the pages show",
    "admin.LogEntry.user": "the log of the site's staff",
}
NEEDED: dict[str, dict[str, Any]] = {
    "matches.Game.recorded_by": {"winner": "a"},
    "mfa.Authenticator.user": {"type": "totp", "data": {}},
    "usersessions.UserSession.user": {"ip": "192.0.2.1"},
}


@pytest.mark.parametrize("about", [Person, User])
def test_everything_that_names_somebody_is_in_their_file_or_it_is_said_why_not(about: type[Model]) -> None:
    user = User.objects.create(username="Roland")
    one = Person.objects.create(user=user)
    named: Model = one if about is Person else user
    modules = {module.__name__.partition(".")[0]: module for module in APPS}
    missing, told = set(), {name: _told(module, one) for name, module in modules.items()}
    for name, relation in _links(about).items():
        if relation.related_model is Person:
            continue
        _row(relation.related_model, {relation.field.name: named, **NEEDED.get(name, {})})
        app = name.partition(".")[0] if about is Person else "accounts"
        now = _told(modules[app], one)
        if now == told[app]:
            missing.add(name)
        told[app] = now
    assert missing == set(NOT_EXPORTED if about is Person else ACCOUNT_NOT_EXPORTED)


def _told(module: Any, one: Person) -> str:
    return json.dumps(module.export_data(one), default=str)


def _match(one: Person, other: Person, **more: Any) -> Match:
    names = {"name_a": one.display_name, "name_b": other.display_name}
    return Match.objects.create(created_by=one, player_a=one, player_b=other, **names, **more)


def _read(content: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert file.testzip() is None
        return {name: json.loads(file.read(name)) for name in file.namelist() if name.endswith(".json")}


def test_my_data_is_one_file(roland: User, roland_client: Client, db_catalogue: Catalogue) -> None:
    me = person(roland)
    Deck.objects.create(owner=me, name="Gulls", notes="for Friday").cards.create(code="Vulca 01", copies=1, position=1)
    ApiToken.issue(user=roland, name="my bot")
    SavedSearch.objects.create(person=me, name="Hot", query="fire>5")
    answer = roland_client.get(reverse("my_data_download"))
    assert answer["Content-Type"] == "application/zip"
    assert "no-store" in answer["Cache-Control"]
    files = _read(answer.content)
    assert set(files) == {"account.json", "cards.json", "decks.json", "drafts.json", "matches.json"}
    assert files["account.json"]["tokens"][0]["name"] == "my bot"
    assert files["decks.json"]["decks"][0]["cards"] == [{"code": "Vulca 01", "copies": 1}]
    assert files["cards.json"]["searches"] == [{"name": "Hot", "query": "fire>5"}]


def test_my_data_holds_no_secret_of_others(roland: User, elinor: User, db_catalogue: Catalogue) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=4)
    mine = [take(key, me)]
    take(key, other)
    loaded = load(key)
    assert loaded.state is not None
    number = next(seat.number for seat in loaded.seats if seat.person_id == me.pk)
    own = set(loaded.state.hands[number]) | set(mine)
    secret = {code for code in loaded.draft.deal.order if code not in own}
    Note.objects.create(seat=next(seat for seat in loaded.seats if seat.person_id == other.pk), text="their plan")
    Pool.objects.create(owner=other, name="Their pool", codes=["Vulca 09"])
    match = _match(me, other)
    match.decks.create(side="b", number=1, name="Theirs", text="hidden list", report={}, contents={})
    match.decks.create(side="a", number=1, name="Mine", text="my list", report={}, contents={})
    event = Event.objects.create(name="Saturday", owner=me)
    ApiToken.issue(user=roland, name="my bot")
    Registration.objects.create(event=event, number=1, name="Elinor", person=other, deck="their sealed deck")
    text = json.dumps(export(me), default=str)
    assert "my list" in text
    assert not [code for code in secret if f'"{code}"' in text]
    hidden = ["their plan", "Their pool", "hidden list", "their sealed deck", match.join_key, event.judge_key]
    hidden += [event.scorekeeper_key, loaded.draft.deal.seed, loaded.draft.deal.salt, roland.password]
    hidden += list(ApiToken.objects.values_list("digest", flat=True))
    assert not [text_ for text_ in hidden if text_ and text_ in text]


def test_going_for_good_asks_for_the_password(roland: User, roland_client: Client) -> None:
    person(roland)
    page = roland_client.get(reverse("leave"))
    assert "Your account, its e-mail addresses and its tokens are deleted" in page.content.decode()
    said = {"name": "keep", "shared": "keep", "sure": "on", "password": "not it"}
    answer = roland_client.post(reverse("leave"), said)
    assert answer.status_code == 400
    assert "That is not your password." in answer.content.decode()
    assert User.objects.filter(pk=roland.pk).exists()
    for _again in range(5):
        answer = roland_client.post(reverse("leave"), said)
    assert "Too many wrong passwords" in answer.content.decode()
    assert roland_client.post(reverse("leave"), said | {"password": PASSWORD}).status_code == 400


def test_who_has_gone_is_gone(roland: User, roland_client: Client) -> None:
    me = person(roland)
    _token, secret = ApiToken.issue(user=roland, name="my bot")
    said = {"name": "replace", "shared": "delete", "sure": "on", "password": PASSWORD}
    assert roland_client.post(reverse("leave"), said).status_code == 302
    assert not User.objects.filter(pk=roland.pk).exists()
    me.refresh_from_db()
    assert (me.user, me.display_name, me.is_guest) == (None, "a former player", True)
    assert roland_client.get(reverse("my_data_download")).status_code == 302
    answer = Client().get("/api/v1/decks/", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 401


def test_a_guest_may_go_too_and_no_old_session_becomes_him_again(client: Client) -> None:
    passer_by = Person.objects.create(nickname="Passer-by")
    session = client.session
    session[SESSION_KEY] = passer_by.pk
    session.save()
    page = client.get(reverse("leave")).content.decode()
    assert "password" not in page
    assert client.post(reverse("leave"), {"name": "keep", "shared": "keep"}).status_code == 400
    assert client.post(reverse("leave"), {"name": "keep", "shared": "keep", "sure": "on"}).status_code == 302
    session = client.session
    session[SESSION_KEY] = passer_by.pk
    session.save()
    assert client.get(reverse("my_data_download")).status_code == 302


@pytest.mark.parametrize("name", ["my_data", "my_data_download", "leave"])
def test_of_whom_nothing_is_kept_there_is_nothing_to_take_or_delete(client: Client, name: str) -> None:
    answer = client.get(reverse(name), follow=True)
    assert answer.status_code == 200
    assert "Nothing is kept of you in this browser." in answer.content.decode()


def test_matches_stay_readable_with_the_name_or_without_it(roland: User, elinor: User) -> None:
    match = _match(person(roland), person(elinor))
    match.games.create(number=1, winner="a", dragons=2)
    delete_person(person(roland), DeletionOptions(keep_name=False))
    page = Client().get(reverse("matches:detail", args=[match.key])).content.decode()
    assert "a former player" in page
    assert "Elinor" in page
    assert "Roland" not in page
    delete_person(person(elinor), DeletionOptions(keep_name=True))
    assert "Elinor" in Client().get(reverse("matches:detail", args=[match.key])).content.decode()


def test_two_who_have_gone_from_one_group_are_told_apart(roland: User, elinor: User, stranger: User) -> None:
    group = Group.objects.create(name="Thursdays", owner=person(stranger))
    for user in (roland, elinor):
        Member.objects.create(group=group, person=person(user), name=user.username)
    delete_person(person(roland), DeletionOptions(keep_name=False))
    delete_person(person(elinor), DeletionOptions(keep_name=False))
    assert sorted(group.members.values_list("name", flat=True)) == ["a former player", "a former player 2"]


def test_a_bot_takes_the_seat_and_the_next_player_hosts(roland: User, elinor: User, db_catalogue: Catalogue) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=3)
    take(key, me)
    told = [fate.template for fate in deletion_preview(me)]
    assert any("a bot takes your seat" in notice for notice in told)
    delete_person(me, DeletionOptions())
    draft = Draft.objects.get(key=key)
    assert draft.host == other
    seat = Seat.objects.get(draft=draft, nickname="Roland")
    assert seat.is_free
    play_to_the_end(key, other)
    assert Draft.objects.get(key=key).status == Draft.Status.DONE


def test_groups_events_and_shelves_are_handed_over_or_it_is_said_that_they_end(
    roland: User, elinor: User, stranger: User
) -> None:
    me, other = person(roland), person(elinor)
    group = Group.objects.create(name="Thursdays", owner=me)
    Member.objects.create(group=group, person=guest("passer-by"), name="passer-by")
    Member.objects.create(group=group, person=other, name="Elinor")
    event, alone = Event.objects.create(name="Saturday", owner=me), Event.objects.create(name="Alone", owner=me)
    Role.objects.create(event=event, person=guest("scribe"), kind=Role.Kind.SCOREKEEPER)
    Role.objects.create(event=event, person=other, kind=Role.Kind.JUDGE)
    shelf = Shelf.objects.create(owner=me)
    ShelfMember.objects.create(shelf=shelf, person=other)
    sad = [fate.params["name"] for fate in deletion_preview(me) if fate.sad]
    assert sad == ["Alone"]
    delete_person(me, DeletionOptions())
    for one in (group, event, shelf, alone):
        one.refresh_from_db()
    assert group.owner == event.owner == shelf.owner == other
    assert not Role.objects.filter(event=event, person=other).exists()
    assert alone.owner == me
    assert Client().get(reverse("matches:event", args=[alone.key])).status_code == 200


def test_registrations_are_withdrawn_and_trails_forget_the_name(roland: User, elinor: User) -> None:
    event = Event.objects.create(name="Saturday", owner=person(elinor))
    me = person(roland)
    row = Registration.objects.create(event=event, number=1, name="Roland", person=me)
    event.rounds.create(number=1).pairings.create(table=1, a=row)
    Trail.objects.create(event=event, by=me, kind="joined", about={"name": "Roland", "number": 1})
    delete_person(me, DeletionOptions(keep_name=False))
    row.refresh_from_db()
    assert row.dropped is not None
    assert row.name == "a former player"
    assert "Roland" not in json.dumps(list(Trail.objects.values_list("about", flat=True)))


def test_private_things_go_and_shared_ones_as_wished(roland: User, elinor: User) -> None:
    for user, wishes in ((roland, DeletionOptions(keep_shared=True)), (elinor, DeletionOptions(keep_shared=False))):
        me = person(user)
        for visibility in Deck.Visibility.values:
            Deck.objects.create(owner=me, name=visibility, visibility=visibility)
        Pool.objects.create(owner=me, name="pool", codes=[])
        delete_person(me, wishes)
    assert sorted(Deck.objects.values_list("name", flat=True)) == ["link", "public"]
    assert not Pool.objects.exists()


def test_the_pages_ask_few_questions(roland: User, roland_client: Client, django_assert_max_num_queries: Any) -> None:
    person(roland)
    with django_assert_max_num_queries(8):
        roland_client.get(reverse("my_data"))
    with django_assert_max_num_queries(40):
        roland_client.get(reverse("leave"))


def test_a_seat_left_for_good_in_a_running_draft_is_free_and_its_link_opens_nothing(
    roland: User, elinor: User, stranger: User, db_catalogue: Catalogue, django_capture_on_commit_callbacks: Any
) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=3)
    Seat.objects.filter(draft__key=key, person=me).update(token_digest=token_digest("old link"), nickname="Roland")
    with django_capture_on_commit_callbacks(execute=True):
        take(key, me)
    with django_capture_on_commit_callbacks(execute=True):
        delete_person(me, DeletionOptions(keep_name=False))
    seen = load(key)
    seat = next(seat for seat in seen.seats if seat.number == 0)
    assert (seat.person, seat.token_digest, seat.is_free) == (None, "", True)
    assert seat.nickname == "a former player"
    with pytest.raises(DomainError):
        services.take_back(key, who=Who(digests=(token_digest("old link"),)))
    with django_capture_on_commit_callbacks(execute=True):
        services.join(key, who=by(person(stranger)), person=person(stranger))
    assert load(key).seats[0].person == person(stranger)


def test_no_public_page_names_who_wanted_their_name_replaced(
    roland: User, elinor: User, db_catalogue: Catalogue
) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=3)
    Draft.objects.filter(key=key).update(name="Draft of Roland")
    event = Event.objects.create(name="Saturday", owner=other)
    row = Registration.objects.create(event=event, number=1, name="Quirinius Zapp", person=me)
    Registration.objects.create(event=event, number=2, name="Quirinius Zapp junior")
    JudgeNote.objects.create(registration=row, kind="note", text="Quirinius Zapp was late")
    for about in (
        {"after": "Quirinius Zapp 5 : 2 P4", "before": "Quirinius Zapp 2 : 2 P4", "table": 1},
        {"names": "P4, Quirinius Zapp, Quirinius Zapp junior"},
    ):
        Trail.objects.create(event=event, by=other, kind="corrected", about=about)
    away = Event.objects.create(name="Sunday", owner=other)
    Role.objects.create(event=away, person=me, kind=Role.Kind.JUDGE)
    Trail.objects.create(event=away, by=me, kind="role", about={"name": "Roland", "role": "judge"})
    delete_person(me, DeletionOptions(keep_name=False))
    told = json.dumps(
        [*Trail.objects.values_list("about", flat=True), *JudgeNote.objects.values_list("text", flat=True)]
    )
    assert "Quirinius Zapp junior" in told and "5 : 2 P4" in told
    assert "Zapp" not in told.replace("Quirinius Zapp junior", "") and "Roland" not in told
    assert Draft.objects.get(key=key).name == "Draft of a former player"
