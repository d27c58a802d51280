"""Presenters of a draft: template contexts with cards, seats in order, sentences, and turns."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.core.facts import CardFacts, CardType, Catalogue, People
from cards.templatetags.cards import card_name, some_people
from common.sentence_tables import sentences
from drafts.core.engine.clock import Clock, QuietHours, expected_duration
from drafts.core.engine.setup import DECK_SIZE, PassingMode, Setup, pool_codes_of
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import PublicDraftState, SeatDraftState, TurnTake
from drafts.core.teams import MIN_TEAMS, team_of
from drafts.models import Draft
from drafts.table.queries import PublicSeat, VisibleDraft
from drafts.table.script_data import table_script_texts


def seats_from_reader(draft_view: VisibleDraft) -> list[PublicSeat]:
    """Return the seats in order to the right, beginning with the reader’s."""
    first = draft_view.me.number if draft_view.me else 0
    count = draft_view.setup.players
    return sorted(draft_view.seats, key=lambda seat: (first - seat.number) % count)


def sorted_cards(codes: Iterable[str], catalogue: Catalogue) -> list[CardFacts]:
    """Return cards in catalogue order, so that the order of a packet reveals nothing."""
    wanted = set(codes)
    return [card for card in catalogue if card.code in wanted]


def draft_page_context(draft_view: VisibleDraft, catalogue: Catalogue, *, now: datetime) -> dict[str, Any]:
    context: dict[str, Any] = {"draft_view": draft_view, "seats": seats_from_reader(draft_view)}
    context["hosting"] = draft_view.is_host and draft_view.status in Draft.OPEN
    context["terms"] = terms_in_words(draft_view)
    people = sum(seat.has_person for seat in draft_view.seats)
    context["people_count"] = people
    context["together"] = draft_view.status == Draft.Status.DONE and draft_view.me is not None and people > 1
    if draft_view.status == Draft.Status.LOBBY:
        context |= _lobby_context(draft_view)
    if draft_view.status == Draft.Status.DRAFTING and draft_view.setup.sharing.passes_packets:
        context |= _table_status_context(draft_view) | _packet_context(draft_view, catalogue)
    elif draft_view.view is not None and draft_view.status != Draft.Status.DRAFTING:
        cards = sorted_cards(draft_view.view.pool, catalogue)
        kinds = ((kind, [card for card in cards if card.type is kind]) for kind in CardType)
        context |= {"cards": cards, "kinds": [kind for kind in kinds if kind[1]], "spare": len(cards) - DECK_SIZE}
        context["can_choose"] = (
            draft_view.status == Draft.Status.DONE and draft_view.owns_pool and context["spare"] >= 0
        )
    if draft_view.paused is None and draft_view.deadline is not None:
        context["seconds"] = max(int((draft_view.deadline - now).total_seconds()), 0)
    context["paused"], context["reviewing"] = draft_view.paused, draft_view.review_until is not None
    context["never_dealt"] = draft_view.status == Draft.Status.ABORTED and draft_view.table is None
    context["timed"] = draft_view.pick_seconds is not None
    context["over_days"] = draft_view.status in Draft.OPEN and Clock(draft_view.pick_seconds).is_long
    return context


def terms_in_words(draft_view: VisibleDraft) -> list[str]:
    """Return one sentence for each term of a draft."""
    terms, clock = [], _clock_of(draft_view)
    if clock.seconds is not None:
        template = _("You have %(time)s for each pick.")
        if clock.shrinking:
            template = _("You have %(time)s for each pick, and less for smaller packets.")
        terms.append(template % {"time": _duration_in_words(clock.seconds)})
    if clock.quiet is not None:
        night = {"start": clock.quiet.start, "end": clock.quiet.end, "zone": clock.quiet.zone.replace("_", " ")}
        terms.append(_("The clock pauses from %(start)d:00 to %(end)d:00 (%(zone)s).") % night)
    if clock.review_seconds:
        terms.append(
            _("There’s a break of %(time)s between rounds.") % {"time": _duration_in_words(clock.review_seconds)}
        )
    if draft_view.setup.flow is PassingMode.QUEUED:
        terms.append(_("Packets are passed on right away."))
    if draft_view.teams:
        terms.append(_teams_in_words(draft_view))
    if draft_view.grace_seconds is not None:
        away = _duration_in_words(draft_view.grace_seconds)
        terms.append(_("A bot takes over for anyone who’s away for %(time)s.") % {"time": away})
    return terms


def _clock_of(draft_view: VisibleDraft) -> Clock:
    quiet = QuietHours.parse(draft_view.quiet_hours)
    return Clock(draft_view.pick_seconds, draft_view.shrinking, draft_view.review_seconds, quiet)


def _teams_in_words(draft_view: VisibleDraft) -> str:
    """Return who plays with whom; before seats are assigned, how many teams there are."""
    names: dict[int, list[str]] = {}
    for seat in draft_view.seats:
        if seat.team is not None:
            names.setdefault(seat.team, []).append(seat.name)
    if draft_view.status == Draft.Status.LOBBY or not names:
        return _("You play in 2 teams.") if draft_view.teams == MIN_TEAMS else _("You play in 3 teams.")
    return " – ".join(", ".join(names[team]) for team in sorted(names)) + "."


def _duration_in_words(seconds: int) -> str:
    """Return seconds in words: “90 seconds”, “5 minutes”, “12 hours”, “1 day”."""
    if seconds % 86400 == 0:
        days = seconds // 86400
        return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
    if seconds % 3600 == 0:
        return ngettext("%(count)d hour", "%(count)d hours", seconds // 3600) % {"count": seconds // 3600}
    if seconds % 60 == 0:
        return ngettext("%(count)d minute", "%(count)d minutes", seconds // 60) % {"count": seconds // 60}
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}


def expected_duration_in_words(setup: Setup, clock: Clock) -> str:
    """Return how long a draft lasts, in words."""
    if setup.sharing.is_dealt_at_once:
        return _("build whenever you like")
    expected = expected_duration(setup, clock)
    usual = _rough_duration(expected.usual_seconds)
    if expected.max_seconds is None:
        return _("about %(usual)s") % {"usual": usual}
    return _("about %(usual)s, %(most)s at most") % {"usual": usual, "most": _rough_duration(expected.max_seconds)}


def _rough_duration(seconds: int) -> str:
    """Return a duration in words, rounded to 5 minutes, from two hours to hours, and from two days to days."""
    unit = 300 if seconds < 2 * 3600 else 3600 if seconds < 2 * 86400 else 86400
    return _duration_in_words(max(1, round(seconds / unit)) * unit)


def _lobby_context(draft_view: VisibleDraft) -> Mapping[str, object]:
    by_number = {seat.number: seat for seat in draft_view.seats}
    free = draft_view.empty_seat_count
    chosen = draft_view.seating == Draft.Seating.AS_SAT
    teams = draft_view.teams if chosen else None
    faces: dict[int, People] = {}
    for seat in draft_view.seats:
        faces[seat.number] = some_people(seat.name, faces.values())
    everyone_ready = all(seat.ready or seat.is_host for seat in draft_view.seats)
    others = [seat.name for seat in draft_view.seats if not seat.is_me]
    lose = ngettext("%(names)s loses the seat.", "%(names)s lose their seats.", len(others))
    bots = sentences("drafts", "bots_in_words").get(draft_view.company)
    picks = sentences("drafts", "log_rules_in_words")[draft_view.log_rule]
    return {
        "places": [
            (number, by_number.get(number), team_of(number, teams) if teams else None, faces.get(number))
            for number in range(draft_view.setup.players)
        ],
        "duration": expected_duration_in_words(draft_view.setup, _clock_of(draft_view)),
        "invitation": _("%(host)s invites you to a draft") % {"host": draft_view.host},
        "others_lose": lose % {"names": ", ".join(others)} if others else "",
        "free": free,
        # While seats are free, the host should invite players, and start once all present players are ready.
        "inviting": draft_view.is_host and free > 0,
        "starting": not free or (len(draft_view.seats) > 1 and everyone_ready),
        "waits_for_ready": not everyone_ready,
        "chosen_seats": chosen,
        "about_seats": _seats_in_words(draft_view.setup.sharing, chosen=chosen),
        "may_move": draft_view.is_host and chosen,
        "about_bots_and_picks": [_(sentence) for sentence in (bots, picks) if sentence],
    }


def _seats_in_words(way: Sharing, *, chosen: bool) -> str:
    """Return what the order of the seats means."""
    if way.is_dealt_at_once:
        return _("Seats mean nothing here: the cards are dealt at once.")
    if not chosen:
        return _("Seats are drawn at random.")
    if way.takes_turns:
        return _("Players take turns in this order.")
    return _("Players sit in this order. Odd rounds pass up the list, even rounds down.")


def _table_status_context(draft_view: VisibleDraft) -> dict[str, object]:
    """Return the line above the seats, and whose turn it is, in the same words as the script."""
    table, words = draft_view.table, table_script_texts()
    assert table is not None
    names = {seat.number: seat.name for seat in draft_view.seats}
    mine = draft_view.me.number if draft_view.me is not None else None
    number = words["pick"] % {"number": table.number, "of": table.of}
    round_ = words["round"] % {"round": table.round, "rounds": draft_view.setup.figures.rounds}
    step = words["last_deal"] if table.last_deal else round_
    others = ", ".join(names[number] for number in table.awaited if number != mine)
    turn = [words["your_turn"]] if mine in table.awaited else []
    waiting = [words["waiting_for"] % {"names": others}] if others else []
    facts: dict[str, object] = {"where": f"{step}, {number}", "turn": " ".join(turn + waiting)}
    if draft_view.review_until is not None:
        facts = {"where": words["before_round"] % {"round": table.round}, "turn": words["reviewing"]}
    if draft_view.paused is not None:
        facts["turn"] = words["paused"]
    if mine is not None:
        ways = {"receiver": names[table.receiver(mine)], "giver": names[table.giver(mine)]}
        facts |= ways | {"way": words[table.direction.value] % ways}
    return facts


def _packet_context(draft_view: VisibleDraft, catalogue: Catalogue) -> dict[str, object]:
    """Return the context of the reader’s packet, even after their pick, or of waiting for a packet."""
    view, words = draft_view.view, table_script_texts()
    if view is None or draft_view.me is None:
        return {}
    chosen_code = view.chosen if view.left and not view.packet else ""
    packet = sorted_cards((*view.left, chosen_code) if chosen_code else view.packet, catalogue)
    chosen = catalogue.by_code.get(view.chosen)
    heading = words["you_keep"] % {"name": card_name(chosen)} if chosen is not None else words["no_packet"]
    following = words["queued"] if draft_view.setup.flow is PassingMode.QUEUED else words["together"]
    if draft_view.review_until is not None:
        heading, following = words["review_title"], words["review_next"]
    if packet and not chosen_code:
        heading = words["packet"]
    hint = words["two_cards"] if len(packet) == 2 else words["tap"]
    if chosen_code:
        hint = f"{heading}. {words['change']}"
    front = "packet" if packet else "waiting"
    if draft_view.me.is_bot:
        front, heading = "bot", words["bot_plays"]
    facts: dict[str, object] = {"front": front, "heading": heading, "next": following, "packet": packet}
    facts |= {"hint": words["stopped"] if draft_view.paused else hint, "chosen": chosen, "chosen_code": chosen_code}
    many = len(packet) > 2 and not chosen_code and draft_view.paused is None
    return facts | {"many": many, "cards": sorted_cards(view.pool, catalogue), "kinds": (), "words": words}


@dataclass(frozen=True, slots=True)
class OpenCard:
    """An open card; `taker` is the player who has taken it, else empty."""

    card: CardFacts
    taker: str


@dataclass(frozen=True, slots=True)
class TablePile:
    """A pile as the reader knows it: `cards` they would get now, and `staying` cards, which they can’t take.

    `take` and `leave` are the reader’s possible answers, else empty; `is_looked_at` is for hidden piles.
    """

    number: int
    size: int
    cards: tuple[CardFacts, ...]
    staying: tuple[CardFacts, ...]
    take: str
    leave: str
    is_looked_at: bool


@dataclass(frozen=True, slots=True)
class TurnTakeRow:
    """A turn: its number, its player, the cards taken, how many more are `hidden`, and the pile they come from."""

    number: int
    player: str
    cards: tuple[CardFacts, ...]
    pile: int
    hidden: int

    @classmethod
    def from_take(cls, take: TurnTake, number: int, player: str, cards: Mapping[str, CardFacts]) -> "TurnTakeRow":
        return cls(number, player, tuple(cards[code] for code in take.cards), take.pile, take.hidden)


def turn_context(draft_view: VisibleDraft, catalogue: Catalogue, seen: int = 0) -> dict[str, Any]:
    """Return what the table shows; after `seen` turns that are already drawn, only later takes and open cards."""
    table, view = draft_view.table, draft_view.view
    assert table is not None
    names = {seat.number: seat.name for seat in draft_view.seats}
    cards = catalogue.by_code
    takes = [
        TurnTakeRow.from_take(take, number, names[take.seat], cards)
        for number, take in enumerate(_takes_visible_to_reader(table, view), start=1)
    ]
    mover = next(iter(table.awaited), None)
    context: dict[str, Any] = {
        "way": draft_view.setup.sharing,
        "mover": names.get(mover, "") if mover is not None else "",
        "my_turn": draft_view.me is not None and mover == draft_view.me.number and not draft_view.me.is_bot,
        "pool": sorted_cards(view.pool, catalogue) if view is not None else [],
        "takes": list(reversed(takes[seen:])),
        "last_take": takes[-1] if takes else None,
    }
    if draft_view.setup.sharing is Sharing.ROTISSERIE:
        takers = {card.code: take.player for take in takes for card in take.cards}
        changed = [OpenCard(card, take.player) for take in takes[seen:] for card in take.cards]
        return context | {"changed": changed, "peoples": _open_cards(draft_view, catalogue, takers)}
    left, piles = draft_view.setup.figures.pool - sum(table.kept), _table_piles(table, view, cards)
    return context | {"hidden": left - sum(map(len, table.piles)), "piles": piles, "present": piles[table.number - 1]}


def _takes_visible_to_reader(table: PublicDraftState, view: SeatDraftState | None) -> Iterator[TurnTake]:
    """Yield the takes, with the reader’s own hidden cards, which their pool has in the order of taking."""
    at = 0
    for take in table.takes:
        if view is None or take.seat != view.seat or not take.hidden:
            yield take
            continue
        yield replace(take, cards=view.pool[at : at + take.hidden], hidden=0)
        at += take.hidden


def _table_piles(
    table: PublicDraftState, view: SeatDraftState | None, cards: Mapping[str, CardFacts]
) -> list[TablePile]:
    offers, known = (view.packet, view.piles or table.piles) if view is not None else ((), table.piles)
    piles = []
    for number, pile in enumerate(known, start=1):
        seen = tuple(cards[code] for code in pile if code)
        answers = (f"{word} {table.round}.{number}" for word in ("take", "leave"))
        take, leave = (answer if answer in offers else "" for answer in answers)
        most = table.most if take else len(seen)
        piles.append(TablePile(number, len(pile), seen[:most], seen[most:], take, leave, number == table.number))
    return piles


def _open_cards(
    draft_view: VisibleDraft, catalogue: Catalogue, takers: Mapping[str, str]
) -> list[tuple[People, list[OpenCard]]]:
    """Return all cards of the draft by people, each with the player who has taken it."""
    by_people: dict[People, list[OpenCard]] = {people: [] for people in draft_view.setup.peoples}
    for code in pool_codes_of(draft_view.setup, catalogue):
        card = catalogue[code]
        by_people.setdefault(card.people, []).append(OpenCard(card, takers.get(code, "")))
    return list(by_people.items())
