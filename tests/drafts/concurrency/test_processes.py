"""Two processes write to one draft alternately: each has what it last saw, and the rows decide."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from accounts.models import Person, User
from drafts.core.engine.play import PassState, replay_picks
from drafts.core.engine.state import AlreadyPicked, DraftPick
from drafts.models import Draft, Pick
from drafts.table import clocks, state_cache
from drafts.table.loaded import LoadedDraft
from drafts.table.picks import PickCommand, pick_writer, write_picks
from drafts.table.rows import load_draft, setup_of
from tests.drafts.tables import begun, by, person
from tests.races import SERVER, Races, connected, race

__all__ = ["race"]
pytestmark = pytest.mark.django_db(transaction=SERVER)

Cache = OrderedDict[str, LoadedDraft]


@contextmanager
def process(cache: Cache) -> Iterator[None]:
    """Run the following in the process with this cache."""
    with patch.object(state_cache, "_cached_states", cache):
        yield


def from_the_rows(key: str) -> PassState:
    """Return the state as a process reads it that holds nothing in memory."""
    draft = Draft.objects.select_related("deal").get(key=key)
    rows = Pick.objects.filter(draft=draft).order_by("pk").values_list("seat", "round", "number", "card")
    return replay_picks(setup_of(draft), draft.deal.order, [DraftPick(*row) for row in rows])


def ask_of(loaded: LoadedDraft, player: Person, at: int = 0) -> PickCommand | None:
    """Return the player's next pick as that process sees it; None while they wait."""
    seat = by(player).seat_among(loaded.seats)
    assert seat is not None
    assert loaded.state is not None
    packet = loaded.state.choices(seat.number)
    return (
        PickCommand(loaded.draft.key, by(player), *loaded.state.next_pick(seat.number), packet[at]) if packet else None
    )


@pytest.mark.parametrize("flow", ["together", "queued"])
def test_two_processes_take_turns_at_every_pick(roland: User, elinor: User, race: Races, flow: str) -> None:
    people, caches = [person(roland), person(elinor)], [Cache(), Cache()]
    key = begun(*people)
    Draft.objects.filter(key=key).update(flow=flow)
    versions, made = [], 0
    with connected(race().path):
        while Draft.objects.get(key=key).status == Draft.Status.DRAFTING:
            for player in people:
                # The process changes with each pick, so each holds a version older than the rows.
                with process(caches[made % 2]):
                    ask = ask_of(load_draft(key), player)
                    if ask is None:
                        continue
                    versions.append(pick_writer.write(ask).draft.version)
                    made += 1
        draft = Draft.objects.get(key=key)
        rows = Pick.objects.filter(draft=draft).count()
    assert made == rows == 2 * 39
    assert versions == sorted(set(versions))
    assert draft.version == versions[-1]


def test_what_one_process_holds_is_behind_and_every_answer_is_right(roland: User, elinor: User, race: Races) -> None:
    people, here, there = [person(roland), person(elinor)], Cache(), Cache()
    key = begun(*people)
    with connected(race().path):
        with process(here):
            old = load_draft(key)
        with process(there):
            first = write_picks([ask for player in people if (ask := ask_of(load_draft(key), player)) is not None])
            assert [outcome for outcome in first.outcomes if isinstance(outcome, Exception)] == []
            passed = load_draft(key)
        with process(here):
            assert state_cache.cached_draft(key) is old
            again = ask_of(old, people[0])
            other = ask_of(old, people[0], 1)
            new = ask_of(passed, people[1])
            assert again is not None
            assert other is not None
            assert new is not None
            said = write_picks([again, other, new])
            held = state_cache.cached_draft(key)
        assert not isinstance(
            said.outcomes[0], Exception
        )  # the same pick again: it was already made, by the other process
        assert isinstance(said.outcomes[1], AlreadyPicked)
        assert not isinstance(said.outcomes[2], Exception)  # of a packet this process had never seen
        assert held is not None
        assert held.draft.version == Draft.objects.get(key=key).version
        assert held.state == from_the_rows(key)
        with process(there):
            assert load_draft(key).state == held.state
        assert Pick.objects.count() == 3


def test_a_clock_and_a_pause_in_another_process_hold_here(roland: User, elinor: User, race: Races) -> None:
    people, here, there = [person(roland), person(elinor)], Cache(), Cache()
    key = begun(*people, pick_seconds=60)
    with connected(race().path):
        with process(here):
            late = ask_of(load_draft(key), people[0])
        with process(there):
            clocks.pause_draft(key, visitor=by(people[0]))
        assert late is not None
        with process(here):
            (refused,) = write_picks([late]).outcomes
            assert "paused" in str(refused)
        with process(there):
            clocks.resume_draft(key, visitor=by(people[0]))
            deadline = Draft.objects.get(key=key).deadline
            assert deadline is not None
            assert clocks.expire_due_picks(deadline) == 1
        with process(here):
            (late_answer,) = write_picks([late]).outcomes
        forced = Pick.objects.get(seat=0)
        assert forced.by == Pick.By.CLOCK
        assert isinstance(late_answer, AlreadyPicked) is (forced.card != late.card)
        assert Pick.objects.count() == 2
