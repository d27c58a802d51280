"""Services of drafts: a draft to its end, repeated requests, lost races, clocks and names."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import User, token_digest
from common.database.transactions import VersionConflict
from common.errors import Conflict, Invalid, NotAllowed
from decks.models import Pool
from drafts.core.engine.state import AlreadyPicked, NotInPacket, NotYourPacket
from drafts.models import Draft, Pick, Seat
from drafts.table import clocks, picks, services
from drafts.table import hosting as host_services
from drafts.table.loaded import Visitor
from drafts.table.picks import PickCommand, _write_pick_alone
from drafts.table.queries import visible_draft_for
from drafts.table.rows import load_draft
from drafts.table.transactions import advance_draft
from drafts.tasks import expire_due_picks
from tests.drafts.tables import begun, by, guest, person, play_to_the_end, seen_by, setup_for, take, view_of

pytestmark = pytest.mark.django_db


def test_a_draft_with_bots_runs_to_the_end_and_the_pool_is_saved(roland: User) -> None:
    host = person(roland)
    key = begun(host, players=4)
    play_to_the_end(key, host)
    seen = seen_by(key, host)
    assert seen.status == Draft.Status.DONE
    pool = Pool.objects.get(key=seen.pool_key)
    assert (pool.owner, pool.source) == (host, f"draft:{key}")
    assert seen.view is not None
    assert pool.codes == list(seen.view.pool)
    assert len(pool.codes) == 39
    assert Pool.objects.count() == 1


def test_a_turn_writes_every_column_it_changes(roland: User) -> None:
    key, now = begun(person(roland), guest("Elinor")), timezone.now()
    loaded = load_draft(key)
    assert loaded.state is not None
    assert advance_draft(loaded, loaded.state, [], now=now, paused=now).draft.paused == now
    assert Draft.objects.get(key=key).paused == now


def test_two_people_draft_and_both_keep_their_pools(roland: User, elinor: User) -> None:
    first, second = person(roland), person(elinor)
    key = begun(first, second)
    play_to_the_end(key, first, second)
    pools = [set(pool.codes) for pool in Pool.objects.all()]
    assert [len(pool) for pool in pools] == [39, 39]
    assert not pools[0] & pools[1]


def test_packets_pass_when_the_last_has_chosen(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest)
    left_for_two = view_of(key, host).packet[1:]
    take(key, host)
    assert view_of(key, host).packet == ()
    assert view_of(key, host).table.awaited == (1,)
    take(key, guest)
    assert view_of(key, guest).packet == left_for_two


def test_saying_the_same_once_more_changes_nothing(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest)
    card = take(key, host)
    version = Draft.objects.get(key=key).version
    picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=card)
    assert Draft.objects.get(key=key).version == version
    take(key, guest)
    picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=card)
    assert Pick.objects.filter(seat=0).count() == 1


def test_another_card_of_a_packet_already_answered_is_refused(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest)
    first, second = view_of(key, host).packet[:2]
    take(key, host)
    take(key, guest)
    with pytest.raises(AlreadyPicked, match=f"You’ve already picked {first}") as caught:
        picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=second)
    assert caught.value.rule == "DRAFT-19"


def test_a_late_pick_never_takes_from_the_next_packet(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest)
    with pytest.raises(NotYourPacket):
        picks.pick_card(key, visitor=by(host), round_number=1, number=2, card=view_of(key, host).packet[0])
    with pytest.raises(NotInPacket):
        picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=view_of(key, guest).packet[0])
    assert Pick.objects.count() == 0


def test_who_writes_a_version_that_has_moved_on_reads_again(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest)
    ask = PickCommand(key, by(host), 1, 1, view_of(key, host).packet[0])
    stale = load_draft(key)
    take(key, guest)
    with patch("drafts.table.picks.load_draft", side_effect=[stale, load_draft(key)]) as reads:
        _write_pick_alone(ask)
    assert reads.call_count == 2
    assert Pick.objects.count() == 2
    assert seen_by(key, host).table.number == 2  # type: ignore[union-attr]


def test_what_a_process_holds_of_a_table_that_has_moved_on_decides_nothing(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest)
    card, later = view_of(key, host).packet[0], view_of(key, guest).packet[1]
    stale = load_draft(key)
    take(key, guest)
    with patch("drafts.table.state_cache.cached_draft", return_value=stale):
        picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=card)
        with pytest.raises(AlreadyPicked):
            picks.pick_card(key, visitor=by(guest), round_number=1, number=1, card=later)
    assert Pick.objects.count() == 2
    assert seen_by(key, host).table.number == 2  # type: ignore[union-attr]


def test_a_table_that_never_comes_to_rest_is_given_up_with_a_word(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest)
    stale = load_draft(key)
    take(key, guest)
    ask = {"visitor": by(host), "round_number": 1, "number": 1, "card": view_of(key, host).packet[0]}
    together, alone = (
        patch("drafts.table.picks._write_picks_together", side_effect=VersionConflict),
        patch("drafts.table.picks.load_draft", return_value=stale),
    )
    with together, alone, pytest.raises(Conflict, match="Nothing was changed"):
        picks.pick_card(key, **ask)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, 5, 10_000_000])
def test_a_clock_that_is_none_is_refused(roland: User, seconds: int) -> None:
    with pytest.raises(Invalid, match="between 10 and 604800 seconds"):
        services.create_draft(host=person(roland), setup=setup_for(2), pick_seconds=seconds)


def test_the_clock_chooses_for_those_who_have_not(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest, pick_seconds=60)
    mine = take(key, host)
    deadline = Draft.objects.get(key=key).deadline
    assert deadline is not None
    assert clocks.expire_due_picks(deadline - timedelta(seconds=1)) == 0
    assert clocks.expire_due_picks(deadline) == 1
    assert view_of(key, host).pool == (mine,)
    assert list(Pick.objects.values_list("seat", "by")) == [(0, "player"), (1, "clock")]
    after = Draft.objects.get(key=key).deadline
    assert after == deadline + timedelta(seconds=60)


def test_only_one_of_many_callers_decides_a_step(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest, pick_seconds=60)
    deadline = Draft.objects.get(key=key).deadline
    assert deadline is not None
    assert [clocks._decide_due(key, deadline, now=deadline) for _ in range(3)] == [True, False, False]
    assert Pick.objects.count() == 2


def test_a_due_step_is_decided_before_a_late_pick_is_heard(roland: User, elinor: User) -> None:
    host, guest = person(roland), person(elinor)
    key = begun(host, guest, pick_seconds=60)
    card = view_of(key, host).packet[0]
    Draft.objects.filter(key=key).update(deadline=timezone.now() - timedelta(seconds=1))
    try:
        picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=card)
    except AlreadyPicked as refused:
        assert "Your first pick stands" in str(refused)
    assert Pick.objects.filter(round=1, number=1).count() == 2
    assert Pick.objects.filter(number=2).count() == 0


def test_the_clock_alone_brings_a_draft_to_its_end(roland: User) -> None:
    host = person(roland)
    key = begun(host, players=2, pick_seconds=10)
    now = timezone.now()
    for minute in range(1, 100):
        clocks.expire_due_picks(now + timedelta(minutes=minute))
    draft = Draft.objects.get(key=key)
    assert (draft.status, draft.deadline) == (Draft.Status.DONE, None)


def test_a_broken_draft_does_not_stop_the_clocks_of_the_others(
    roland: User, elinor: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = begun(person(roland), pick_seconds=10), begun(person(elinor), pick_seconds=10)
    Draft.objects.filter(key=broken).update(peoples=["Vulca"])
    now = timezone.now() + timedelta(minutes=1)
    assert clocks.expire_due_picks(now) == 1
    assert "could not be decided" in caplog.text
    assert Draft.objects.get(key=broken).deadline == now + clocks.RETRY_EXPIRED_AFTER
    assert Pick.objects.filter(draft__key=sound, by="clock").exists()


def test_the_beat_calls_the_same(roland: User) -> None:
    key = begun(person(roland), pick_seconds=10)
    Draft.objects.filter(key=key).update(deadline=timezone.now() - timedelta(seconds=1))
    expire_due_picks()
    assert Pick.objects.filter(by="clock").count() == 1


def test_without_a_clock_there_is_no_deadline(roland: User) -> None:
    key = begun(person(roland))
    assert Draft.objects.get(key=key).deadline is None
    assert not clocks.decide_due(key)


def test_a_member_joins_once_and_gets_the_same_seat_again(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = services.create_draft(host=host, setup=setup_for(3)).key
    first = services.join_draft(key, visitor=by(other), person=other)
    again = services.join_draft(key, visitor=by(other), person=other)
    assert (first.number, again.number) == (1, 1)
    assert first.token != again.token
    assert Seat.objects.count() == 2


def test_names_at_a_table_differ(roland: User) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(4)).key
    for _ in range(3):
        services.join_draft(key, visitor=Visitor(), person=None, nickname=" roland ")
    assert list(Seat.objects.values_list("nickname", flat=True)) == ["Roland", "roland 2", "roland 3", "roland 4"]


def test_a_full_table_has_no_seat(roland: User, elinor: User, stranger: User) -> None:
    host, two, three = person(roland), person(elinor), person(stranger)
    key = services.create_draft(host=host, setup=setup_for(2)).key
    services.join_draft(key, visitor=by(two), person=two)
    with pytest.raises(Conflict, match="All 2 seats"):
        services.join_draft(key, visitor=by(three), person=three)


def test_a_late_comer_takes_over_from_a_bot(roland: User, elinor: User) -> None:
    host, late = person(roland), person(elinor)
    key = begun(host, players=3)
    take(key, host)
    services.join_draft(key, visitor=by(late), person=late)
    assert len(view_of(key, late).pool) == 2
    assert seen_by(key, late).me.name == "Elinor"  # type: ignore[union-attr]


def test_a_seat_token_is_as_good_as_the_person_and_only_its_digest_is_kept(roland: User) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    seated = services.join_draft(key, visitor=Visitor(), person=None, nickname="Mira")
    shown = Visitor(digests=(token_digest(seated.token),))
    assert visible_draft_for(load_draft(key), shown).me.name == "Mira"  # type: ignore[union-attr]
    assert seated.token not in repr(seated)
    assert not Seat.objects.filter(token_digest=seated.token).exists()


def test_a_new_link_makes_the_old_one_worthless(roland: User) -> None:
    host = person(roland)
    old = services.create_draft(host=host, setup=setup_for(2))
    new = services.create_seat_link(old.key, visitor=by(host))
    assert visible_draft_for(load_draft(old.key), Visitor(digests=(token_digest(old.token),))).me is None
    assert visible_draft_for(load_draft(old.key), Visitor(digests=(token_digest(new.token),))).me is not None


def test_only_the_host_begins_and_only_once(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = services.create_draft(host=host, setup=setup_for(2)).key
    services.join_draft(key, visitor=by(other), person=other)
    with pytest.raises(NotAllowed):
        services.start_draft(key, visitor=by(other))
    services.start_draft(key, visitor=by(host))
    with pytest.raises(Conflict, match="already started"):
        services.start_draft(key, visitor=by(host))


def test_the_host_may_act_from_his_seat_on_another_phone(roland: User) -> None:
    seated = services.create_draft(host=person(roland), setup=setup_for(2))
    seen = services.start_draft(seated.key, visitor=Visitor(digests=(token_digest(seated.token),)))
    assert seen.is_host


def test_seats_are_drawn_by_lot_and_each_keeps_its_owner(roland: User) -> None:
    host = person(roland)
    orders = set()
    for _ in range(12):
        key = services.create_draft(host=host, setup=setup_for(4)).key
        seen = services.start_draft(key, visitor=by(host))
        assert sorted(seat.number for seat in seen.seats) == [0, 1, 2, 3]
        orders.add(tuple(seat.name for seat in seen.seats))
        assert seen.me is not None
        assert seen.me.name == "Roland"
    assert len(orders) > 1


def test_nothing_can_be_picked_before_the_start_or_after_it_was_called_off(roland: User) -> None:
    host = person(roland)
    key = services.create_draft(host=host, setup=setup_for(2)).key
    with pytest.raises(Conflict, match="hasn’t started yet"):
        picks.pick_card(key, visitor=by(host), round_number=1, number=1, card="Vulca 01")
    services.start_draft(key, visitor=by(host))
    card = view_of(key, host).packet[0]
    services.abort_draft(key, visitor=by(host))
    with pytest.raises(Conflict, match="The host cancelled this draft"):
        picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=card)
    with pytest.raises(Conflict, match="This draft is already over"):
        services.abort_draft(key, visitor=by(host))


def test_who_has_no_seat_picks_nothing_and_calls_nothing_off(roland: User, stranger: User) -> None:
    host, other = person(roland), person(stranger)
    key = begun(host)
    with pytest.raises(NotAllowed, match="don’t have a seat"):
        picks.pick_card(key, visitor=by(other), round_number=1, number=1, card=view_of(key, host).packet[0])
    with pytest.raises(NotAllowed):
        services.abort_draft(key, visitor=by(other))


def test_a_seat_left_in_the_lobby_is_empty_again(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = services.create_draft(host=host, setup=setup_for(2)).key
    services.join_draft(key, visitor=by(other), person=other)
    host_services.leave_seat(key, visitor=by(other), number=1)
    assert Seat.objects.count() == 1
    host_services.leave_seat(key, visitor=by(host), number=0)
    assert Draft.objects.get(key=key).status == Draft.Status.ABORTED


def test_the_host_turns_a_seat_over_to_a_bot_and_its_owner_takes_it_back(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    take(key, host)
    host_services.leave_seat(key, visitor=by(host), number=1)
    assert seen_by(key, other).me.is_bot  # type: ignore[union-attr]
    assert len(view_of(key, other).pool) == 2
    services.take_seat_back(key, visitor=by(other))
    assert not seen_by(key, other).me.is_bot  # type: ignore[union-attr]
    take(key, host)
    assert len(view_of(key, other).pool) == 2


def test_nobody_but_the_host_sends_another_away(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    with pytest.raises(NotAllowed):
        host_services.leave_seat(key, visitor=by(other), number=0)


def test_a_guest_without_a_person_drafts_to_the_end_without_a_pool_row(roland: User) -> None:
    host = guest("Ada")
    key = services.create_draft(host=host, setup=setup_for(2), seating=Draft.Seating.AS_SAT).key
    services.join_draft(key, visitor=Visitor(), person=None, nickname="Script")
    services.start_draft(key, visitor=by(host))
    host_services.leave_seat(key, visitor=by(host), number=1)
    play_to_the_end(key, host)
    assert list(Pool.objects.values_list("owner", flat=True)) == [host.pk]


def test_the_bell_rings_with_the_new_version(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor))
    with patch("live.group_writer.notify") as notify:
        take(key, person(roland))
    notify.assert_called_once_with(f"draft.{key}", Draft.objects.get(key=key).version)


def test_nothing_secret_is_in_what_a_draft_says_of_itself(roland: User) -> None:
    key = begun(person(roland))
    loaded = load_draft(key)
    cards = loaded.state.deal if loaded.state else ()
    said = f"{loaded!r} {loaded.draft!r} {loaded.draft} {loaded.draft.deal!r} {loaded.draft.deal} {loaded.seats!r}"
    said += f"{Pick.objects.all()[:3]!r}"
    assert cards
    assert not [card for card in cards if card in said]
    assert loaded.draft.deal.seed not in said
