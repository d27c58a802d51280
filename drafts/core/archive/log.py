"""Log of a draft: which packet a seat held at each of its picks; as text and JSON."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts
from common.spreadsheet_cells import guard_formula_cell
from drafts.core.engine.bots import BotLevel, Reason, explain_bot_pick
from drafts.core.engine.play import DraftPick, DraftState
from drafts.core.engine.setup import PassDirection, Setup
from drafts.core.engine.valuation import weigh_packet
from game.evidence.tables import Evidence

RoundAndNumber = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MadePick(DraftPick):
    """A pick that was made, and by whom: `player`, `bot` or `clock`; empty where that is not known."""

    by: str = ""


@dataclass(frozen=True, slots=True)
class PacketEntry:
    """One packet as a seat held it.

    `packet` are the cards that may be shown, the one kept (`taken`) among them; `hidden` counts those that may not.
    `of` is the number of picks in that round.
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
    def place(self) -> RoundAndNumber:
        return self.round, self.number

    @property
    def passed(self) -> tuple[str, ...]:
        """The cards that were passed on, as far as they may be shown."""
        return tuple(card for card in self.packet if card != self.taken)


def picks_of_state(state: DraftState) -> list[MadePick]:
    """The picks that a state holds, step by step; who made them it does not know."""
    hands, steps = list(enumerate(state.hands)), enumerate(state.setup.steps)
    return [MadePick(seat, *step, hand[at]) for at, step in steps for seat, hand in hands if at < len(hand)]


def own_log(setup: Setup, deal: Sequence[str], picks: Iterable[MadePick], seat: int) -> tuple[PacketEntry, ...]:
    """Every packet the player at `seat` has held, in the order in which they held them."""
    return tuple(_packet_entries(setup, deal, tuple(picks), seat, own=True))


def log_of_another(setup: Setup, deal: Sequence[str], picks: Iterable[MadePick], seat: int) -> tuple[PacketEntry, ...]:
    """The log of another seat: cards that nobody has kept are counted, not named."""
    return tuple(_packet_entries(setup, deal, tuple(picks), seat, own=False))


def _packet_entries(
    setup: Setup, deal: Sequence[str], picks: Sequence[MadePick], seat: int, *, own: bool
) -> Iterator[PacketEntry]:
    taken = _picks_by_packet(setup, picks)
    kept = {pick.card for pick in picks}
    mine = sorted((pick.round, pick.number, pick) for pick in picks if pick.seat == seat)
    for round_, number, pick in mine:
        origin = setup.first_holder(seat, round_, number)
        gone = {card for at, card in taken.get((round_, origin), ()) if at < number}
        packet = [card for card in dealt_packet(setup, deal, round_, origin) if card not in gone]
        visible = sorted(card for card in packet if own or card in kept)
        yield PacketEntry(
            round=round_,
            number=number,
            of=setup.sizes[round_ - 1] - 1,
            last_deal=setup.is_last_deal(round_),
            direction=setup.direction(round_),
            packet=tuple(visible),
            hidden=len(packet) - len(visible),
            taken=pick.card,
            by=pick.by,
        )


def _picks_by_packet(setup: Setup, picks: Iterable[MadePick]) -> Mapping[RoundAndNumber, list[tuple[int, str]]]:
    """Round and first holder of a packet -> the picks made from it, each with its number."""
    taken: dict[RoundAndNumber, list[tuple[int, str]]] = {}
    for pick in picks:
        packet = pick.round, setup.first_holder(pick.seat, pick.round, pick.number)
        taken.setdefault(packet, []).append((pick.number, pick.card))
    return taken


def dealt_packet(setup: Setup, deal: Sequence[str], round_: int, origin: int) -> Sequence[str]:
    """A packet as it was dealt: the deal is used from the front, round after round, seat after seat (DRAFT-04)."""
    size = setup.sizes[round_ - 1]
    start = setup.players * sum(setup.sizes[: round_ - 1]) + origin * size
    return deal[start : start + size]


def log_entries_as_text(title: str, entries: Iterable[PacketEntry], cards: Mapping[str, CardFacts]) -> str:
    """The log as it is read aloud: a heading a round, a line a pick, the card kept in front of those passed on."""
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


def log_as_dicts(entries: Iterable[PacketEntry]) -> list[dict[str, object]]:
    """The log for programs, cards by their codes."""
    return [
        {
            "round": entry.round,
            "number": entry.number,
            "of": entry.of,
            "direction": entry.direction.value,
            "packet": list(entry.packet),
            "hidden": entry.hidden,
            "taken": entry.taken,
            "by": entry.by,
        }
        for entry in entries
    ]


def pool_as_csv(cards: Iterable[CardFacts]) -> str:
    """A pool: code, name, people, type, fire, earth and moons of every card; unknown values stay empty."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["code", "name", "people", "type", "fire", "earth", "moons"])
    for card in cards:
        row = [card.code, card.label, card.people.value, card.type.value, card.fire, card.earth, card.moons]
        table.writerow([guard_formula_cell(value) for value in row])
    return out.getvalue()


def _label_with_code(code: str, cards: Mapping[str, CardFacts]) -> str:
    card = cards.get(code)
    return f"{card.label} ({code})" if card is not None and card.label != code else code


def bot_pick_reasons(
    entries: Sequence[PacketEntry], kept: int, level: BotLevel, cards: Mapping[str, CardFacts], evidence: Evidence
) -> dict[RoundAndNumber, Reason]:
    """A reason for each pick that a bot made, by its place; cards that the log hides are not spoken of."""
    pool: list[str] = []
    reasons: dict[RoundAndNumber, Reason] = {}
    for entry in entries:
        if entry.by == "bot":
            weighed = weigh_packet(entry.packet, pool, cards, evidence, left=max(kept - len(pool), 1))
            reasons[entry.place] = explain_bot_pick(weighed, entry.taken, cards, level)
        pool.append(entry.taken)
    return reasons
