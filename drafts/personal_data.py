"""Personal data in drafts, for the hooks of `accounts.personal_data`.

The export only has what the person’s own seat kept: no packets, no discards, no picks of other seats.
"""

from collections.abc import Collection, Iterator
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Person
from accounts.personal_data import (
    DeletionEffect,
    DeletionOptions,
    ExportedData,
    deletion_effect,
    former_player_label,
    names_used_by,
    replace_names,
)
from common.text import gettext_noop
from drafts.models import (
    TERM_FIELDS,
    CardList,
    Deal,
    Draft,
    Note,
    PacketQuestion,
    PaperSeat,
    PaperTable,
    Pick,
    Plan,
    Quiet,
    Refusal,
    Seat,
    SharedSeat,
    Wishlist,
)
from drafts.table import hosting, state_cache
from drafts.table.loaded import Visitor
from drafts.table.transactions import increment_draft_version, transact

_HOSTED_COLUMNS = (
    "key", "name", "players", "peoples", "step8", "flow", "sharing", "house", *TERM_FIELDS, "status", "created",
    "started", "finished",
)  # fmt: skip


def export_data(person: Person) -> ExportedData:
    """Export seats with picks, plans, wishes and notes; hosted drafts; and pools entered with real cards."""
    seats = Seat.objects.filter(person=person).select_related("draft").order_by("draft__created")
    hosted = Draft.objects.filter(host=person).order_by("created")
    paper = PaperSeat.objects.filter(person=person).select_related("table").order_by("table__created")
    return {
        "card_lists": list(
            CardList.objects.filter(owner=person).values("key", "name", "codes", "shared", "history", "changed")
        ),
        "drafts": [_exported_seat(seat) for seat in seats],
        "hosted": list(hosted.values(*_HOSTED_COLUMNS)),
        "no_reminders": Quiet.objects.filter(person=person).exists(),
        "hosted_with_real_cards": list(
            PaperTable.objects.filter(host=person).values("key", "name", "peoples", "step8", "status", "created")
        ),
        "names_with_real_cards": list(
            PaperSeat.objects.filter(table__host=person).order_by("table", "number").values("table__key", "name")
        ),
        "paper_tables": [
            {"name": paper_seat.table.name, "my_name": paper_seat.name, "cards": paper_seat.codes}
            for paper_seat in paper
        ],
    }


def _exported_seat(seat: Seat) -> ExportedData:
    draft = seat.draft
    picks = Pick.objects.filter(draft=draft, seat=seat.number).order_by("round", "number")
    return {
        "draft": {"key": draft.key, "name": draft.name, "status": draft.status, "players": draft.players},
        "peoples": draft.peoples,
        "started": draft.started,
        "finished": draft.finished,
        "seat": seat.number,
        "my_name": seat.nickname,
        "picks": list(picks.values("round", "number", "card", "by", "made")),
        "chosen_in_advance": Plan.objects.filter(seat=seat).values("round", "number", "card").first(),
        "wishes": Wishlist.objects.filter(seat=seat).values_list("cards", flat=True).first() or [],
        "pool_shown_by_link": SharedSeat.objects.filter(seat=seat).values("key", "shows_picks", "created").first(),
        "questions": list(seat.questions.values("key", "round", "number", "created")),
        "deck_handed_in": seat.deck,
        "notes": Note.objects.filter(seat=seat).values_list("text", flat=True).first() or "",
    }


def _seats_in_open_drafts(person: Person) -> QuerySet[Seat]:
    return Seat.objects.filter(person=person, draft__status__in=Draft.OPEN).select_related("draft")


def deletion_effects(person: Person) -> Iterator[DeletionEffect]:
    running = _seats_in_open_drafts(person).filter(draft__status=Draft.Status.DRAFTING)
    yield from deletion_effect(
        gettext_noop("Drafts in progress in which a bot will take your seat: %(count)d."), running.count()
    )
    waiting = _seats_in_open_drafts(person).filter(draft__status=Draft.Status.LOBBY)
    yield from deletion_effect(
        gettext_noop("Drafts that haven’t started, which you’ll leave: %(count)d."), waiting.count()
    )
    hosted = Draft.objects.filter(host=person, status__in=Draft.OPEN)
    template = gettext_noop(
        "Drafts you host: %(count)d. The next player becomes host; if there isn’t one, the draft ends."
    )
    yield from deletion_effect(template, hosted.count())
    template = gettext_noop("Card lists that will be deleted: %(count)d. Drafts made from them stay.")
    yield from deletion_effect(template, CardList.objects.filter(owner=person).count())
    template = gettext_noop("Draft notes that will be deleted: %(count)d.")
    yield from deletion_effect(template, Note.objects.filter(seat__person=person).exclude(text="").count())


def delete_data(person: Person, options: DeletionOptions) -> None:
    """Leave all seats and delete notes; finished drafts stay."""
    visitor = Visitor(person.pk)
    for seat in _seats_in_open_drafts(person):
        hosting.leave_seat(seat.draft.key, visitor=visitor, number=seat.number)
    for draft in Draft.objects.filter(host=person, status=Draft.Status.LOBBY):
        transact(lambda draft=draft: increment_draft_version(draft, status=Draft.Status.ABORTED, deadline=None))  # type: ignore[misc]
    CardList.objects.filter(owner=person).delete()
    Quiet.objects.filter(person=person).delete()
    Refusal.objects.filter(person=person).delete()
    Note.objects.filter(seat__person=person).delete()
    Plan.objects.filter(seat__person=person).delete()
    Wishlist.objects.filter(seat__person=person).delete()
    SharedSeat.objects.filter(seat__person=person).delete()
    PacketQuestion.objects.filter(seat__person=person).delete()
    # Remove the links for onlookers, because no one else can.
    Draft.objects.filter(host=person).update(watching=Draft.Watching.NEVER)
    if not options.keep_name:
        _remove_name_from_drafts(person)
        Seat.objects.filter(person=person).update(nickname=former_player_label())
        PaperSeat.objects.filter(person=person).update(name=former_player_label())
    for seat in Seat.objects.filter(person=person, draft__status=Draft.Status.DRAFTING).select_related("draft"):
        transact(partial(_detach_person_from_seat, seat))


def delete_unshared_data(people: Collection[int]) -> int:
    """Delete these people’s unshared card lists; return their number."""
    return CardList.objects.filter(owner__in=people, shared=False).delete()[1].get(CardList._meta.label, 0)


def _remove_name_from_drafts(person: Person) -> None:
    """Replace the person’s names in names of drafts ("Roland’s draft") and in dealt seats."""
    hosted = Draft.objects.filter(host=person) | Draft.objects.filter(seats__person=person)
    for draft in hosted.distinct():
        names = {*names_used_by(person), *draft.seats.filter(person=person).values_list("nickname", flat=True)}
        other_seats = draft.seats.exclude(person=person).values_list("nickname", flat=True)
        name = replace_names(draft.name, names, new=former_player_label(), others=other_seats)
        if name != draft.name:
            Draft.objects.filter(pk=draft.pk).update(name=name[:80])
        deal = Deal.objects.filter(draft=draft).first()
        if deal is not None and any(seat["name"] in names for seat in deal.seats):
            deal.seats = [seat | {"name": "" if seat["name"] in names else seat["name"]} for seat in deal.seats]
            deal.save(update_fields=["seats"])


def _detach_person_from_seat(seat: Seat) -> None:
    """Detach the person from a seat, so that its link stops working and a newcomer can replace the bot.

    The new version reaches all processes and pages. Clears this process’s cache after the commit, because `leave_seat`
    has just cached the seat with its person.
    """
    Seat.objects.filter(pk=seat.pk).update(person=None, token_digest="", ready=False)
    increment_draft_version(Draft.objects.get(pk=seat.draft_id))
    transaction.on_commit(partial(state_cache.drop_cached_draft, seat.draft.key))
