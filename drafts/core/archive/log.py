"""Log of a draft: a seat’s packet at each of its picks; as text, for JSON, and as onlookers see it."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards.core.facts import CardFacts
from common.spreadsheet_cells import BYTE_ORDER_MARK, guard_formula_cell
from drafts.core.engine.bots import BotLevel, PickReason, explain_bot_pick
from drafts.core.engine.setup import PassDirection, Setup
from drafts.core.engine.state import DraftPick, State, TurnTake, packets_of_seat
from drafts.core.engine.valuation import weigh_packet
from game.evidence import Measurements

RoundAndNumber = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MadePick(DraftPick):
    """A pick and who made it: `player`, `bot`, `clock`, or empty if unknown."""

    by: str = ""


@dataclass(frozen=True, slots=True)
class PacketEntry:
    """One packet as a seat held it, and the card it kept (`taken`).

    `packet` are the visible cards, `taken` included; `hidden` counts the others. `of` is the picks in that round.
    """

    round: int
    number: int
    of: int
    last_deal: bool
    direction: PassDirection
    packet: tuple[str, ...]
    hidden: int
    taken: str
    by: str

    @property
    def round_and_number(self) -> RoundAndNumber:
        return self.round, self.number

    @property
    def passed(self) -> tuple[str, ...]:
        """Return the passed cards that the reader may see."""
        return tuple(card for card in self.packet if card != self.taken)


def picks_of_state(state: State) -> list[MadePick]:
    """Return the picks of a state, in order; `by` is empty because a state doesn’t know it."""
    hands, steps = list(enumerate(state.hands)), enumerate(state.setup.steps)
    return [MadePick(seat, *step, hand[index]) for index, step in steps for seat, hand in hands if index < len(hand)]


def own_log(setup: Setup, deal: Sequence[str], picks: Iterable[MadePick], seat: int) -> tuple[PacketEntry, ...]:
    """Return every packet the player at `seat` has held, in order, with all its cards."""
    return tuple(_packet_entries(setup, deal, tuple(picks), seat, own=True))


def log_for_others(setup: Setup, deal: Sequence[str], picks: Iterable[MadePick], seat: int) -> tuple[PacketEntry, ...]:
    """Return the log of a seat for other readers: cards that nobody has kept are counted, not named."""
    return tuple(_packet_entries(setup, deal, tuple(picks), seat, own=False))


def _packet_entries(
    setup: Setup, deal: Sequence[str], picks: Sequence[MadePick], seat: int, *, own: bool
) -> Iterator[PacketEntry]:
    kept = {pick.card for pick in picks}
    for pick, indexes in packets_of_seat(setup, deal, picks, seat):
        packet = [deal[index] for index in indexes]
        visible = sorted(card for card in packet if own or card in kept)
        yield PacketEntry(
            round=pick.round,
            number=pick.number,
            of=setup.sizes[pick.round - 1] - 1,
            last_deal=setup.is_last_deal(pick.round),
            direction=setup.direction(pick.round),
            packet=tuple(visible),
            hidden=len(packet) - len(visible),
            taken=pick.card,
            by=pick.by,
        )


def log_entries_as_text(title: str, entries: Iterable[PacketEntry], cards: Mapping[str, CardFacts]) -> str:
    """Write the log with a heading for each round and a line for each pick: the card kept, then the cards passed."""
    lines, before = [title], 0
    for entry in entries:
        if entry.round != before:
            name = "Last deal" if entry.last_deal else f"Round {entry.round}"
            lines += ["", f"{name}, to the {entry.direction.value}"]
            before = entry.round
        passed = [_label_with_code(code, cards) for code in entry.passed] + ["a card laid away"] * entry.hidden
        by = "" if entry.by == "player" else f" [{entry.by}]"
        lines.append(f"{entry.number}. {_label_with_code(entry.taken, cards)}{by}  from  {', '.join(passed)}")
    return "\n".join(lines) + "\n"


def taken_cards_as_text(title: str, takes: Iterable[tuple[str, TurnTake]], cards: Mapping[str, CardFacts]) -> str:
    """Write what was taken turn by turn; `takes` has the player’s name and the take for each turn."""
    lines = [
        f"{number}. {player}: {_turn_take_as_text(take, cards)}" for number, (player, take) in enumerate(takes, start=1)
    ]
    return "\n".join([title, "", *lines]) + "\n"


def _turn_take_as_text(take: TurnTake, cards: Mapping[str, CardFacts]) -> str:
    if take.hidden:
        return f"{take.hidden} from pile {take.pile}" if take.pile else "the top card"
    return ", ".join(_label_with_code(code, cards) for code in take.cards) or f"left pile {take.pile}"


def log_as_dicts(entries: Iterable[PacketEntry]) -> list[dict[str, Any]]:
    """Return the log for JSON, with card codes."""
    names = ("round", "number", "of", "direction", "packet", "hidden", "taken", "by")
    return [{name: getattr(entry, name) for name in names} for entry in entries]


def pool_as_csv(cards: Iterable[CardFacts]) -> str:
    """Write the facts of each card as a CSV row; unknown values stay empty."""
    rows = (
        (card.code, card.label, card.people.value, card.type.value, card.fire, card.earth, card.moons) for card in cards
    )
    return rows_as_csv([("code", "name", "people", "type", "fire", "earth", "moons"), *rows])


def rows_as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Write rows for spreadsheets, with column names first."""
    out = io.StringIO()
    csv.writer(out).writerows([guard_formula_cell(value) for value in row] for row in rows)
    return BYTE_ORDER_MARK + out.getvalue()


def _label_with_code(code: str, cards: Mapping[str, CardFacts]) -> str:
    card = cards.get(code)
    return f"{card.label} ({code})" if card is not None and card.label != code else code


def bot_pick_reasons(
    entries: Sequence[PacketEntry], kept: int, level: BotLevel, cards: Mapping[str, CardFacts], evidence: Measurements
) -> dict[RoundAndNumber, PickReason]:
    """Return the reason for each bot’s pick, by round and number; hidden cards are never named."""
    pool: list[str] = []
    reasons: dict[RoundAndNumber, PickReason] = {}
    for entry in entries:
        if entry.by == "bot":
            weighed = weigh_packet(entry.packet, pool, cards, evidence, left=max(kept - len(pool), 1))
            reasons[entry.round_and_number] = explain_bot_pick(weighed, entry.taken, cards, level)
        pool.append(entry.taken)
    return reasons


@dataclass(frozen=True, slots=True)
class WatchedSeat:
    """A seat after some rounds: the cards it has kept, in order, and its packets. Without packets, `picks` is empty."""

    number: int
    name: str
    pool: tuple[str, ...]
    picks: tuple[PacketEntry, ...]


def finished_rounds(state: State) -> int:
    return state.public().rounds if state.is_over else state.round - 1


def watched_seats(state: State, names: Mapping[int, str], rounds: int) -> tuple[WatchedSeat, ...]:
    """Return every seat of `names` with its picks of the first `rounds` rounds, without revealing later rounds.

    Onlookers see what players see in each other’s logs: cards that nobody has kept are only counted (DRAFT-12).
    """
    setup = state.setup
    if not setup.sharing.passes_packets:  # one card per round
        return tuple(WatchedSeat(seat, name, state.hands[seat][:rounds], ()) for seat, name in names.items())
    picks = [pick for pick in picks_of_state(state) if pick.round <= rounds]
    logs = ((seat, name, log_for_others(setup, state.deal, picks, seat)) for seat, name in names.items())
    return tuple(WatchedSeat(seat, name, tuple(entry.taken for entry in log), log) for seat, name, log in logs)
