"""Set-up of a draft: players, peoples, passing; and all figures that follow from them."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cards.core.facts import DECK_MARKS, PEOPLES, CardFacts, Catalogue, People
from common.errors import Detail, Invalid
from common.text import fold, gettext_noop, nearest
from drafts.core.engine.sharing import DEALT_CARDS, HIDDEN_PILES, OPEN_PILES, TAKEN_CARDS, Sharing


class LastDealDirection(StrEnum):
    """Direction of the last, smaller deal (DRAFT-20): right, or alternating on from the round before."""

    RIGHT = "right"
    ALTERNATE = "alternate"


class PassingMode(StrEnum):
    """When packets pass (DRAFT-19): together when all have picked, or queued, each right after its pick."""

    TOGETHER = "together"
    QUEUED = "queued"


class PassDirection(StrEnum):
    """Direction of passing: right from seat `s` to `s - 1`, left to `s + 1`."""

    RIGHT = "right"
    LEFT = "left"

    @property
    def step(self) -> int:
        return -1 if self is PassDirection.RIGHT else 1


@dataclass(frozen=True, slots=True)
class DealTableRow:
    """Row of the booklet’s table: people decks, cards in a packet, rounds, cards kept."""

    decks: int
    packet: int
    rounds: int
    kept: int


# By number of players (DRAFT-02; rules.md 3.2). With Buka, 2, 3 and 5 players keep one card fewer than `kept`.
DEAL_TABLE: Mapping[int, DealTableRow] = {
    2: DealTableRow(3, 5, 9, 39),
    3: DealTableRow(4, 5, 8, 35),
    4: DealTableRow(6, 5, 9, 39),
    5: DealTableRow(7, 6, 7, 38),
    6: DealTableRow(9, 7, 7, 42),
}
MIN_PLAYERS, MAX_PLAYERS = min(DEAL_TABLE), max(DEAL_TABLE)
DECK_SIZE = 30
# Limits of a practice draft.
MAX_PRACTICE_PLAYERS, MAX_PACKET, MAX_ROUNDS = 10, 20, 40
CARDS_PER_PEOPLE, CARDS_OF_BUKA = 33, 31


def pool_card_count_of_people(people: People) -> int:
    """Return the number of cards a people adds to the pool: 31, Chosen One and mutant (SET-05); Buka fewer (SET-06)."""
    return CARDS_OF_BUKA if people is People.BUKA else CARDS_PER_PEOPLE


@dataclass(frozen=True, slots=True)
class SetupFigures:
    """The figures of a set-up (rules.md 3.2), all in cards except `players`, `decks` and `rounds`.

    `last_deal` is the packet size of the last deal (step 8), 0 without one; `leftover` are cards never dealt, and
    `discards` includes them; `sideboard` is what a player keeps beyond a deck of 30.
    """

    players: int
    decks: int
    packet: int
    rounds: int
    pool: int
    dealt: int
    rest: int
    last_deal: int
    kept: int
    leftover: int
    discards: int
    sideboard: int


def setup_figures(players: int, pool: int) -> SetupFigures:
    """Return the figures for a number of players and a pool size, by the booklet.

    Raises `Invalid` if the booklet has no row for the players (DRAFT-23) or the pool is too small (DRAFT-21).
    """
    deal_row = _deal_table_row(players)
    last = _last_deal_size(players, pool - players * deal_row.packet * deal_row.rounds)
    return _figures_from_deal(players, deal_row.decks, deal_row.packet, deal_row.rounds, pool, last)


def _figures_from_deal(players: int, decks: int, packet: int, rounds: int, pool: int, last: int) -> SetupFigures:
    """Return the figures of a deal, by the booklet or custom; `last` is `last_deal`."""
    dealt = players * packet * rounds
    kept = rounds * (packet - 1) + max(last - 1, 0)
    leftover = pool - dealt - players * last
    return SetupFigures(
        players=players,
        decks=decks,
        packet=packet,
        rounds=rounds,
        pool=pool,
        dealt=dealt,
        rest=pool - dealt,
        last_deal=last,
        kept=kept,
        leftover=leftover,
        discards=players * rounds + (players if last else 0) + leftover,
        sideboard=max(kept - DECK_SIZE, 0),
    )


def _field_error(
    field: str, template: str, params: Mapping[str, object], *, rule: str | None, suggestions: Iterable[str] = ()
) -> Invalid:
    detail = Detail(template % params, field=field, suggestions=tuple(suggestions))
    return Invalid(template, params, rule=rule, details=(detail,))


def _deal_table_row(players: int) -> DealTableRow:
    deal_row = DEAL_TABLE.get(players)
    if deal_row is None:
        template = gettext_noop("A draft must have %(fewest)d to %(most)d players, not %(players)d.")
        params = {"fewest": MIN_PLAYERS, "most": MAX_PLAYERS, "players": players}
        raise _field_error("players", template, params, rule="DRAFT-23")
    return deal_row


def _last_deal_size(players: int, rest: int) -> int:
    """Return the packet size of the last deal: 4 if possible, else 3; 0 for six players (DRAFT-10, 21, 22)."""
    if rest >= 0 and players == MAX_PLAYERS:
        return 0
    for size in (4, 3):
        if rest >= size * players:
            return size
    template = gettext_noop(
        "The pool is too small: after the rounds, only %(rest)d cards are left for %(players)d players."
    )
    raise Invalid(template, {"rest": rest, "players": players}, rule="DRAFT-21", field="peoples")


@dataclass(frozen=True, slots=True)
class HouseDeal:
    """The deal of a custom draft outside the rules (DRAFT-23), for practice.

    Each player gets `packet` cards in each of `rounds` rounds, then `last_deal` cards (0: no last deal); ways without
    packets ignore all three. `cards` are the codes of the pool; if empty, the pool is that of the set-up’s peoples.
    """

    packet: int = 0
    rounds: int = 0
    last_deal: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up that the rules allow, or with `house` a custom one for practice. Raises `Invalid` with the broken rule.

    `peoples` are sorted by symbol (CARD-01), so that equal choices are equal set-ups. `sizes` are the packet sizes by
    round; the last deal counts as one more round. `steps` are all picks of a seat in order, as (round, number); empty
    in ways without packets. With `over_days`, a draft with all cards open has fewer turns (DRAFT-29).
    """

    players: int
    peoples: tuple[People, ...]
    step8: LastDealDirection = LastDealDirection.RIGHT
    flow: PassingMode = PassingMode.TOGETHER
    house: HouseDeal | None = None
    sharing: Sharing = Sharing.PACKETS
    over_days: bool = False
    figures: SetupFigures = field(init=False)
    sizes: tuple[int, ...] = field(init=False)
    steps: tuple[tuple[int, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        ordered = tuple(people for people in PEOPLES if people in self.peoples)
        if not self.sharing.passes_packets:
            counts = _figures_without_packets(self)
        elif self.house is None:
            _require_people_count(self.players, self.peoples)
            counts = setup_figures(self.players, sum(map(pool_card_count_of_people, ordered)))
        else:
            _require_known_peoples(self.peoples)
            counts = _custom_deal_figures(self.players, ordered, self.house)
        last = (counts.last_deal,) if counts.last_deal else ()
        sizes = (counts.packet,) * counts.rounds + last
        steps = tuple((round_, number) for round_, size in enumerate(sizes, start=1) for number in range(1, size))
        if not self.sharing.passes_packets:
            sizes, steps = _dealt_sizes(counts, self.sharing), ()
            # These two mean nothing without packets: fix them, so that equal drafts have equal set-ups.
            object.__setattr__(self, "step8", LastDealDirection.RIGHT)
            object.__setattr__(self, "flow", PassingMode.TOGETHER)
        object.__setattr__(self, "over_days", self.over_days and self.sharing is Sharing.ROTISSERIE)
        object.__setattr__(self, "peoples", ordered)
        object.__setattr__(self, "figures", counts)
        object.__setattr__(self, "sizes", sizes)
        object.__setattr__(self, "steps", steps)

    @property
    def practice(self) -> bool:
        return self.house is not None

    @property
    def face_down(self) -> bool:
        """Return whether the piles are hidden (DRAFT-31)."""
        return self.sharing is Sharing.WINSTON

    @property
    def rounds(self) -> int:
        return len(self.sizes)

    def is_last_deal(self, number: int) -> bool:
        return number > self.figures.rounds

    def direction(self, number: int) -> PassDirection:
        """Return the direction of a round: right if odd, left if even, the last deal as agreed (DRAFT-05, 20)."""
        if self.is_last_deal(number) and self.step8 is LastDealDirection.RIGHT:
            return PassDirection.RIGHT
        return PassDirection.RIGHT if number % 2 else PassDirection.LEFT

    def first_holder(self, seat: int, round_number: int, number: int) -> int:
        """Return the seat that was dealt the packet which `seat` holds at this pick (DRAFT-05 to DRAFT-07)."""
        return (seat - self.direction(round_number).step * (number - 1)) % self.players

    def packet_in_deal(self, round_number: int, seat: int) -> range:
        """Return the indexes in the deal of a seat’s packet (DRAFT-04)."""
        size = self.sizes[round_number - 1]
        start = self.players * sum(self.sizes[: round_number - 1]) + seat * size
        return range(start, start + size)


def _figures_without_packets(setup: Setup) -> SetupFigures:
    """Return the figures of a draft without packets; raises `Invalid` if its way doesn’t work with the set-up.

    The booklet fixes the number of peoples, except in a custom draft. `packet` is how many cards lie open or are dealt
    at once. `kept` is how many cards each player gets, on average with piles, and at least `DECK_SIZE` (DRAFT-27).
    """
    way, players = setup.sharing, setup.players
    if setup.house is None:
        _require_people_count(players, setup.peoples)
    else:
        _require_known_peoples(setup.peoples)
    if not MIN_PLAYERS <= players <= way.max_players:
        template = gettext_noop("This way works with 2 to %(most)d players, not %(players)d.")
        raise Invalid(template, {"most": way.max_players, "players": players}, rule=way.rule, field="sharing")
    pool = _pool_size(setup.peoples, setup.house)
    share = pool if way is Sharing.SAME_POOL else pool // players
    _require_enough_cards(setup, pool, share)
    if way is Sharing.WINCHESTER:
        packet, rounds, kept, dealt = OPEN_PILES, -(-pool // OPEN_PILES), share, pool
    elif way is Sharing.WINSTON:
        packet, rounds, kept, dealt = HIDDEN_PILES, -(-pool // 2), share, pool
    elif way is Sharing.ROTISSERIE:
        kept = DECK_SIZE if setup.over_days else min(TAKEN_CARDS, share)
        packet, rounds, dealt = pool, kept, pool
    else:
        kept = min(DEALT_CARDS, share)
        packet, rounds, dealt = kept, 1, kept if way is Sharing.SAME_POOL else kept * players
    return SetupFigures(
        players=players,
        decks=len(setup.peoples),
        packet=packet,
        rounds=rounds,
        pool=pool,
        dealt=dealt,
        rest=pool - dealt,
        last_deal=0,
        kept=kept,
        leftover=pool - dealt,
        discards=pool - kept * players if way is Sharing.ROTISSERIE else pool - dealt,
        sideboard=kept - DECK_SIZE,
    )


def _pool_size(peoples: Iterable[People], house: HouseDeal | None) -> int:
    return len(set(house.cards)) if house and house.cards else sum(map(pool_card_count_of_people, peoples))


def _require_enough_cards(setup: Setup, pool: int, share: int) -> None:
    """Raise `Invalid` with the number of missing cards unless everyone’s share is enough for a deck (DRAFT-27)."""
    if share >= DECK_SIZE:
        return
    template = gettext_noop(
        "A pool of %(pool)d gives everyone %(each)d cards, but a deck needs %(size)d. Add at least %(missing)d."
    )
    needed = DECK_SIZE if setup.sharing is Sharing.SAME_POOL else DECK_SIZE * setup.players
    params = {"pool": pool, "each": share, "size": DECK_SIZE, "missing": needed - pool}
    place = "cards" if setup.house and setup.house.cards else "peoples"
    raise Invalid(template, params, rule="DRAFT-27", field=place)


def _dealt_sizes(counts: SetupFigures, way: Sharing) -> tuple[int, ...]:
    """Return how many cards of the deal are shown at a time, for each time."""
    if way is not Sharing.WINCHESTER:
        return (counts.packet,)
    return tuple(min(OPEN_PILES, counts.pool - dealt) for dealt in range(0, counts.pool, OPEN_PILES))


def _custom_deal_figures(players: int, peoples: Sequence[People], house: HouseDeal) -> SetupFigures:
    """Return the figures of a custom draft; raises `Invalid` for values out of bounds or too small a pool."""
    for name, have, minimum, maximum in (
        ("players", players, 1, MAX_PRACTICE_PLAYERS),
        ("packet", house.packet, 2, MAX_PACKET),
        ("rounds", house.rounds, 1, MAX_ROUNDS),
    ):
        if not minimum <= have <= maximum:
            template = gettext_noop(
                "In a custom draft, “%(name)s” must be between %(fewest)d and %(most)d, not %(have)d."
            )
            params = {"name": name, "fewest": minimum, "most": maximum, "have": have}
            raise _field_error(name, template, params, rule="DRAFT-23")
    pool, last = _pool_size(peoples, house), house.last_deal
    needed = players * (house.packet * house.rounds + last)
    if pool < needed:
        template = gettext_noop("The pool has %(pool)d cards, but these rounds would deal %(needed)d.")
        fitting = (pool // players - last) // house.packet
        params = {"pool": pool, "needed": needed, "fitting": fitting}
        suggestions = (str(fitting),) if fitting > 0 else ()
        raise _field_error("rounds", template, params, rule="DRAFT-21", suggestions=suggestions)
    if last not in (0, *range(2, MAX_PACKET + 1)):
        template = gettext_noop("The last deal must have 2 to %(most)d cards, or 0 for none, not %(have)d.")
        raise _field_error("last_deal", template, {"most": MAX_PACKET, "have": last}, rule="DRAFT-21")
    return _figures_from_deal(players, len(peoples), house.packet, house.rounds, pool, last)


def _require_known_peoples(peoples: Iterable[People]) -> None:
    for people in peoples:
        if people not in PEOPLES:
            raise _unknown_people_error(str(people))


def _require_people_count(players: int, peoples: Sequence[People]) -> None:
    """Raise `Invalid` unless there are exactly as many different peoples as the players need (DRAFT-02)."""
    needed = _deal_table_row(players).decks
    _require_known_peoples(peoples)
    twice = [people for people in PEOPLES if list(peoples).count(people) > 1]
    if twice:
        template = gettext_noop("%(people)s is chosen more than once, but each people is in the box only once.")
        raise _field_error("peoples", template, {"people": ", ".join(twice)}, rule="DRAFT-02")
    if len(peoples) != needed:
        template = gettext_noop("%(players)d players need %(needed)d peoples; you’ve chosen %(chosen)d.")
        params = {"players": players, "needed": needed, "chosen": len(peoples)}
        raise _field_error("peoples", template, params, rule="DRAFT-02")


def _unknown_people_error(text: str) -> Invalid:
    text = text[:40]
    template = gettext_noop("“%(text)s” is not one of the peoples %(peoples)s.")
    params = {"text": text, "peoples": ", ".join(PEOPLES)}
    close = nearest(text, PEOPLES, limit=1)
    return _field_error("peoples", template, params, rule="DRAFT-02", suggestions=close)


def parse_peoples(names: Iterable[str]) -> tuple[People, ...]:
    """Return peoples by name, in any case; raises `Invalid` and suggests the nearest name."""
    by_name = {fold(people): people for people in PEOPLES}
    peoples = []
    for name in names:
        people = by_name.get(fold(name))
        if people is None:
            raise _unknown_people_error(name.strip())
        peoples.append(people)
    return tuple(peoples)


def parse_last_deal(text: str) -> LastDealDirection:
    """Read “right” or “alternate”; raises `Invalid` for anything else."""
    try:
        return LastDealDirection(text.strip().lower())
    except ValueError:
        template = gettext_noop("The last deal must go “right” or “alternate”, not “%(text)s”.")
        raise _field_error("step8", template, {"text": text[:40]}, rule="DRAFT-20") from None


def parse_passing_mode(text: str) -> PassingMode:
    """Read “together” or “queued”; raises `Invalid` for anything else."""
    try:
        return PassingMode(text.strip().lower())
    except ValueError:
        template = gettext_noop("Packets must pass “together” or “queued”, not “%(text)s”.")
        raise _field_error("flow", template, {"text": text[:40]}, rule="DRAFT-19") from None


def parse_sharing(text: str) -> Sharing:
    """Read a way of sharing the cards; raises `Invalid` for anything else."""
    try:
        return Sharing(text.strip().lower())
    except ValueError:
        template = gettext_noop("“%(text)s” is not one of the ways %(ways)s.")
        params = {"text": text[:40], "ways": ", ".join(Sharing)}
        close = nearest(text, list(Sharing), limit=1)
        raise _field_error("sharing", template, params, rule="DRAFT-27", suggestions=close) from None


def default_peoples(players: int) -> tuple[People, ...]:
    """Return as many peoples as the players need: the first by symbol."""
    return PEOPLES[: _deal_table_row(players).decks]


def pool_codes_of(setup: Setup, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the codes of the pool, by people and in catalogue order (DRAFT-03, DRAFT-25).

    Raises `Invalid` if the catalogue lacks cards of a people (SET-05, SET-06).
    """
    if setup.house is not None and setup.house.cards:
        return _codes_of_card_list(setup.house.cards, catalogue)
    units: dict[People, list[str]] = {people: [] for people in setup.peoples}
    for card in catalogue:
        people = _people_of_pool_card(card)
        if people in units:
            units[people].append(card.code)
    for people, codes in units.items():
        if len(codes) != pool_card_count_of_people(people):
            template = gettext_noop("The catalogue only has %(have)d of the %(needed)d cards needed for %(people)s.")
            params = {"have": len(codes), "needed": pool_card_count_of_people(people), "people": people.value}
            raise Invalid(template, params, rule="SET-05")
    return tuple(code for codes in units.values() for code in codes)


def require_draftable_cards(codes: Sequence[str], catalogue: Catalogue) -> None:
    """Raise `Invalid` with every card of a list that is unknown, can’t be in a deck (DECK-09) or is listed twice."""
    details = []
    for code, copies in Counter(codes).items():
        card = catalogue.by_code.get(code)
        if card is None:
            template = gettext_noop("“%(card)s” isn’t in the catalogue.")
        elif not card.playable:
            template = gettext_noop("%(card)s can’t be one of a deck’s thirty cards, so it isn’t drafted.")
        elif copies > 1:
            template = gettext_noop("%(card)s is in the list twice, but each card is in the box only once.")
        else:
            continue
        details.append(Detail(template, field="cards", params={"card": code[:40]}))
    if details:
        first_detail = details[0]
        raise Invalid(first_detail.template, first_detail.params or {}, rule="DRAFT-23", details=tuple(details))


def _codes_of_card_list(codes: Sequence[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Return each code once; raises `Invalid` for the first code that isn’t in the catalogue."""
    for code in codes:
        if code not in catalogue.by_code:
            template = gettext_noop("“%(card)s” isn’t in the catalogue.")
            raise _field_error("cards", template, {"card": code[:40]}, rule=None)
    return tuple(dict.fromkeys(codes))


def _people_of_pool_card(card: CardFacts) -> People | None:
    """Return the people that a card is drafted with, for a mutant by its deck indicator; None for leaders."""
    if not card.playable:
        return None
    if card.people is People.MUTANT:
        return DECK_MARKS.get(card.deck)
    return card.people


def shuffle_pool(pool: Iterable[str], rng: random.Random) -> tuple[str, ...]:
    """Return all cards of the pool in a random order, in which they are dealt (DRAFT-04)."""
    order = list(pool)
    rng.shuffle(order)
    return tuple(order)
